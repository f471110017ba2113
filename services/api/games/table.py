"""Play at a table: what a caller composes, confirms and takes back, and what the table agrees on."""

from typing import Any

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from domain.kernel.ids import GameId, Version
from services.acts import tables, turns, vacations
from services.api.asks import GivenActs, ask_of
from services.api.games.schemas import (
    Changed,
    Commands,
    DraftAnswer,
    DraftBody,
    Played,
    PreviewBody,
    Undo,
    Vacation,
    Vote,
    changed,
)
from services.api.idempotency import IdempotencyKey, Repeatable, key_of
from services.api.routes import Routes
from services.fast.plain_json import PlainJson
from services.identity.access import LOGGED_IN
from services.identity.callers import AnyRequest, caller
from services.problems import (
    ILLEGAL_MOVE,
    KEY_REUSED,
    NOT_FOUND,
    NOT_NOW,
    NOT_YOUR_TURN,
    STALE_VERSION,
    UNDO_BARRED,
    ProblemError,
    bad_field,
    told,
)
from services.queries.events import visible_events
from services.queries.preview import PreviewAnswer
from services.queries.readers import reader_of_log

routes = Routes("play")

MOVES = (ILLEGAL_MOVE, NOT_NOW, NOT_YOUR_TURN, STALE_VERSION)
"""What the rules can refuse."""


@routes.post("/api/v1/games/{game_id:str}/preview", turns.preview, status_code=200, raises=MOVES)
async def preview_commands(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    language: NamedDependency[str],
    data: JSONBody[PreviewBody],
) -> PreviewAnswer:
    """Preview a draft on a copy.

    Nothing is written. A command that would reveal something is not carried out.
    """
    return await turns.preview(acts, ask_of(request), game_id, data.commands, language)


@routes.get("/api/v1/games/{game_id:str}/draft", LOGGED_IN)
async def get_draft(request: AnyRequest, acts: GivenActs, game_id: FromPath[str]) -> DraftAnswer:
    """Your stored draft."""
    draft = await turns.own_draft(acts, caller(request).user_id, game_id)
    if draft is None:
        raise ProblemError(NOT_FOUND, told("no_draft"))
    return DraftAnswer(draft.version, list(draft.commands))


@routes.put("/api/v1/games/{game_id:str}/draft", turns.keep_draft, raises=MOVES)
async def put_draft(
    request: AnyRequest, acts: GivenActs, game_id: FromPath[str], data: JSONBody[DraftBody]
) -> DraftAnswer:
    """Store a draft for your other devices."""
    await turns.keep_draft(acts, ask_of(request), game_id, Version(data.version), data.commands)
    return DraftAnswer(data.version, data.commands)


@routes.delete("/api/v1/games/{game_id:str}/draft", turns.drop_draft)
async def delete_draft(request: AnyRequest, acts: GivenActs, game_id: FromPath[str]) -> None:
    """Forget your draft."""
    await turns.drop_draft(acts, ask_of(request), game_id)


@routes.post(
    "/api/v1/games/{game_id:str}/commands",
    turns.play,
    status_code=200,
    operation_id="playCommands",
    operation_class=Repeatable,
    raises=(*MOVES, KEY_REUSED),
)
async def command(
    request: AnyRequest, acts: GivenActs, game_id: FromPath[str], data: JSONBody[Commands]
) -> PlainJson[Played]:
    """Choose.

    One `command`, or a batch of `commands` with `expected_version`: all or nothing.
    """
    values = _values(data)
    ask = ask_of(request, data, key_of(request))
    expected = None if data.expected_version is None else Version(data.expected_version)
    written = await turns.play(acts, ask, game_id, values, expected)
    events = visible_events(written.records, reader_of_log(written.table, ask.user))
    signed = await acts.services.server.head_key.heads()
    note = signed.note(GameId(game_id), events[-1].version, events[-1].hash)
    return PlainJson(Played(written.appended.last, events, note, repeated=written.appended.repeated))


def _values(data: Commands) -> list[dict[str, Any]]:
    if (data.command is None) == (data.commands is None):
        raise bad_field("command", "one_or_many")
    if data.commands is None:
        return [data.command or {}]
    if data.expected_version is None:
        raise bad_field("expected_version", "version_of_batch")
    return list(data.commands)


@routes.post(
    "/api/v1/games/{game_id:str}/undo",
    turns.undo,
    status_code=200,
    operation_id="undoChoices",
    raises=(NOT_NOW, STALE_VERSION, UNDO_BARRED),
)
async def undo(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    data: JSONBody[Undo],
    idempotency_key: IdempotencyKey = None,
) -> Changed:
    """Take back.

    Your last batch, or all your batches after `to_version`, unless something hidden has been revealed since.
    """
    to_version = None if data.to_version is None else Version(data.to_version)
    return changed(await turns.undo(acts, ask_of(request, data, idempotency_key), game_id, to_version))


@routes.post("/api/v1/games/{game_id:str}/resign", tables.resign, status_code=200, raises=MOVES)
async def resign(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> Changed:
    """Resign.

    A bot plays on for your seat; a lone survivor wins at once.
    """
    return changed(await tables.resign(acts, ask_of(request, None, idempotency_key), game_id))


@routes.post("/api/v1/games/{game_id:str}/votes", tables.vote, status_code=200, operation_id="castVote", raises=MOVES)
async def vote(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    data: JSONBody[Vote],
    idempotency_key: IdempotencyKey = None,
) -> Changed:
    """Vote.

    `abandon` ends the game without a result, and `pause` stops its clocks, once every person who still plays agrees;
    `resume` lets the clocks run again as soon as half of them agree; `host` makes whoever asked first the host once
    more than half of the others agree; `extend` gives the player of a `seat` more time at once.
    """
    ask = ask_of(request, data, idempotency_key)
    return changed(await tables.vote(acts, ask, game_id, tables.Vote(data.motion, data.agree, data.seat)))


@routes.post(
    "/api/v1/games/{game_id:str}/vacation",
    vacations.announce,
    status_code=200,
    operation_id="announceVacation",
    raises=MOVES,
)
async def vacation(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    data: JSONBody[Vacation],
    idempotency_key: IdempotencyKey = None,
) -> Changed:
    """Take a vacation.

    Says when you will be away, and replaces what you said before. Without times it says that you are back.
    """
    span = vacations.vacation_span(data.start, data.until, acts.tables.now())
    return changed(await vacations.announce(acts, ask_of(request, data, idempotency_key), game_id, span))
