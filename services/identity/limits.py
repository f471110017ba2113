"""Limits on how often something may be done.

Commands are counted in the process, because a round trip per command would cost more than the command; with several
API processes a user has as many allowances. What protects passwords, sign-up and mailboxes is counted in Redis for all
processes, atomically. Never a place for permissions: a caller who is refused here may come back later.
"""

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256

from limits import RateLimitItem, RateLimitItemPerDay, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.aio.storage import RedisStorage
from limits.aio.storage.redis.redispy import RedispyBridge
from limits.aio.strategies import MovingWindowRateLimiter

from services.identity.client_address import ClientAddress
from services.identity.cookies import Connection
from services.problems import too_many_requests
from services.store.client import RedisClient
from services.store.keys import LIMITS
from services.store.redis_errors import reading

LOG_IN_PER_ADDRESS = RateLimitItemPerMinute(10, namespace="log-in-address")
LOG_IN_PER_ACCOUNT = RateLimitItemPerMinute(5, namespace="log-in-account")
LOG_IN_PER_DEVICE = RateLimitItemPerMinute(5, namespace="log-in-device")
PROOF_PER_ACCOUNT = RateLimitItemPerMinute(5, namespace="proof-account")
SIGN_UP_PER_ADDRESS = RateLimitItemPerHour(20, namespace="sign-up-address")
GUEST_PER_ADDRESS = RateLimitItemPerHour(20, namespace="guest-address")
RESET_PER_ADDRESS = RateLimitItemPerHour(10, namespace="reset-address")
RESET_PER_ACCOUNT = RateLimitItemPerHour(3, namespace="reset-account")
RENAME_PER_ACCOUNT = RateLimitItemPerDay(3, namespace="rename-account")
OWN_DATA_PER_ACCOUNT = RateLimitItemPerHour(6, namespace="own-data-account")
CONFIRMATION_PER_MAILBOX = RateLimitItemPerHour(1, multiples=6, namespace="confirmation-mailbox")
CONFIRMATION_PER_ACCOUNT = RateLimitItemPerHour(3, namespace="confirmation-account")
CONFIRMATION_PER_ADDRESS = RateLimitItemPerHour(10, namespace="confirmation-address")

COMMANDS_PER_SECOND = 50
COMMAND_BURST = 200
READ_BURST_SECONDS = 12
MOST_WAITING = 20
"""Reads from one address that may wait for a version at the same time, on each API process."""
_TIDY_ABOVE = 10_000


class CommandLimit:
    """An even rate with room for a burst, one number a user (the generic cell rate algorithm)."""

    def __init__(
        self,
        rate: float = COMMANDS_PER_SECOND,
        burst: int = COMMAND_BURST,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._interval = 1 / rate
        self._slack = burst / rate
        self._clock = clock
        self._paid_until: dict[str, float] = {}
        self._tidy_above = _TIDY_ABOVE

    def take(self, user: str, commands: int = 1) -> None:
        """Count commands of a user, or refuse all of them."""
        now = self._clock()
        paid_until = max(self._paid_until.get(user, now), now) + commands * self._interval
        ahead = paid_until - now - self._slack
        if ahead > 1e-9:  # noqa: PLR2004 - sums of intervals are not exact
            raise too_many_requests(math.ceil(ahead))
        self._paid_until[user] = paid_until
        if len(self._paid_until) > self._tidy_above:
            self._paid_until = {who: until for who, until in self._paid_until.items() if until > now}
            self._tidy_above = max(_TIDY_ABOVE, 2 * len(self._paid_until))


class ReadLimit:
    """How often somebody may look back into logs, which costs more than anything else that can be read."""

    def __init__(self, client_address: ClientAddress, per_second: float) -> None:
        self._client_address = client_address
        self._limit = CommandLimit(per_second, round(per_second * READ_BURST_SECONDS) or 1)
        self._waiting: Counter[str] = Counter()

    def take(self, connection: Connection) -> None:
        """Count a call of this client, or refuse it. Loopback is not counted."""
        bucket = self._client_address.bucket(connection.scope)
        if bucket is not None:
            self._limit.take(bucket)

    def look_back(self, connection: Connection, at: int | None) -> None:
        """Count a read of an earlier version, for which a part of the log is folded anew."""
        if at is not None:
            self.take(connection)

    @contextmanager
    def waiting(self, connection: Connection) -> Iterator[None]:
        """Count a read of this client that waits for a version, for the length of a block, or refuse it."""
        bucket = self._client_address.bucket(connection.scope)
        if bucket is None:
            yield
            return
        if self._waiting[bucket] >= MOST_WAITING:
            raise too_many_requests(1)
        self._waiting[bucket] += 1
        try:
            yield
        finally:
            self._waiting[bucket] -= 1
            self._waiting += Counter()  # which forgets those that wait for nothing


class SharedLimits:
    """Limits that hold for all processes together."""

    def __init__(self, client: RedisClient) -> None:
        self._window = MovingWindowRateLimiter(_Storage(client))

    async def count_address(self, limit: RateLimitItem, address: str | None) -> None:
        """Count a call from an address by the name that it is counted under, or refuse it."""
        if address is not None:
            await self._count(limit, address)

    async def count_account(self, limit: RateLimitItem, name: str) -> None:
        """Count a call about this account, or refuse it, whether or not there is such an account."""
        await self._count(limit, _hidden(name))

    async def forgive_account(self, limit: RateLimitItem, name: str) -> None:
        """Start counting anew: the owner has proven to be the owner."""
        with reading():
            await self._window.clear(limit, _hidden(name))

    async def _count(self, limit: RateLimitItem, who: str) -> None:
        with reading():
            if await self._window.hit(limit, who):
                return
            reset_time, _ = await self._window.get_window_stats(limit, who)
        raise too_many_requests(max(1, math.ceil(reset_time - time.time())))


class _Storage(RedisStorage):
    """The limits' storage on our own client, be it one Redis or a cluster, instead of connections of its own."""

    bridge: RedispyBridge

    def __init__(self, client: RedisClient) -> None:
        self._client = client
        super().__init__("async+redis://", implementation="redispy", key_prefix=LIMITS)

    def configure_bridge(self) -> None:
        self.bridge.storage = self._client
        self.bridge.connection_getter = self._get_client  # type: ignore[assignment] # redis-py types differ from their protocol

    def _get_client(self, _readonly: bool) -> RedisClient:  # noqa: FBT001 - the library calls it so
        return self._client


def _hidden(name: str) -> str:
    return sha256(name.encode()).hexdigest()
