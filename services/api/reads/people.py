"""What belongs to a person across games: the inbox and the page of results."""

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath

from domain.kernel.ids import UserId
from services.api.hang_ups import ENDS_WITH_CLIENT
from services.api.openapi import ANYONE, CALLER, needs, problems
from services.api.params import Cursor, GameAtVersion
from services.identity.callers import FOR_BOTS, caller, requires, user_of
from services.play.deps import AnyRequest, GameDeps
from services.problems import BAD_REQUEST, NOT_FOUND, TOO_MANY_REQUESTS
from services.queries.inbox import InboxAnswer, read_inbox
from services.queries.people import UserAnswer, read_user
from services.queries.tables import wait_for_models

PAGE = 50


@get(
    "/api/v1/me/inbox",
    tags=["reading"],
    operation_id="getInbox",
    summary="The games that wait for you",
    description="The soonest deadline first; then those without one, the one that has waited longest first. "
    "`POST /api/v1/me/feeds` makes an address for calendars and feed readers.",
    guards=[requires("read")],
    opt={FOR_BOTS: True},
    security=needs("read", "bot:play"),
    middleware=[ENDS_WITH_CLIENT],
    responses=problems(BAD_REQUEST, *CALLER, TOO_MANY_REQUESTS),
)
async def show_inbox(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    language: NamedDependency[str],
    cursor: Cursor = None,
    min_version: GameAtVersion = None,
) -> InboxAnswer:
    user = caller(request).user_id
    await wait_for_models(game_deps, min_version)
    return await read_inbox(game_deps, user, cursor, PAGE, language)


@get(
    "/api/v1/users/{user_id:str}",
    tags=["reading"],
    operation_id="getUser",
    summary="A person's games and results",
    security=ANYONE,
    description="Counted from the games that you may see: private ones show only to their own people.",
    middleware=[ENDS_WITH_CLIENT],
    responses=problems(BAD_REQUEST, NOT_FOUND, TOO_MANY_REQUESTS),
)
async def show_user(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    user_id: FromPath[str],
    language: NamedDependency[str],
    min_version: GameAtVersion = None,
) -> UserAnswer:
    await wait_for_models(game_deps, min_version)
    return await read_user(game_deps, UserId(user_id), user_of(request), language)


HANDLERS = [show_inbox, show_user]
