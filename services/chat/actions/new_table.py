"""Opening a table in a chat: a private message of menus, then the table's lobby for everybody there."""

import secrets
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from services.acts.ask import Ask, Once
from services.acts.channels import NOTHING
from services.acts.invitations import make_link
from services.acts.option_fields import OptionField
from services.acts.seats import give_nonce, seat_bot
from services.acts.tables import open_table
from services.acts.terms import PRESETS, by_welcome, clock_words, option_words
from services.acts.terms import WORDS as TERMS
from services.acts.wishes import TableWish
from services.chat.action import Action, Argument
from services.chat.actions.lobby import lobby_message, made_word, telling_word
from services.chat.call import ChatCall
from services.chat.here import bind
from services.chat.message import Answer, Bold, ChoiceGroup, LinkButton, Menu, MenuChoice, Message
from services.chat.reference import Reference, UnknownReference
from services.chat.wishes import decoded, encoded, fields_of, first_wish, values_of
from services.queries.catalog import told_bots

_LETTERS = "abcdef"
"""Each option of a game has a menu of its own, named by a letter."""
_YES = "yes"


async def _games(call: ChatCall) -> list[MenuChoice]:
    return [MenuChoice(game.name_in(call.lang), game.meta.slug) for game in call.acts.tables.registry]


_GAME = Argument("game", complete=_games)


@Action("new", command=(_GAME, Argument("players"), Argument("bots")), stores="never", at_table=False)
async def new(call: ChatCall) -> Answer:
    """What the table shall be like."""
    wish = first_wish(call.acts, _slug(call))
    players, bots = (call.arguments.get(name, "") for name in ("players", "bots"))
    if players.isdecimal():
        wish = wish.for_players(int(players[:2]))
    if bots.isdecimal():
        wish = wish.for_players(wish.players, int(bots[:2]))
    return _message(call, wish, secrets.token_hex(6))


def _slug(call: ChatCall) -> str:
    """The game that was named, by its slug or by what it is called."""
    named = call.arguments.get("game", "").strip().casefold()
    called = {game.meta.slug: game.name_in(call.lang).casefold() for game in call.acts.tables.registry}
    exact = [slug for slug, name in called.items() if named in {slug, name}]
    parts = [slug for slug, name in called.items() if named and (named in slug or named in name)]
    return next(iter([*exact, *parts]), "")


class WishPart(NamedTuple):
    """Something about the table that is chosen from a menu."""

    action: str
    title: str
    choices: list[MenuChoice]
    change: Callable[[str], TableWish]
    """The wish with another choice."""


async def change(call: ChatCall) -> Answer:
    """Another choice for one part of the wish; without one the message as it is."""
    try:
        wish = decoded(call.acts, call.reference.part)
    except UnknownReference:
        wish = first_wish(call.acts)
    chosen = call.values[0] if call.values else ""
    part = next((part for part in _parts(call, wish) if part.action == call.reference.action), None)
    if part is not None and chosen in {one.value for one in part.choices}:
        wish = part.change(chosen)
    return _message(call, wish, call.reference.draft)


for _name in ("game", "players", "bots", "bot", "clock", "door", *(f"option{letter}" for letter in _LETTERS)):
    Action(f"new{_name}", stores="never", at_table=False, in_place=True)(change)


@Action("newopen", at_table=False, opens_for_all=True)
async def open_(call: ChatCall) -> Answer:
    """Open the table here, and let everybody see its lobby."""
    caller, games = call.principal, call.acts
    try:
        wish = decoded(games, call.reference.part)
    except UnknownReference:
        return await new(call)
    ask = Ask(caller, Once("chat new", f"chat {call.reference.draft}"))
    game_id = ask.new_game()
    title = call.say("new.title", name=caller.name)
    await open_table(games, ask, game_id, wish._replace(title=title, bots=0))  # it lives here before bots begin it
    if wish.private:
        await make_link(games, ask.step("link"), game_id)
    await bind(call, game_id)
    if await games.is_new(games.change_of(ask.step("word"), game_id)):
        await give_nonce(games, ask.step("word"), game_id, made_word())
    for number in range(wish.bots):
        await seat_bot(games, ask.step(f"bot {number}"), game_id, wish.bot)
    async with games.tables.lock(game_id):
        newest = await games.tables.current(game_id)
        shown = newest.version if newest.match.state is None else NOTHING  # a game that began is told
    await bind(call, game_id, shown)
    here = call._replace(game=game_id)
    return await telling_word(here, await lobby_message(here, public=True))


