"""Composing a turn in a chat: choose from menus, go back a step, discard, confirm, take back.

What is composed is the player's one stored draft, which the page shows as well. A press on something that was shown
before the board moved on changes nothing and is answered with the board as it is.
"""

import hashlib
from collections.abc import Sequence

from domain.kernel.errors import ActaError, BatchRefused, IllegalMove, StaleVersion, UndoBarred
from domain.kernel.game import Command
from domain.kernel.ids import GameId, Seat, UserId, Version
from services.chat.asked import Actions, Asked
from services.chat.lobby import lobby_message
from services.chat.menus import command_name
from services.chat.refusals import explained
from services.chat.seats import own_seat
from services.chat.tables import table_of
from services.chat.turns import START, Place, turn_message
from services.commands import choices
from services.commands.folding import MatchAt
from services.commands.tables import Request, Written
from services.outbound.chat.message import Answer, Line, Message, Plain
from services.outbound.chat.reference import BadReference, parse_key
from services.play.deps import Once
from services.play.drafting import command_values, fitting_draft, keep_draft
from services.play.positions import Position, Reading, position_of
from services.queries.composing import digest_of, may_follow
from services.queries.sources import ReadRequest
from services.queries.tables import visible_table
from services.queries.timeline import in_words
from services.queries.visible_log import open_log


async def move(asked: Asked) -> Answer:
    """The turn as it stands; with an option that was typed, a step further."""
    game = await table_of(asked)
    wanted = asked.arguments.get("option", "")
    if wanted:
        return await _typed(asked, game, wanted)
    return await _shown(asked, game)


async def pick(asked: Asked) -> Answer:
    """A line of a menu: a command becomes the next step, anything else leads to the menu after it."""
    reference, games = asked.reference, asked.deps.games
    if not asked.values:
        return await _shown(asked, GameId(reference.game), Place(reference.part, reference.page))
    name, place, told = _name(asked.values[0]), START, list[Line]()
    async with visible_table(games.tables, reference.game, asked.user) as newest:
        user, seat = own_seat(asked, newest)
        commands = await fitting_draft(games, newest, user)
        if await _is_stale(asked, newest, seat, commands):
            told = [asked.line("turn.moved_on")]
        else:
            command = _named(may_follow(newest.match, seat, commands), name)
            if command is None:
                place = Place(name)
            else:
                commands = (*commands, command)
                await keep_draft(games, newest, user, commands)
        position = await position_of(games, newest, _reading(asked), commands)
    return turn_message(asked, position, place, told)


async def back(asked: Asked) -> Answer:
    """To the first menu, or else a step back."""
    reference, games, told = asked.reference, asked.deps.games, list[Line]()
    async with visible_table(games.tables, reference.game, asked.user) as newest:
        user, seat = own_seat(asked, newest)
        commands = await fitting_draft(games, newest, user)
        if await _is_stale(asked, newest, seat, commands):
            told = [asked.line("turn.moved_on")]
        elif not reference.part:
            commands = tuple(commands[:-1])
            await keep_draft(games, newest, user, commands)
        position = await position_of(games, newest, _reading(asked), commands)
    return turn_message(asked, position, told=told)


async def discard(asked: Asked) -> Answer:
    """Forget the whole draft."""
    reference, games = asked.reference, asked.deps.games
    async with visible_table(games.tables, reference.game, asked.user) as newest:
        user, _ = own_seat(asked, newest)
        await keep_draft(games, newest, user, ())
        position = await position_of(games, newest, _reading(asked), ())
    return turn_message(asked, position)


async def confirm(asked: Asked) -> Answer:
    """Confirm the draft that was shown, on the version that was shown; pressed twice it is carried out once."""
    reference, games = asked.reference, asked.deps.games
    async with visible_table(games.tables, reference.game, asked.user) as newest:
        user, _ = own_seat(asked, newest)
        commands = await fitting_draft(games, newest, user)
    named = _named_once(asked, newest, user, "confirm", reference.draft)
    if not await games.is_new(named):
        return await _shown(asked, named.game_id, told=[asked.line("turn.confirmed")])
    if digest_of(commands) != reference.draft or not commands:
        return await _shown(asked, named.game_id, told=[asked.line("turn.moved_on")])
    return await _played(asked, named, user, commands)


async def aside(asked: Asked) -> Answer:
    """Give a command that nobody waits for: at once, and beside the draft."""
    reference, games = asked.reference, asked.deps.games
    if not asked.values:
        return await _shown(asked, GameId(reference.game))
    async with visible_table(games.tables, reference.game, asked.user) as newest:
        user, seat = own_seat(asked, newest)
        command = _named([one for one in newest.match.legal(seat) if one.ASIDE], _name(asked.values[0]))
    if command is None:
        return await _shown(asked, newest.game_id, told=[asked.line("turn.moved_on")])
    named = _named_once(asked, newest, user, "aside", command_name(command))
    return await _played(asked, named, user, [command], beside=True)


async def undo(asked: Asked) -> Answer:
    """Take back what was confirmed last, as far as nothing came to light since."""
    game, games = await table_of(asked), asked.deps.games
    async with visible_table(games.tables, game, asked.user) as newest:
        user, _ = own_seat(asked, newest)
        shown = Version(asked.reference.version) if asked.pressed else newest.version
    named = _named_once(asked, newest, user, f"undo {shown}")
    if not await games.is_new(named):
        return await _shown(asked, game, told=[asked.line("turn.undone")])
    if shown != newest.version:
        return await _shown(asked, game, told=[asked.line("turn.moved_on")])
    try:
        await choices.undo(games.tables, named, user, most=games.undos_per_turn)
    except (StaleVersion, UndoBarred) as refusal:
        return await _shown(asked, game, told=_refused(asked, refusal))
    return await _shown(asked, game, told=[asked.line("turn.undone")])


