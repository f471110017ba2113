"""Opening a table in a chat: a private message of menus, then the table's lobby for everybody there."""

import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from services.chat.asked import Actions, Asked
from services.chat.bound import NOTHING, bind
from services.chat.lobby import lobby_message
from services.chat.wishes import Wish, decoded, encoded, fields_of, first_wish, values_of, with_players
from services.commands.tables import Request
from services.outbound.chat.message import Answer, Bold, Choice, ChoiceGroup, Menu, Message
from services.outbound.chat.reference import BadReference, Reference
from services.play import lobbies
from services.play.deps import Once, new_game_id
from services.play.invitations import make_link
from services.play.option_fields import OptionField
from services.play.terms import PRESETS, by_welcome, clock_words, option_words
from services.play.terms import WORDS as TERMS
from services.queries.catalog import told_bots

_LETTERS = "abcdef"
"""Each option of a game has a menu of its own, named by a letter."""
_YES = "yes"


async def new(asked: Asked) -> Answer:
    """What the table shall be like."""
    wish, given = first_wish(asked.deps.games, _slug(asked)), asked.arguments
    _ = asked.principal
    if (given.get("players") or "").isdecimal():
        wish = with_players(wish, int(given["players"][:2]))
    if (given.get("bots") or "").isdecimal():
        wish = with_players(wish, wish.players, int(given["bots"][:2]))
    return _chosen(asked, wish, secrets.token_hex(6))


def _slug(asked: Asked) -> str:
    """The game that was named, by its slug or by what it is called."""
    named = asked.arguments.get("game", "").strip().casefold()
    called = {game.meta.slug: game.name_in(asked.lang).casefold() for game in asked.deps.games.tables.registry}
    exact = [slug for slug, name in called.items() if named in {slug, name}]
    parts = [slug for slug, name in called.items() if named and (named in slug or named in name)]
    return next(iter([*exact, *parts]), "")


async def _change(asked: Asked, change: Callable[[Asked, Wish, str], Wish]) -> Answer:
    """Another value for one part of the wish; without a value the message as it is."""
    try:
        wish = decoded(asked.deps.games, asked.reference.part)
        wish = change(asked, wish, asked.values[0]) if asked.values else wish
    except (BadReference, ValueError, IndexError):
        wish = first_wish(asked.deps.games)
    return _chosen(asked, wish, asked.reference.draft)


def _game(asked: Asked, wish: Wish, value: str) -> Wish:
    return with_players(first_wish(asked.deps.games, value), wish.players, wish.bots)


def _bot(asked: Asked, wish: Wish, value: str) -> Wish:
    return wish._replace(bot=value) if value in asked.deps.games.bots else wish


def _clock(_asked: Asked, wish: Wish, value: str) -> Wish:
    return wish._replace(clock=value) if value in PRESETS else wish


def _option(number: int, _asked: Asked, wish: Wish, value: str) -> Wish:
    field = fields_of(wish)[number]
    return wish._replace(options={**wish.options, field.name: values_of(field, wish)[int(value)]})


_CHANGES: dict[str, Callable[[Asked, Wish, str], Wish]] = {
    "newgame": _game,
    "newplayers": lambda _, wish, value: with_players(wish, int(value)),
    "newbots": lambda _, wish, value: with_players(wish, wish.players, int(value)),
    "newbot": _bot,
    "newclock": _clock,
    "newdoor": lambda _, wish, value: wish._replace(private=value == _YES),
    **{f"newoption{letter}": partial(_option, number) for number, letter in enumerate(_LETTERS)},
}


async def open_(asked: Asked) -> Answer:
    """Open the table here, and let everybody see its lobby."""
    caller, games = asked.principal, asked.deps.games
    try:
        wish = decoded(games, asked.reference.part)
    except BadReference:
        return await new(asked)
    key = f"chat {asked.reference.draft}"
    game_id = new_game_id(caller.user_id, key)
    title = asked.say("new.title", name=caller.name)

    def named(step: str) -> Request:
        return games.named_change(caller.user_id, game_id, Once(f"chat new {step}", key))

    await lobbies.open_table(games, caller, named("table"), wish.game.meta.slug, wish.terms(title))
    if wish.private:
        await make_link(games, caller, named("link"))
    await bind(asked, game_id)
    for number in range(wish.bots):
        await lobbies.seat_bot(games, caller, named(f"bot {number}"), wish.bot)
    async with games.tables.lock(game_id):
        newest = await games.tables.current(game_id)
        shown = newest.version if newest.match.state is None else NOTHING  # a game that began is told
    await bind(asked, game_id, shown)
    return await lobby_message(asked, game_id, public=True)


