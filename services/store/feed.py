"""The feed: every append leaves an entry in its partition, and a hint on a channel for subscribers."""

import asyncio
from collections.abc import AsyncIterator, Collection
from time import monotonic

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from domain.kernel.ids import GameId, Version
from projections.runner import START, FeedEntry
from services.store import keys
from services.store.client import Client
from services.store.redis_errors import reading, repeatable
from services.store.shares import EVERYTHING, Shares

_AGAIN_AFTER = 0.5


class RedisFeed:
    """Reads the feed of every partition. `subscriber` is a client of its own for the subscription."""

    partitions = keys.PARTITIONS

    def __init__(
        self, client: Client, subscriber: Redis, shares: Shares | None = None, *, poll_seconds: float = 2.0
    ) -> None:
        """Look at everything at least every `poll_seconds` seconds: a hint may be lost, an entry is not.

        With `shares` only those partitions are hinted at that are this projector's.
        """
        self._shares = shares
        self._client = client
        self._subscriber = subscriber
        self._poll_seconds = poll_seconds

    async def after(self, partition: int, checkpoint: str, limit: int) -> list[FeedEntry]:
        """The entries after a checkpoint."""
        with reading():
            rows = await self._client.xrange(keys.feed(partition), min=f"({checkpoint}", count=limit)
        return [FeedEntry(id_.decode(), GameId(row[b"g"].decode()), Version(int(row[b"v"]))) for id_, row in rows]

    async def end(self, partition: int) -> str:
        """The checkpoint after the newest entry."""
        with reading():
            rows = await self._client.xrevrange(keys.feed(partition), count=1)
        return rows[0][0].decode() if rows else START

    async def games(self, partition: int) -> list[GameId]:
        """Every game of a partition."""
        with reading():
            return [GameId(name.decode()) for name in await self._client.smembers(keys.games(partition))]

    async def trim(self, partition: int, first: str) -> None:
        """Forget all entries before one, which stays: a feed of which something is left tells where it ends."""
        with repeatable():
            await self._client.xtrim(keys.feed(partition), minid=first, approximate=False)

    @property
    def _mine(self) -> frozenset[int]:
        return EVERYTHING if self._shares is None else self._shares.mine

    async def hints(self) -> AsyncIterator[Collection[int]]:
        """The partitions that may have something new, and now and then all of them."""
        while True:
            yield self._mine
            try:
                async with self._subscriber.pubsub() as channel:
                    await channel.subscribe(keys.HINTS)
                    async for partitions in self._heard(channel):
                        yield partitions
            except (RedisError, OSError):
                await asyncio.sleep(_AGAIN_AFTER)

    async def _heard(self, channel: PubSub) -> AsyncIterator[Collection[int]]:
        looked = monotonic()
        while True:
            message = await channel.get_message(ignore_subscribe_messages=True, timeout=self._poll_seconds)
            if message is None or monotonic() - looked > self._poll_seconds:  # also if hints never cease
                looked = monotonic()
                yield self._mine
            else:
                partition = keys.partition_of(GameId(message["data"].decode().split()[0]))
                if partition in self._mine:
                    yield (partition,)
