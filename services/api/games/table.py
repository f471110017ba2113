"""Play at a table: what a caller composes, confirms and takes back, and what the table agrees on."""

from litestar import delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from domain.kernel import lobby, overtime
from domain.kernel.ids import GameId, Seat, Version
from services.api.games.schemas import (
    Commands,
    DraftAnswer,
    DraftBody,
    Played,
    PreviewBody,
    Undo,
    Vacation,
    Vote,
)
from services.api.idempotency import IdempotencyKey, Repeatable, key_of
from services.api.openapi import BODY, CALLER, LOGGED_IN, REPEATABLE, needs, problems
from services.api.plain_json import PlainJson
from services.commands import choices
from services.identity.callers import FOR_BOTS, caller
from services.play.deps import AnyRequest, Changed, GameDeps, version_of
from services.play.vacations import vacation_span
from services.problems import (
    BAD_REQUEST,
    ILLEGAL_MOVE,
    NOT_FOUND,
    NOT_NOW,
    NOT_YOUR_TURN,
    STALE_VERSION,
    TOO_MANY_REQUESTS,
    UNDO_BARRED,
    ProblemError,
    bad_field,
    told,
)
from services.queries.events import visible_events
from services.queries.preview import PreviewAnswer, read_preview
from services.queries.readers import reader_of_log
from services.queries.tables import visible_table
from services.store.drafts import Draft

PLAYS = problems(
    *BODY, *CALLER, *REPEATABLE, NOT_FOUND, NOT_NOW, NOT_YOUR_TURN, ILLEGAL_MOVE, STALE_VERSION, TOO_MANY_REQUESTS
)
EXTEND = "extend"
"""The motion that one vote decides: to give an opponent more time."""


@post(
    "/api/v1/games/{game_id:str}/preview",
    tags=["play"],
    operation_id="previewCommands",
    summary="Fold a draft on a copy",
    description="Nothing is written. A command that would reveal something is not carried out.",
    status_code=200,
    opt={FOR_BOTS: True},
    security=needs("play", "bot:play"),
    responses=PLAYS,
)
async def preview(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    language: NamedDependency[str],
    data: JSONBody[PreviewBody],
) -> PreviewAnswer:
    return await read_preview(game_deps, game_id, game_deps.player(request), data.commands, language)


@get(
    "/api/v1/games/{game_id:str}/draft",
    tags=["play"],
    summary="Your stored draft",
    security=LOGGED_IN,
    responses=problems(BAD_REQUEST, *CALLER, NOT_FOUND),
)
async def get_draft(request: AnyRequest, game_deps: NamedDependency[GameDeps], game_id: FromPath[str]) -> DraftAnswer:
    user = caller(request).user_id
    async with visible_table(game_deps.tables, game_id, user) as newest:
        choices.seat_to_play(newest.match, user)
    found = await game_deps.drafts.get(GameId(game_id), user)
    if found is None:
        raise ProblemError(NOT_FOUND, told("no_draft"))
    return DraftAnswer(found.version, list(found.commands))


@put(
    "/api/v1/games/{game_id:str}/draft",
    tags=["play"],
    summary="Store a draft for your other devices",
    opt={FOR_BOTS: True},
    security=needs("play", "bot:play"),
    responses=PLAYS,
)
async def put_draft(
    request: AnyRequest, game_deps: NamedDependency[GameDeps], game_id: FromPath[str], data: JSONBody[DraftBody]
) -> DraftAnswer:
    user = game_deps.player(request)
    async with visible_table(game_deps.tables, game_id, user) as newest:
        choices.seat_to_play(newest.match, user)
        game_deps.tables.codec(newest.match.game).convert(data.commands)
    game_deps.free_space.require()
    await game_deps.drafts.put(GameId(game_id), user, Draft(Version(data.version), tuple(data.commands)))
    return DraftAnswer(data.version, data.commands)


@delete(
    "/api/v1/games/{game_id:str}/draft",
    tags=["play"],
    summary="Forget your draft",
    opt={FOR_BOTS: True},
    security=needs("play", "bot:play"),
    responses=problems(BAD_REQUEST, *CALLER, NOT_FOUND, TOO_MANY_REQUESTS),
)
async def delete_draft(request: AnyRequest, game_deps: NamedDependency[GameDeps], game_id: FromPath[str]) -> None:
    user = game_deps.player(request)
    async with visible_table(game_deps.tables, game_id, user) as newest:
        choices.seat_to_play(newest.match, user)
    await game_deps.drafts.drop(GameId(game_id), user)


