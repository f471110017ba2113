"""Servers that a test may break, clients with little patience, and the check of what is left in a log."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

from redis.asyncio import ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from domain.kernel import chain
from domain.kernel.ids import GameId
from services.store import keys
from services.store.deadline import TimedRedis
from services.store.events import Appended, EventStore

AnyRedis: TypeAlias = Any
"""A client of redis-py; the types of its kinds have nothing in common that could be named."""


def append_only_file(folder: Path) -> Path:
    """The file that every write of a server in this folder goes to."""
    (file,) = folder.glob("appendonlydir/*.incr.aof")
    return file


def cut_tail(folder: Path, count: int) -> None:
    """Take the last bytes away, as a power cut may."""
    file = append_only_file(folder)
    with file.open("r+b") as content:
        content.truncate(file.stat().st_size - count)


@asynccontextmanager
async def connected(url: str, *, retries: int = 0, patience: float = 5) -> AsyncIterator[AnyRedis]:
    """A client that gives up after `patience` seconds and sends nothing twice unless it is told to."""
    pool = ConnectionPool.from_url(url, socket_timeout=patience, retry=Retry(NoBackoff(), retries))
    client = TimedRedis.from_pool(pool)
    try:
        yield client
    finally:
        await client.aclose()


async def assert_sound(client: AnyRedis, game: GameId, told: Mapping[str, Appended]) -> None:
    """Everything that was acknowledged is there once, at the place that its writer was told, and nothing else is."""
    records = await EventStore(client).read(game)
    assert chain.verify(records).encode() == await client.hget(keys.of(game).facts, "head")
    at = {record.envelope().version: record.envelope().command_id for record in records}
    assert at == {version: key for key, (first, last, _) in told.items() for version in range(first, last + 1)}
    feed = await client.xrange(keys.of(game).feed)
    reached = [int(row[b"v"]) for _, row in feed if row[b"g"] == game.encode()]
    assert reached == sorted(last for _, last, _ in told.values())
    assert {key.decode() for key in await client.hkeys(keys.of(game).commands)} == set(told)