def _message(call: ChatCall, wish: TableWish, key: str) -> Message:
    """The wish in a sentence, and a menu for each part of it."""
    code, lang = encoded(call.acts, wish), call.lang
    bot = next(one.name for one in told_bots([wish.bot], lang))
    options = option_words(wish.game, wish.options, lang)
    lines = [
        call.line("new.heading", "heading"),
        call.line("new.table", game=Bold(wish.game.name_in(lang)), players=wish.players),
        call.line("new.company", free=wish.players - 1 - wish.bots, bots=wish.bots, bot=bot),
        call.line("new.clock_is", clock=clock_words(wish.clock, lang)),
        *([call.line("new.with", options=", ".join(options))] if options else []),
        call.line("new.private" if wish.private else "new.public", "small"),
    ]
    opening = call.button(Reference(action="newopen", part=code, draft=key), "confirm")
    menus = [
        Menu(part.title, (ChoiceGroup("", tuple(part.choices)),), Reference(action=part.action, part=code, draft=key))
        for part in _parts(call, wish)
    ]
    learn = LinkButton(call.say("button.learn"), f"{call.acts.public_url}/learn/{wish.game.meta.slug}")
    return call.tell(*lines, menus=menus, buttons=[opening, learn])


def _parts(call: ChatCall, wish: TableWish) -> Iterator[WishPart]:
    """Everything that can be chosen about the table."""
    acts, lang = call.acts, call.lang

    def part(name: str, now: str, choices: Iterable[MenuChoice], change: Callable[[str], TableWish]) -> WishPart:
        return WishPart(name, call.say(f"menu.{name}", now=now), [*choices], change)

    def clock(preset: str, key: str) -> str:
        return TERMS.say(f"clock.{preset}.{key}", {}, lang=lang)

    bots = told_bots(acts.bots, lang)
    called = {one.bot: one.name for one in bots}
    games = [MenuChoice(one.name_in(lang), one.meta.slug) for one in by_welcome(acts.tables.registry)]
    clocks = [MenuChoice(clock(one, "name"), one, clock(one, "line")) for one in PRESETS]
    doors = [MenuChoice(call.say(f"new.{door}"), value) for door, value in (("public", "no"), ("private", _YES))]
    yield part(
        "newgame",
        wish.game.name_in(lang),
        games,
        lambda slug: first_wish(acts, slug).for_players(wish.players, wish.bots),
    )
    players = _numbers(sorted(wish.game.meta.players))
    yield part("newplayers", str(wish.players), players, lambda number: wish.for_players(int(number)))
    seats = _numbers(range(wish.players))
    yield part("newbots", str(wish.bots), seats, lambda number: wish.for_players(wish.players, int(number)))
    if wish.bots:
        kinds = [MenuChoice(one.name, one.bot, one.line) for one in bots]
        yield part("newbot", called[wish.bot], kinds, lambda bot: wish._replace(bot=bot))
    yield part("newclock", clock(wish.preset, "name"), clocks, lambda one: wish._replace(clock=PRESETS[one]))
    door = call.say("new.private" if wish.private else "new.public")
    yield part("newdoor", door, doors, lambda one: wish._replace(private=one == _YES))
    for letter, field in zip(_LETTERS, fields_of(wish), strict=False):
        yield _option(call, wish, field, f"newoption{letter}")


def _numbers(numbers: Iterable[int]) -> list[MenuChoice]:
    return [MenuChoice(str(number), str(number)) for number in numbers]


def _option(call: ChatCall, wish: TableWish, field: OptionField, action: str) -> WishPart:
    words = wish.game.words

    def said(key: str, other: str) -> str:
        known = f"option.{field.name}.{key}" in words.languages["en"]
        return words.say(f"option.{field.name}.{key}", {}, lang=call.lang) if known else other

    def named(value: Any) -> str:  # noqa: ANN401 - whatever a game's option may be
        if isinstance(value, bool):
            return call.say("new.yes" if value else "new.no")
        if isinstance(value, list):
            return ", ".join(str(chair + 1) for chair in value) or call.say("new.nobody")
        return said(str(value), str(value))

    values = values_of(field, wish)
    choices = [MenuChoice(named(one), str(index), said(f"{one}_line", "")) for index, one in enumerate(values)]
    title = call.say("menu.option", option=said("name", field.name), now=named(wish.options[field.name]))
    return WishPart(
        action, title, choices, lambda at: wish._replace(options={**wish.options, field.name: values[int(at)]})
    )
