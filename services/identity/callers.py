"""The caller of a request, and what a caller must be allowed to do."""

from typing import Any

from litestar import Request
from litestar.handlers import BaseRouteHandler
from litestar.types import Guard

from domain.kernel.ids import UserId
from services.accounts import Principal
from services.accounts import Scope as AccessScope
from services.identity.access import SESSION, Access
from services.identity.cookies import Connection
from services.problems import UNAUTHENTICATED, ProblemError

AnyRequest = Request[Any, Any, Any]


def caller(connection: Connection) -> Principal:
    """The principal of a request that needs one."""
    if not isinstance(connection.user, Principal):
        raise ProblemError(UNAUTHENTICATED)
    return connection.user


def user_of(connection: Connection) -> UserId | None:
    """The caller, if there is one."""
    return connection.user.user_id if isinstance(connection.user, Principal) else None


def require_scope(connection: Connection, scope: AccessScope) -> Principal:
    """The principal, if the credential that was shown has this scope."""
    principal = caller(connection)
    Access((scope,)).check(principal)
    return principal


def require_session(connection: Connection) -> Principal:
    """The principal, if it logged in by password; a personal token must never make tokens or change passwords."""
    principal = caller(connection)
    SESSION.check(principal)
    return principal


# The same as guards, which refuse before the body is read. They are coroutines because Litestar runs plain functions
# in a thread (0.3 ms); each guard still costs it a copy of the handler, so the hottest routes call the functions above.


def requires(scope: AccessScope) -> Guard:
    async def guard(connection: Connection, _handler: BaseRouteHandler) -> None:
        require_scope(connection, scope)

    return guard


async def session_only(connection: Connection, _handler: BaseRouteHandler) -> None:
    require_session(connection)
