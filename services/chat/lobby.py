"""A table that fills up: who sits there, and what is done before the game begins."""

from collections.abc import Awaitable, Callable

from domain.kernel import lobby
from domain.kernel.errors import NotAllowed
from domain.kernel.ids import GameId
from services.chat.asked import HERE, PUBLIC, Actions, Asked
from services.chat.bound import tables_at
from services.chat.standing import browser_button
from services.chat.tables import table_of
from services.commands.tables import Request
from services.outbound.chat.message import (
    Answer,
    Bold,
    Button,
    Choice,
    ChoiceGroup,
    Field,
    Form,
    Line,
    LinkButton,
    Menu,
    Message,
    Plain,
)
from services.outbound.chat.reference import Reference
from services.play import lobbies
from services.play.invitations import standing_code
from services.play.lobbies import Door
from services.play.terms import clock_words, option_words
from services.queries.catalog import told_bots
from services.queries.game import GameAnswer, read_game
from services.queries.sources import ReadRequest

LONGEST_TITLE, LONGEST_WORD = 80, 128


async def lobby_message(asked: Asked, game: GameId, *, public: bool = False) -> Message:
    """The lobby of a table; one that has begun says so."""
    public = public or asked.public
    seen = await read_game(asked.deps.games, ReadRequest(game, asked.user), lang=asked.lang)
    buttons: tuple[Button | LinkButton, ...] = (browser_button(asked, game),)
    lines = [_title(asked, seen), *_chairs(asked, seen), *_terms(asked, seen)]
    menus: tuple[Menu, ...] = ()
    if seen.status == "lobby":
        buttons = (*_buttons(asked, seen, PUBLIC if public else HERE), *buttons)
        menus = _bot_menu(asked, seen, PUBLIC if public else HERE)
    else:
        lines.append(asked.line("lobby.begun"))
        buttons = (asked.button(Reference(action="move", game=game), "main"), *buttons)
    return Message(lines=tuple(lines), menus=menus, buttons=buttons, private=not public, replaces=asked.replaces)


def _title(asked: Asked, seen: GameAnswer) -> Line:
    name = asked.deps.games.tables.registry.get(seen.game).name_in(asked.lang)
    return Line((Plain(f"{name} · {seen.title}" if seen.title else name),), "heading")


def _chairs(asked: Asked, seen: GameAnswer) -> list[Line]:
    bots = {one.bot: one.name for one in told_bots(asked.deps.games.bots, asked.lang)}
    found = []
    for seat in seen.seats:
        name = asked.say("lobby.free") if seat.kind == "open" else bots.get(seat.bot or "", seat.name)
        piece = Plain(name) if seat.kind == "open" else Bold(name)
        host = asked.say("lobby.host") if seat.user_id == seen.host else ""
        found.append(Line((Plain(f"{seat.seat + 1}. "), piece, Plain(host))))
    return found


def _terms(asked: Asked, seen: GameAnswer) -> list[Line]:
    game, lang = asked.deps.games.tables.registry.get(seen.game), asked.lang
    told = [
        clock_words(None if seen.clock is None else seen.clock.terms, lang),
        *option_words(game, seen.options, lang),
    ]
    free = sum(seat.kind == "open" for seat in seen.seats)
    lines = [Line((Plain(" · ".join(told)),), "small")]
    if seen.status == "lobby" and free:
        lines.append(asked.line("lobby.starts_when_full", "small"))
    return lines


def _buttons(asked: Asked, seen: GameAnswer, part: str) -> list[Button]:
    def button(action: str, *, main: bool = False) -> Button:
        reference = Reference(action=action, game=seen.game_id, version=seen.version, part=part)
        return asked.button(reference, "main" if main else "plain")

    taken = sum(seat.kind != "open" for seat in seen.seats)
    least = min(asked.deps.games.tables.registry.get(seen.game).meta.players)
    actions = ["join", "leave", "word", "rename", "invite"]
    if taken >= least:
        actions.insert(1, "start")
    return [button(action, main=action == "join") for action in actions]


