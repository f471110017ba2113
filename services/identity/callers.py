"""The caller of a request, and what a caller must be allowed to do."""

from litestar.handlers import BaseRouteHandler
from litestar.types import Guard

from domain.kernel.ids import UserId
from services.identity.cookies import Connection
from services.problems import FORBIDDEN, UNAUTHENTICATED, ProblemError, told
from services.store.accounts import Principal
from services.store.accounts import Scope as AccessScope

FOR_BOTS = "for_bots"
"""A key for a handler's `opt`: what a bot needs to play, so the scope `bot:play` is enough."""


def caller(connection: Connection) -> Principal:
    """The principal of a request that needs one."""
    if not isinstance(connection.user, Principal):
        raise ProblemError(UNAUTHENTICATED)
    return connection.user


def user_of(connection: Connection) -> UserId | None:
    """The caller, if there is one."""
    return connection.user.user_id if isinstance(connection.user, Principal) else None


def require_scope(connection: Connection, scope: AccessScope) -> Principal:
    """The principal, if the credential that was shown has this scope, or that of bots where it is enough."""
    principal = caller(connection)
    as_bot = "bot:play" in principal.scopes and connection.route_handler.opt.get(FOR_BOTS)
    if scope not in principal.scopes and not as_bot:
        raise ProblemError(FORBIDDEN, told("scope_needed", scope=scope))
    return principal


def refuse_guest(principal: Principal) -> None:
    """A guest plays at private tables with bots, or where an invitation leads, and asks nobody in."""
    if principal.guest:
        raise ProblemError(FORBIDDEN, told("guest"), reason="guest")


def require_session(connection: Connection) -> Principal:
    """The principal, if it logged in by password; a personal token must never make tokens or change passwords."""
    principal = caller(connection)
    if principal.kind != "session":
        raise ProblemError(FORBIDDEN, told("session_needed"))
    return principal


# The same as guards, which refuse before the body is read. They are coroutines because Litestar runs plain functions
# in a thread (0.3 ms); each guard still costs it a copy of the handler, so the hottest routes call the functions above.


def requires(scope: AccessScope) -> Guard:
    async def guard(connection: Connection, _handler: BaseRouteHandler) -> None:
        require_scope(connection, scope)

    return guard


async def session_only(connection: Connection, _handler: BaseRouteHandler) -> None:
    require_session(connection)
