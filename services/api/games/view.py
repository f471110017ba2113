"""A game at any version, the options of a seat, and the log, as the caller may see them. Nothing here writes."""

from typing import Annotated

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from services.api.hang_ups import ENDS_WITH_CLIENT
from services.api.openapi import ANYONE, problems
from services.api.params import AsReader, AtVersion, Invitation
from services.identity.callers import user_of
from services.play.deps import AnyRequest, GameDeps
from services.problems import BAD_REQUEST, FORBIDDEN, NOT_FOUND, TOO_MANY_REQUESTS
from services.queries.events import EventsAnswer, read_events
from services.queries.game import GameAnswer, read_game
from services.queries.options import OptionsAnswer, read_options
from services.queries.sources import ReadRequest

READS = problems(BAD_REQUEST, NOT_FOUND, TOO_MANY_REQUESTS)
"""What a read of a game can answer."""
READS_AS = problems(BAD_REQUEST, NOT_FOUND, FORBIDDEN, TOO_MANY_REQUESTS)
"""The same where `as` may be asked for too early."""
MOST_EVENTS = 1000


@get(
    "/api/v1/games/{game_id:str}",
    tags=["play"],
    operation_id="getGame",
    summary="A game as you may see it",
    description=(
        "`at` shows an earlier version; `min_version` waits up to 10 s for a later one. "
        "Once the game is over `as` shows it as another seat saw it, or as it was."
    ),
    security=ANYONE,
    middleware=[ENDS_WITH_CLIENT],
    responses=READS_AS,
)
async def show(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    language: NamedDependency[str],
    at: AtVersion = None,
    as_reader: AsReader = None,
    min_version: AtVersion = None,
    invitation: Invitation = None,
) -> GameAnswer:
    game_deps.count_look_back(request, at)
    asked = ReadRequest(game_id, user_of(request), invitation, as_reader, min_version)
    return await read_game(game_deps, asked, at, lang=language)


@get(
    "/api/v1/games/{game_id:str}/options",
    tags=["play"],
    operation_id="listOptions",
    summary="Every legal command of yours",
    description=(
        "`at` lists those of an earlier version. Once the game is over `as` lists those of another seat, "
        "and as the `truth` those of every seat."
    ),
    security=ANYONE,
    responses=READS_AS,
)
async def options(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    language: NamedDependency[str],
    at: AtVersion = None,
    as_reader: AsReader = None,
    invitation: Invitation = None,
) -> OptionsAnswer:
    game_deps.count_look_back(request, at)
    return await read_options(game_deps, ReadRequest(game_id, user_of(request), invitation, as_reader), at, language)


@get(
    "/api/v1/games/{game_id:str}/events",
    tags=["play"],
    operation_id="listEvents",
    summary="The log as you may see it",
    description="Whole once the game is over, unless `as` asks for what a seat or a spectator could read before.",
    security=ANYONE,
    responses=READS_AS,
)
async def events(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    after: Annotated[int, QueryParameter(ge=0, le=2**53)] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_EVENTS)] = 200,
    at: AtVersion = None,
    as_reader: AsReader = None,
    invitation: Invitation = None,
) -> EventsAnswer:
    game_deps.count_look_back(request, at)
    asked = ReadRequest(game_id, user_of(request), invitation, as_reader)
    return await read_events(game_deps, asked, after, limit, at)


HANDLERS = [show, options, events]
