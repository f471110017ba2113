"""Lists of tables."""

from typing import Literal

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromQuery

from projections.rows import EVERYONE
from services.api.hang_ups import ENDS_WITH_CLIENT
from services.api.openapi import ANYONE, problems
from services.api.params import Cursor, GameAtVersion
from services.identity.callers import caller, user_of
from services.play.deps import AnyRequest, GameDeps
from services.problems import BAD_REQUEST, TOO_MANY_REQUESTS
from services.queries.lists import GameList, ListRequest, read_list
from services.queries.tables import wait_for_models

PAGE = 50


@get(
    "/api/v1/games",
    tags=["games"],
    summary="Lists of games",
    security=ANYONE,
    middleware=[ENDS_WITH_CLIENT],
    responses=problems(BAD_REQUEST, TOO_MANY_REQUESTS),
)
async def list_games(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    language: NamedDependency[str],
    status: FromQuery[Literal["lobby", "active", "scoring", "finished", "abandoned"] | None] = None,
    game: FromQuery[str | None] = None,
    mine: FromQuery[bool] = False,
    cursor: Cursor = None,
    min_version: GameAtVersion = None,
) -> GameList:
    asked = ListRequest(user_of(request), caller(request).user_id if mine else EVERYONE, status, game, cursor)
    await wait_for_models(game_deps, min_version)
    return await read_list(game_deps, asked, PAGE, language)


HANDLERS = [list_games]
