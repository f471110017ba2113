"""What happened: the timeline of a game, its recap for a caller, and the difference of two versions."""

from typing import Annotated

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from services.api.games.view import READS_AS
from services.api.hang_ups import ENDS_WITH_CLIENT
from services.api.looking_back import looks_back
from services.api.openapi import ANYONE
from services.api.params import AsReader, AtVersion, Invitation
from services.identity.callers import user_of
from services.play.deps import AnyRequest, GameDeps
from services.queries.sources import ReadRequest
from services.queries.timeline import (
    DiffAnswer,
    RecapAnswer,
    TimelineAnswer,
    read_diff,
    read_recap,
    read_timeline,
)
from services.queries.visible_log import MOST_LINES, open_log

After = Annotated[int, QueryParameter(ge=0, le=2**53, description="Only what came after this version.")]
Limit = Annotated[int, QueryParameter(ge=1, le=MOST_LINES, description="At least so many lines, then to a turn's end.")]
Since = Annotated[int | None, QueryParameter(ge=0, le=2**53, description="Default: the end of your last turn.")]
FromVersion = Annotated[int, QueryParameter(name="from", ge=1, le=2**53)]
ToVersion = Annotated[int, QueryParameter(name="to", ge=1, le=2**53)]


@get(
    "/api/v1/games/{game_id:str}/timeline",
    tags=["reading"],
    operation_id="getTimeline",
    summary="The game in words",
    security=ANYONE,
    description="One line for each event that tells something, under the player whose turn it belongs to; names are "
    "those of the time. A page ends where a turn does; `at` tells it up to a version, and `as` adds what that reader "
    "could read of what was sealed.",
    guards=[looks_back],
    middleware=[ENDS_WITH_CLIENT],
    responses=READS_AS,
)
async def show_timeline(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    language: NamedDependency[str],
    after: After = 0,
    limit: Limit = 100,
    at: AtVersion = None,
    as_reader: AsReader = None,
    min_version: AtVersion = None,
    invitation: Invitation = None,
) -> TimelineAnswer:
    asked = ReadRequest(game_id, user_of(request), invitation, as_reader, min_version)
    return await read_timeline(await open_log(game_deps, asked), after, limit, at, language)


@get(
    "/api/v1/games/{game_id:str}/recap",
    tags=["reading"],
    operation_id="getRecap",
    summary="What happened since your last turn",
    security=ANYONE,
    description="Or since a version; with `as` since that seat's last turn. Before your first turn it begins after the "
    "set-up; without a seat it is told from the start.",
    guards=[looks_back],
    middleware=[ENDS_WITH_CLIENT],
    responses=READS_AS,
)
async def recap(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    language: NamedDependency[str],
    since: Since = None,
    as_reader: AsReader = None,
    min_version: AtVersion = None,
    invitation: Invitation = None,
) -> RecapAnswer:
    asked = ReadRequest(game_id, user_of(request), invitation, as_reader, min_version)
    return await read_recap(await open_log(game_deps, asked), since, language)


@get(
    "/api/v1/games/{game_id:str}/diff",
    tags=["reading"],
    operation_id="getDiff",
    summary="The difference of two versions",
    security=ANYONE,
    description="The events between them in words, and the places at which your view (or that of `as`) differs. "
    "A version within the set-up stands for its end: a set-up is shown whole.",
    guards=[looks_back],
    responses=READS_AS,
)
async def diff(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    language: NamedDependency[str],
    from_version: FromVersion,
    to_version: ToVersion,
    as_reader: AsReader = None,
    invitation: Invitation = None,
) -> DiffAnswer:
    asked = ReadRequest(game_id, user_of(request), invitation, as_reader)
    return await read_diff(await open_log(game_deps, asked), from_version, to_version, language)


HANDLERS = [show_timeline, recap, diff]