async def _played(
    asked: Asked, named: Request, user: UserId, commands: Sequence[Command], *, beside: bool = False
) -> Answer:
    games = asked.deps.games
    expected = None if beside else Version(asked.reference.version)
    try:
        written = await choices.confirm(games.tables, named, user, command_values(commands), expected)
    except (StaleVersion, IllegalMove, BatchRefused) as refusal:
        return await _shown(asked, named.game_id, told=_refused(asked, refusal))
    if not beside:
        await games.drafts.drop(named.game_id, user)
    return await _shown(asked, named.game_id, told=await _happened(asked, named.game_id, written))


async def _happened(asked: Asked, game: GameId, written: Written) -> list[Line]:
    """What came of it, as the player may know it."""
    log = await open_log(asked.deps.games, ReadRequest(game, asked.user))
    turns = await in_words(log, written.records, asked.lang)
    lines = [Line((Plain(line.text),)) for turn in turns for line in turn.lines if not line.retracted]
    return [asked.line("turn.confirmed"), *lines]


async def _shown(asked: Asked, game: GameId, place: Place = START, told: Sequence[Line] = ()) -> Message:
    """The turn as it is by now."""
    position = await position_at(asked, game)
    return await lobby_message(asked, game) if position is None else turn_message(asked, position, place, told)


async def position_at(asked: Asked, game: GameId) -> Position | None:
    """The table with the draft of whoever asks, who must have a seat; nothing while it is a lobby."""
    async with visible_table(asked.deps.games.tables, game, asked.user) as newest:
        own_seat(asked, newest)
        if newest.match.state is None:
            return None
        return await position_of(asked.deps.games, newest, _reading(asked, game))


async def _typed(asked: Asked, game: GameId, wanted: str) -> Answer:
    """Take the option that was typed or completed: by its key, or by what it is called."""
    games = asked.deps.games
    position = await position_at(asked, game)
    if position is None or position.composed is None or await _is_taken(asked, game):
        return await _shown(asked, game)
    command = _meant(position, wanted)
    if command is None:
        return turn_message(asked, position, told=[asked.line("turn.unknown_option", typed=wanted)])
    async with visible_table(games.tables, game, asked.user) as newest:
        user, seat = own_seat(asked, newest)
        commands = await fitting_draft(games, newest, user)
        repeated = await _is_taken(asked, game)
        if repeated or command.ASIDE or command not in may_follow(newest.match, seat, commands):
            return turn_message(asked, position, told=[asked.line("turn.moved_on")])
        commands = (*commands, command)
        await keep_draft(games, newest, user, commands, asked.request.id)
        position = await position_of(games, newest, _reading(asked, game), commands)
    return turn_message(asked, position)


async def _is_taken(asked: Asked, game: GameId) -> bool:
    """Whether this very request took the last step of the draft: it came before."""
    kept = None if asked.user is None else await asked.deps.games.drafts.get(game, asked.user)
    return kept is not None and kept.request == asked.request.id


def _meant(position: Position, wanted: str) -> Command | None:
    found = position.composed.pointing.choices if position.composed else ()
    owed = [one for one in found if not one.command.ASIDE]
    by_key = _named([one.command for one in owed], _name(wanted))
    if by_key is not None:
        return by_key
    called = [one.command for one in owed if one.label.casefold() == wanted.strip().casefold()]
    parts = [one.command for one in owed if wanted.strip().casefold() in one.label.casefold()]
    return next((those[0] for those in (called, parts) if len(those) == 1), None)


def _name(value: str) -> str:
    """The hash of a line; nothing for a text that is no key."""
    try:
        return parse_key(value).digest
    except BadReference:
        return ""


def _named(commands: Sequence[Command], name: str) -> Command | None:
    return next((one for one in commands if name and command_name(one) == name), None)


async def _is_stale(asked: Asked, newest: MatchAt, seat: Seat, commands: Sequence[Command]) -> bool:
    """Whether the message showed another draft, or the seat has other options by now."""
    shown = Version(asked.reference.version)
    if asked.reference.draft != digest_of(commands):
        return True
    if shown == newest.version:
        return False
    try:
        await choices.require_unchanged(asked.deps.games.tables, newest, seat, shown)
    except StaleVersion:
        return True
    return False


def _named_once(asked: Asked, newest: MatchAt, user: UserId, action: str, what: str = "") -> Request:
    """A change that is carried out once, however often it is asked for: known by table, seat, version and draft."""
    seat = newest.match.table.seat_of(user)
    key = hashlib.sha256(f"{newest.game_id} {seat} {asked.reference.version} {what}".encode()).hexdigest()
    return asked.deps.games.named_change(user, newest.game_id, Once(f"chat {action}", key))


def _refused(asked: Asked, refusal: ActaError) -> list[Line]:
    if isinstance(refusal, StaleVersion):
        return [asked.line("turn.moved_on")]
    return [Line((Plain(explained(asked, refusal)),))]


def _reading(asked: Asked, game: str = "") -> Reading:
    return Reading(GameId(game or asked.reference.game), asked.user, asked.lang)


ACTIONS: Actions = {
    "move": move,
    "pick": pick,
    "back": back,
    "discard": discard,
    "confirm": confirm,
    "aside": aside,
    "undo": undo,
}
