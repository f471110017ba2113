"""What belongs to a person across games: the inbox and the page of results."""

from litestar.di import NamedDependency
from litestar.params import FromPath

from domain.kernel.ids import UserId
from services.api.asks import GivenActs
from services.api.params import Cursor, GameAtVersion
from services.api.routes import Routes
from services.identity.access import ANYONE, READ_OR_BOT
from services.identity.callers import AnyRequest, caller, user_of
from services.queries.inbox import InboxAnswer, read_inbox
from services.queries.people import UserAnswer, read_user
from services.queries.tables import wait_for_models

routes = Routes("reading")

PAGE = 50


@routes.get("/api/v1/me/inbox", READ_OR_BOT)
async def get_inbox(
    request: AnyRequest,
    acts: GivenActs,
    language: NamedDependency[str],
    cursor: Cursor = None,
    min_version: GameAtVersion = None,
) -> InboxAnswer:
    """The games waiting for you.

    The next deadline first; then games without one, the longest waiting first. `POST /api/v1/me/feeds` makes an address
    for calendars and feed readers.
    """
    user = caller(request).user_id
    await wait_for_models(acts, min_version)
    return await read_inbox(acts, user, cursor, PAGE, language)


@routes.get("/api/v1/users/{user_id:str}", ANYONE)
async def get_user(
    request: AnyRequest,
    acts: GivenActs,
    user_id: FromPath[str],
    language: NamedDependency[str],
    min_version: GameAtVersion = None,
) -> UserAnswer:
    """A person's games and results.

    Counted from the games that you may see: private ones show only to their own people.
    """
    await wait_for_models(acts, min_version)
    return await read_user(acts, UserId(user_id), user_of(request), language)
