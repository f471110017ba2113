"""What a token stands for, without a round trip to Redis in the usual case.

It is remembered in the process for a moment and forgotten at once when another process says that the user's rights
changed. While this process cannot hear the others it remembers nothing. Never logs a token, and keeps only its
SHA-256.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import structlog
from redis.exceptions import RedisError

from domain.kernel.ids import UserId
from services.accounts import SECOND, Principal, milliseconds
from services.store.accounts import Accounts
from services.store.accounts.credentials import Clock
from services.store.accounts.ids import digest_of
from services.store.client import RedisClient
from services.store.keys import RIGHTS_CHANGED

REMEMBER = 30 * SECOND
MOST_REMEMBERED = 10_000
LISTEN_AGAIN_AFTER = 0.2


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
        self.subscribed = False
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
        if principal and self.subscribed and changes == self._changes:  # nothing changed while Redis was asked
            self._remember(digest, principal)
        return principal

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Hear of changed rights for the length of a block (a lifespan of the app)."""
        task = asyncio.create_task(self._listen())
        try:
            yield
        finally:
            while not task.done():  # redis-py loses a cancellation that comes while it connects
                task.cancel()
                await asyncio.wait({task}, timeout=0.1)
            await self._subscriber.aclose()

    def forget(self, user: UserId | None) -> None:
        """Forget what a user's tokens stand for (`None`: everybody's)."""
        self._changes += 1
        for digest in [one for one, known in self._known.items() if user in {None, known.principal.user_id}]:
            del self._known[digest]

    def _remember(self, digest: str, principal: Principal) -> None:
        if len(self._known) >= MOST_REMEMBERED:
            del self._known[next(iter(self._known))]
        self._known[digest] = _Known(principal, min(self._clock() + REMEMBER, principal.expires_at))

    async def _listen(self) -> None:
        while True:
            try:
                await self._follow()
            except (RedisError, OSError) as error:
                if self.subscribed:  # once, not five times a second until the store is back
                    structlog.get_logger().warning("revocations_unheard", error=type(error).__name__)
            finally:
                self._start_afresh(subscribed=False)
            await asyncio.sleep(LISTEN_AGAIN_AFTER)

    async def _follow(self) -> None:
        await self._subscriber.initialize()  # a cluster's subscription does not look for its nodes by itself
        async with self._subscriber.pubsub() as channel:
            await channel.subscribe(RIGHTS_CHANGED)
            async for message in channel.listen():
                if message["type"] == "message":
                    self._accounts.rights_changes.announce(UserId(message["data"].decode()))
                elif message["type"] == "subscribe":
                    self._start_afresh(subscribed=True)

    def _start_afresh(self, *, subscribed: bool) -> None:
        """Changes that were published while nothing was subscribed are lost, so nothing that was known then counts."""
        self.subscribed = subscribed
        self._accounts.rights_changes.announce(None)