def _bot_menu(asked: Asked, seen: GameAnswer, part: str) -> tuple[Menu, ...]:
    bots = told_bots(asked.deps.games.bots, asked.lang)
    choices = tuple(Choice(one.name, one.bot, one.line) for one in bots)
    reference = Reference(action="seatbot", game=seen.game_id, version=seen.version, part=part)
    return (Menu(asked.say("lobby.bot"), (ChoiceGroup("", choices),), reference),)


async def _changed(asked: Asked, change: Callable[[GameId, Request], Awaitable[object]]) -> Answer:
    """Change a table before the game begins, and show it; what was changed by this request before is only shown."""
    game = await table_of(asked)
    named = asked.once(game)
    if await asked.deps.games.is_new(named):
        await change(game, named)
    here = game in await tables_at(asked.deps, asked.request.place)
    return await lobby_message(asked, game, public=here and not asked.pressed)


async def join(asked: Asked) -> Answer:
    """Take the next free chair. Whoever is where a private table lives was invited there."""

    async def change(game: GameId, named: Request) -> None:
        code = await _code_here(asked, game)
        await lobbies.sit_down(asked.deps.games, asked.principal, named, Door(code))

    return await _changed(asked, change)


async def _code_here(asked: Asked, game: GameId) -> str | None:
    if game not in await tables_at(asked.deps, asked.request.place):
        return None
    tables = asked.deps.games.tables
    async with tables.lock(game):
        newest = await tables.current(game)
        return standing_code(newest.match, tables.now()) if newest.match.table.private else None


async def leave(asked: Asked) -> Answer:
    """Free one's own chair."""

    async def change(game: GameId, named: Request) -> None:
        seen = await read_game(asked.deps.games, ReadRequest(game, asked.user), lang=asked.lang)
        if seen.status != "lobby":
            raise NotAllowed("not_in_lobby")
        seat = -1 if seen.you is None else seen.you
        await lobbies.free_chair(asked.deps.games, asked.principal.user_id, named, seat)

    return await _changed(asked, change)


async def start(asked: Asked) -> Answer:
    """Begin with those who are there; the host may."""

    async def change(_game: GameId, named: Request) -> None:
        user = asked.principal.user_id
        await asked.deps.games.change(named, user, lambda batch: lobby.start(batch, user))

    return await _changed(asked, change)


async def seat_bot(asked: Asked) -> Answer:
    """Give the next free chair to a bot; the host may."""

    async def change(_game: GameId, named: Request) -> None:
        if asked.values:
            await lobbies.seat_bot(asked.deps.games, asked.principal, named, asked.values[0])

    return await _changed(asked, change)


async def word(asked: Asked) -> Answer:
    """Add a word to the shuffle that the server could not know."""
    if not asked.values:
        return _form(asked, "word", LONGEST_WORD)

    async def change(_game: GameId, named: Request) -> None:
        user, given = asked.principal.user_id, asked.values[0].strip()[:LONGEST_WORD]
        if given:
            await asked.deps.games.change(named, user, lambda batch: lobby.give_nonce(batch, user, given))

    return await _changed(asked, change)


async def rename(asked: Asked) -> Answer:
    """Call the table something else; the host may."""
    if not asked.values:
        return _form(asked, "rename", LONGEST_TITLE)

    async def change(_game: GameId, named: Request) -> None:
        user, title = asked.principal.user_id, " ".join(asked.values[0].split())[:LONGEST_TITLE]
        await asked.deps.games.change(named, user, lambda batch: lobby.set_terms(batch, user, None, title))

    return await _changed(asked, change)


async def invite(asked: Asked) -> Answer:
    """Invite somebody by the name of their account; the host may."""
    if not asked.values:
        return _form(asked, "invite", LONGEST_TITLE)

    async def change(_game: GameId, named: Request) -> None:
        await lobbies.invite_person(asked.deps.games, asked.principal, named, asked.values[0].strip())

    return await _changed(asked, change)


def _form(asked: Asked, action: str, most: int) -> Form:
    _ = asked.principal
    return Form(
        title=asked.say(f"form.{action}.title"),
        submit=asked.say(f"form.{action}.submit"),
        fields=(Field(asked.say(f"form.{action}.field"), most=most),),
        reference=asked.reference,
    )


ACTIONS: Actions = {
    "join": join,
    "leave": leave,
    "start": start,
    "seatbot": seat_bot,
    "word": word,
    "rename": rename,
    "invite": invite,
}
