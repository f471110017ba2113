"""Who makes a request: a bearer token or the web session's cookie, without a round trip to Redis in the usual case.

What a token stands for is remembered in the process for a moment and forgotten at once when another process says that
the user's rights changed. While this process cannot hear the others it remembers nothing. Never logs a token, and
keeps only its SHA-256.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import structlog
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Guard, Receive, Scope, Send
from redis.exceptions import RedisError

from domain.kernel.ids import UserId
from services.identity.cookies import Connection, SessionCookie, is_safe
from services.logs import learn
from services.problems import FORBIDDEN, UNAUTHENTICATED, ProblemError
from services.store.accounts import Accounts, Principal
from services.store.accounts import Scope as AccessScope
from services.store.accounts.accounts import milliseconds
from services.store.accounts.credentials import Clock
from services.store.accounts.ids import digest_of
from services.store.accounts.model import SECOND
from services.store.client import RedisClient
from services.store.keys import RIGHTS_CHANGED

REMEMBER = 30 * SECOND
MOST_REMEMBERED = 10_000
LISTEN_AGAIN_AFTER = 0.2

IGNORES_CREDENTIALS = "ignores_credentials"
"""A key for a handler's `opt`: it is for people who are not logged in, so an old token must not stand in their way."""


class _Known(NamedTuple):
    principal: Principal
    until: int


class Authenticator:
    """Finds the principal of a token.

    `subscriber` is a client of its own for the subscription, closed with it. It must not retry by itself, so that
    silence is noticed.
    """

    def __init__(self, accounts: Accounts, subscriber: RedisClient, clock: Clock = milliseconds) -> None:
        self._accounts = accounts
        self._subscriber = subscriber
        self._clock = clock
        self._known: dict[str, _Known] = {}
        self.hears = False
        """Whether word of changes reaches this process."""
        self._changes = 0
        accounts.rights_changes.subscribe(self.forget)

    async def principal(self, token: str) -> Principal | None:
        digest = digest_of(token)
        if digest is None:
            return None
        known = self._known.get(digest)
        if known and known.until > self._clock():
            return known.principal
        changes = self._changes
        principal = await self._accounts.credentials.principal(token)
        if principal and self.hears and changes == self._changes:  # nothing changed while Redis was asked
            self._remember(digest, principal)
        return principal

    @asynccontextmanager
    async def listening(self, _app: object = None) -> AsyncIterator[None]:
        """Hear of changed rights for the length of a block (a lifespan of the app)."""
        task = asyncio.create_task(self._listen())
        try:
            yield
        finally:
            while not task.done():  # redis-py loses a cancellation that comes while it connects
                task.cancel()
                await asyncio.wait({task}, timeout=0.1)
            await self._subscriber.aclose()

    def forget(self, user: UserId) -> None:
        self._changes += 1
        for digest in [digest for digest, known in self._known.items() if known.principal.user_id == user]:
            del self._known[digest]

    def _remember(self, digest: str, principal: Principal) -> None:
        if len(self._known) >= MOST_REMEMBERED:
            del self._known[next(iter(self._known))]
        self._known[digest] = _Known(principal, min(self._clock() + REMEMBER, principal.expires_at))

    async def _listen(self) -> None:
        while True:
            try:
                await self._hear()
            except (RedisError, OSError) as error:
                if self.hears:  # once, not five times a second until the store is back
                    structlog.get_logger().warning("revocations_unheard", error=type(error).__name__)
            finally:
                self._start_afresh(hears=False)
            await asyncio.sleep(LISTEN_AGAIN_AFTER)

    async def _hear(self) -> None:
        await self._subscriber.initialize()  # a cluster's subscription does not look for its nodes by itself
        async with self._subscriber.pubsub() as channel:
            await channel.subscribe(RIGHTS_CHANGED)
            async for message in channel.listen():
                if message["type"] == "message":
                    self.forget(UserId(message["data"].decode()))
                elif message["type"] == "subscribe":
                    self._start_afresh(hears=True)

    def _start_afresh(self, *, hears: bool) -> None:
        """What was said while nobody listened is lost, so nothing that was known then counts."""
        self.hears = hears
        self._changes += 1
        self._known.clear()


class Authentication(ASGIMiddleware):
    """Puts the principal, or None, where Litestar looks for the user of a request."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    def __init__(self, authenticator: Authenticator, cookie: SessionCookie) -> None:
        self._authenticator = authenticator
        self._cookie = cookie

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        principal, how = await self._identify(scope)
        scope["user"], scope["auth"] = principal, how
        if principal is not None:
            learn(user=principal.user_id)
        await next_app(scope, receive, send)

    async def _identify(self, scope: Scope) -> tuple[Principal | None, str | None]:
        if scope["route_handler"].opt.get(IGNORES_CREDENTIALS):
            self._refuse_foreign(ASGIConnection(scope))
            return None, None
        for name, value in scope["headers"]:
            if name == b"authorization":
                return await self._by_bearer(value.decode("latin-1")), "bearer"
        return await self._by_cookie(ASGIConnection(scope)), "cookie"

    async def _by_bearer(self, header: str) -> Principal:
        method, _, token = header.partition(" ")
        if method.lower() != "bearer":
            raise ProblemError(UNAUTHENTICATED, "The Authorization header must be of the form `Bearer <token>`.")
        principal = await self._authenticator.principal(token.strip())
        if principal is None:
            raise ProblemError(UNAUTHENTICATED, "This token is not known here; it may have expired or been ended.")
        return principal

    async def _by_cookie(self, connection: Connection) -> Principal | None:
        token = self._cookie.read(connection)
        principal = await self._authenticator.principal(token) if token else None
        if principal and not is_safe(connection) and not self._cookie.comes_from_us(connection):
            raise ProblemError(FORBIDDEN, "The session's cookie counts only in requests of this server's own pages.")
        return principal

    def _refuse_foreign(self, connection: Connection) -> None:
        """Nobody else's page may log its visitors in, not even into an account that it knows."""
        if not is_safe(connection) and self._cookie.is_foreign(connection):
            raise ProblemError(FORBIDDEN, "A page of another site sent this.")


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
    if scope not in principal.scopes:
        raise ProblemError(FORBIDDEN, f"This needs the scope `{scope}`, which your credential does not have.")
    return principal


def require_session(connection: Connection) -> Principal:
    """The principal, if it logged in by password; a personal token must never make tokens or change passwords."""
    principal = caller(connection)
    if principal.kind != "session":
        raise ProblemError(FORBIDDEN, "This needs a log-in by password; a personal token is not enough.")
    return principal


# The same as guards, which refuse before the body is read. They are coroutines because Litestar runs plain functions
# in a thread (0.3 ms); each guard still costs it a copy of the handler, so the hottest routes call the functions above.


def requires(scope: AccessScope) -> Guard:
    async def guard(connection: Connection, _handler: BaseRouteHandler) -> None:
        require_scope(connection, scope)

    return guard


async def session_only(connection: Connection, _handler: BaseRouteHandler) -> None:
    require_session(connection)
