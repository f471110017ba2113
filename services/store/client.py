"""What we use of a Redis client. One server and a cluster look alike here, and answers are always bytes.

redis-py's own annotations allow for every setting a client can have; ours has one, so it is said once here.
"""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias, cast

from redis.asyncio import Redis, RedisCluster

RedisClient: TypeAlias = Redis | RedisCluster
"""The clients themselves, for what needs more than the store does: subscriptions, other libraries."""


class Client(Protocol):
    """The commands of Redis 6.2 that the store uses."""

    async def execute_command(self, *words: Any) -> Any:  # noqa: ANN401 - whatever it returns
        """Send a command."""

    async def eval(self, script: str, numkeys: int, *values: object) -> Any:  # noqa: ANN401 - whatever it returns
        """Run a script."""

    async def get(self, name: str) -> bytes | None:
        """The value of a key."""

    async def set(self, name: str, value: bytes | str, *, ex: int | None = None, nx: bool = False) -> object:
        """Set a key, for some seconds or only if there is none."""

    async def delete(self, name: str) -> int:
        """Delete a key."""

    async def hget(self, name: str, key: str) -> bytes | None:
        """A field of a hash."""

    async def hkeys(self, name: str) -> Sequence[bytes]:
        """The names of all fields of a hash."""

    async def hgetall(self, name: str) -> Mapping[bytes, bytes]:
        """All fields of a hash."""

    async def sadd(self, name: str, value: str) -> int:
        """Put a member into a set."""

    async def srem(self, name: str, value: str) -> int:
        """Take a member out of a set."""

    async def hexists(self, name: str, key: str) -> bool:
        """Whether a hash has a field."""

    async def hset(
        self,
        name: str,
        key: str | None = None,
        value: bytes | str | None = None,
        mapping: Mapping[str, bytes] | None = None,
    ) -> int:
        """Set a field of a hash, or several."""

    async def hdel(self, name: str, *keys: str) -> int:
        """Remove fields of a hash."""

    async def smembers(self, name: str) -> Collection[bytes]:
        """The members of a set."""

    async def zrangebyscore(
        self, name: str, low: float | str, high: float | str, start: int | None = None, num: int | None = None
    ) -> Sequence[bytes]:
        """The members of a sorted set between two scores."""

    async def zrange(
        self, name: str, start: int, end: int, *, withscores: Literal[True]
    ) -> Sequence[tuple[bytes, float]]:
        """The members of a sorted set between two places, with their scores."""

    async def zadd(self, name: str, mapping: Mapping[str, float]) -> int:
        """Put members into a sorted set, or give them other scores."""

    async def zrem(self, name: str, value: str) -> int:
        """Take a member out of a sorted set."""

    async def zcard(self, name: str) -> int:
        """The size of a sorted set."""

    async def zlexcount(self, name: str, min: str, max: str) -> int:  # noqa: A002 - redis-py's names
        """How many members of a sorted set lie between two texts."""

    async def zrevrangebylex(
        self,
        name: str,
        max: str,  # noqa: A002 - redis-py's name for it
        min: str,  # noqa: A002 - redis-py's name for it
        start: int,
        num: int,
    ) -> Sequence[bytes]:
        """The members of a sorted set between two texts, backwards."""

    async def hsetnx(self, name: str, key: str, value: str) -> int:
        """Set a field of a hash that has none of that name."""

    async def hmget(self, name: str, keys: Sequence[str]) -> Sequence[bytes | None]:
        """Several fields of a hash."""

    async def xlen(self, name: str) -> int:
        """The length of a stream."""

    async def xrange(
        self,
        name: str,
        min: str = "-",  # noqa: A002 - redis-py's name for it
        max: str = "+",  # noqa: A002 - redis-py's name for it
        count: int | None = None,
    ) -> Sequence[tuple[bytes, Mapping[bytes, bytes]]]:
        """The entries of a stream."""

    async def xrevrange(
        self,
        name: str,
        max: str = "+",  # noqa: A002 - redis-py's name for it
        min: str = "-",  # noqa: A002 - redis-py's name for it
        count: int | None = None,
    ) -> Sequence[tuple[bytes, Mapping[bytes, bytes]]]:
        """The entries of a stream, backwards."""

    async def xtrim(self, name: str, *, minid: str, approximate: bool) -> int:
        """Take the entries of a stream before an id away."""

    def scan_iter(self, match: str | None = None, count: int | None = None) -> AsyncIterator[bytes]:
        """The names of all keys of a form, on every server, each at least once."""

    async def publish(self, channel: str, message: str) -> int:
        """Send a message to a channel."""

    async def time(self) -> tuple[int, int]:
        """The server's clock: seconds and microseconds."""


def giving_bytes(client: RedisClient) -> Client:
    """A client as the store uses it: redis-py's annotations allow for text answers, ours gives bytes."""
    return cast("Client", client)