@post(
    "/api/v1/games/{game_id:str}/commands",
    tags=["play"],
    operation_id="playCommands",
    summary="Choose",
    description="One `command`, or a batch of `commands` with `expected_version`: all or nothing.",
    status_code=200,
    opt={FOR_BOTS: True},
    security=needs("play", "bot:play"),
    responses=PLAYS,
    operation_class=Repeatable,
)
async def command(request: AnyRequest, game_id: FromPath[str], data: JSONBody[Commands]) -> PlainJson[Played]:
    game_deps: GameDeps = (
        request.app.state.game_deps
    )  # injecting it would cost the busiest route as much as its authentication
    values = _values(data)
    user, named = game_deps.begin_change(request, game_id, data, key_of(request))
    expected = None if data.expected_version is None else Version(data.expected_version)
    written = await choices.confirm(game_deps.tables, named, user, values, expected)
    events = visible_events(written.records, reader_of_log(written.table, user))
    return PlainJson(Played(version_of(written), events, repeated=written.appended.repeated))


def _values(data: Commands) -> list[choices.Values]:
    if (data.command is None) == (data.commands is None):
        raise bad_field("command", "one_or_many")
    if data.commands is None:
        return [data.command or {}]
    if data.expected_version is None:
        raise bad_field("expected_version", "version_of_batch")
    return list(data.commands)


@post(
    "/api/v1/games/{game_id:str}/undo",
    tags=["play"],
    operation_id="undoChoices",
    summary="Take back",
    description="Your last batch, or all your batches after `to_version`, as far as nothing came to light since.",
    status_code=200,
    opt={FOR_BOTS: True},
    security=needs("play", "bot:play"),
    responses=problems(*BODY, *CALLER, *REPEATABLE, NOT_FOUND, NOT_NOW, UNDO_BARRED, STALE_VERSION, TOO_MANY_REQUESTS),
)
async def undo(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    data: JSONBody[Undo],
    idempotency_key: IdempotencyKey = None,
) -> Changed:
    user, named = game_deps.begin_change(request, game_id, data, idempotency_key)
    to_version = None if data.to_version is None else Version(data.to_version)
    written = await choices.undo(game_deps.tables, named, user, to_version, most=game_deps.undos_per_turn)
    return Changed(version_of(written), repeated=written.appended.repeated)


@post(
    "/api/v1/games/{game_id:str}/resign",
    tags=["play"],
    summary="Give up",
    description="A bot plays on for your seat; a lone survivor wins at once.",
    status_code=200,
    opt={FOR_BOTS: True},
    security=needs("play", "bot:play"),
    responses=PLAYS,
)
async def resign(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> Changed:
    user, named = game_deps.begin_change(request, game_id, None, idempotency_key)
    return await game_deps.change(named, user, lambda batch: lobby.resign(batch, user))


@post(
    "/api/v1/games/{game_id:str}/votes",
    tags=["play"],
    operation_id="castVote",
    summary="Vote",
    description=(
        "`abandon` ends the game without a result, and `pause` stops its clocks, once every person who still plays "
        "agrees; `resume` lets the clocks run again as soon as half of them agree; `host` makes whoever asked first "
        "the host once more than half of the others agree; `extend` gives the player of a `seat` more time at once."
    ),
    status_code=200,
    opt={FOR_BOTS: True},
    security=needs("play", "bot:play"),
    responses=PLAYS,
)
async def vote(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    data: JSONBody[Vote],
    idempotency_key: IdempotencyKey = None,
) -> Changed:
    user, named = game_deps.begin_change(request, game_id, data, idempotency_key)
    if data.motion == EXTEND:
        if data.seat is None:
            raise bad_field("seat", "whose_time")
        seat = Seat(data.seat)
        return await game_deps.change(named, user, lambda batch: overtime.extend(batch, user, seat))
    return await game_deps.change(named, user, lambda batch: lobby.vote(batch, user, data.motion, agree=data.agree))


@post(
    "/api/v1/games/{game_id:str}/vacation",
    tags=["play"],
    operation_id="announceVacation",
    summary="Be away",
    description="Announces when you are away, in place of what you announced before; without times you are back.",
    status_code=200,
    security=needs("play"),
    responses=PLAYS,
)
async def vacation(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    data: JSONBody[Vacation],
    idempotency_key: IdempotencyKey = None,
) -> Changed:
    start, until = vacation_span(data.start, data.until, game_deps.tables.now())
    user, named = game_deps.begin_change(request, game_id, data, idempotency_key)
    return await game_deps.change(named, user, lambda batch: overtime.announce_absence(batch, user, start, until))


HANDLERS = [
    preview,
    get_draft,
    put_draft,
    delete_draft,
    command,
    undo,
    resign,
    vote,
    vacation,
]
