"""Finds out who makes a request: by a bearer token, or by the web session's cookie."""

from litestar.connection import ASGIConnection
from litestar.types import ASGIApp, Receive, Scope, Send

from services.accounts import Principal
from services.identity.access import ACCESS, ANYONE, Access
from services.identity.cookies import Connection, SessionCookie, is_safe
from services.identity.tokens import Authenticator
from services.logs import learn
from services.problems import FORBIDDEN, UNAUTHENTICATED, ProblemError, told


class Authentication:
    """Puts the principal, or None, where Litestar looks for the user of a request.

    A plain function around every route: what Litestar's own middleware could be told to leave out is never left out.
    """

    def __init__(self, authenticator: Authenticator, cookie: SessionCookie) -> None:
        self._authenticator = authenticator
        self._cookie = cookie

    def __call__(self, app: ASGIApp) -> ASGIApp:
        """A route behind the question who calls."""

        async def identified(scope: Scope, receive: Receive, send: Send) -> None:
            access: Access = scope["route_handler"].opt.get(ACCESS, ANYONE)
            principal, how = await self._identify(scope, access)
            scope["user"], scope["auth"] = principal, how
            if principal is not None:
                learn(user=principal.user_id)
            access.admit(principal)
            await app(scope, receive, send)

        return identified

    async def _identify(self, scope: Scope, access: Access) -> tuple[Principal | None, str | None]:
        if access.credential == "ignored":
            self._refuse_foreign(ASGIConnection(scope))
            return None, None
        for name, value in scope["headers"]:
            if name == b"authorization":
                return await self._by_bearer(value.decode("latin-1")), "bearer"
        return await self._by_cookie(ASGIConnection(scope)), "cookie"

    async def _by_bearer(self, header: str) -> Principal:
        method, _, token = header.partition(" ")
        if method.lower() != "bearer":
            raise ProblemError(UNAUTHENTICATED, told("not_bearer"))
        principal = await self._authenticator.principal(token.strip())
        if principal is None:
            raise ProblemError(UNAUTHENTICATED, told("unknown_token"))
        return principal

    async def _by_cookie(self, connection: Connection) -> Principal | None:
        token = self._cookie.read(connection)
        principal = await self._authenticator.principal(token) if token else None
        if principal and not is_safe(connection) and not self._cookie.comes_from_us(connection):
            raise ProblemError(FORBIDDEN, told("foreign_cookie"))
        return principal

    def _refuse_foreign(self, connection: Connection) -> None:
        """Nobody else's page may log its visitors in, not even into an account that it knows."""
        if not is_safe(connection) and self._cookie.is_foreign(connection):
            raise ProblemError(FORBIDDEN, told("foreign_page"))