def _chosen(asked: Asked, wish: Wish, key: str) -> Message:
    """The wish in a sentence, and a menu for each part of it."""
    code, lang = encoded(asked.deps.games, wish), asked.lang
    bot = next(one.name for one in told_bots([wish.bot], lang))
    told = option_words(wish.game, wish.options, lang)
    lines = [
        asked.line("new.heading", "heading"),
        asked.line("new.table", game=Bold(wish.game.name_in(lang)), players=wish.players),
        asked.line("new.company", free=wish.players - 1 - wish.bots, bots=wish.bots, bot=bot),
        asked.line("new.clock_is", clock=clock_words(PRESETS[wish.clock], lang)),
        *([asked.line("new.with", options=", ".join(told))] if told else []),
        asked.line("new.private" if wish.private else "new.public", "small"),
    ]
    opening = asked.button(Reference(action="newopen", part=code, draft=key), "confirm")
    menus = tuple(_menus(asked, wish, partial(Reference, part=code, draft=key)))
    replaces = asked.pressed and asked.reference.action in _CHANGES
    return Message(lines=tuple(lines), menus=menus, buttons=(opening,), private=True, replaces=replaces)


def _menus(asked: Asked, wish: Wish, reference: Callable[..., Reference]) -> list[Menu]:
    games, lang = asked.deps.games, asked.lang

    def menu(action: str, now: str, choices: Sequence[Choice]) -> Menu:
        words = asked.say(f"menu.{action}", now=now)
        return Menu(words, (ChoiceGroup("", tuple(choices)),), reference(action=action))

    bots = told_bots(games.bots, lang)
    clocks = [Choice(_clock_words(one, "name", lang), one, _clock_words(one, "line", lang)) for one in PRESETS]
    doors = [Choice(asked.say(f"new.{door}"), value) for door, value in (("public", "no"), ("private", _YES))]
    found = [
        menu(
            "newgame",
            wish.game.name_in(lang),
            [Choice(one.name_in(lang), one.meta.slug) for one in by_welcome(games.tables.registry)],
        ),
        menu("newplayers", str(wish.players), [Choice(str(n), str(n)) for n in sorted(wish.game.meta.players)]),
        menu("newbots", str(wish.bots), [Choice(str(n), str(n)) for n in range(wish.players)]),
    ]
    if wish.bots:
        found.append(
            menu(
                "newbot",
                next(one.name for one in bots if one.bot == wish.bot),
                [Choice(one.name, one.bot, one.line) for one in bots],
            )
        )
    found.append(menu("newclock", _clock_words(wish.clock, "name", lang), clocks))
    found.append(menu("newdoor", asked.say("new.private" if wish.private else "new.public"), doors))
    for letter, field in zip(_LETTERS, fields_of(wish), strict=False):
        found.append(_option_menu(asked, wish, field, reference(action=f"newoption{letter}")))
    return found


def _option_menu(asked: Asked, wish: Wish, field: OptionField, reference: Reference) -> Menu:
    words, lang = wish.game.words, asked.lang

    def said(key: str, other: str) -> str:
        known = f"option.{field.name}.{key}" in words.languages["en"]
        return words.say(f"option.{field.name}.{key}", {}, lang=lang) if known else other

    def named(value: Any) -> str:  # noqa: ANN401 - whatever a game's option may be
        if isinstance(value, bool):
            return asked.say("new.yes" if value else "new.no")
        if isinstance(value, list):
            return ", ".join(str(chair + 1) for chair in value) or asked.say("new.nobody")
        return said(str(value), str(value))

    values = values_of(field, wish)
    choices = tuple(Choice(named(one), str(index), said(f"{one}_line", "")) for index, one in enumerate(values))
    now = asked.say("menu.option", option=said("name", field.name), now=named(wish.options[field.name]))
    return Menu(now, (ChoiceGroup("", choices),), reference)


def _clock_words(clock: str, part: str, lang: str) -> str:
    return TERMS.say(f"clock.{clock}.{part}", {}, lang=lang)


ACTIONS: Actions = {
    "new": new,
    "newopen": open_,
    **{action: partial(_change, change=change) for action, change in _CHANGES.items()},
}
