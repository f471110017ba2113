"""How long an append takes to reach everyone who looks on, beside what Redis alone takes to pass a message on.

Everything is timed by one clock in one process: it appends to the store, and it reads the streams of a real API.
"""

import asyncio
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple
from uuid import uuid4

from redis.asyncio.client import PubSub

from domain.kernel.envelope import GENESIS, Record
from domain.kernel.ids import GameId, Seat, Version
from services.store import keys
from services.store.connections import connect, subscriber
from services.store.events import Append, CommandKey, EventStore
from tests.bench.commands import OURS, serving
from tests.bench.report import show
from tests.kit.logged_match import LoggedMatch, under_id
from tests.kit.processes import Server, running_server
from tests.kit.taberna import GAME as TABERNA

LISTENERS = 50
APPENDS = 300
PAUSE = 0.01
"""Seconds between two appends: what is measured is the way of each, not a queue of many."""
PATIENCE = 10
_CHANNEL = "bench"


def run() -> None:
    """Print the figures."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as server,
        serving(OURS, server.url) as port,
    ):
        asyncio.run(measure(server, port))


async def measure(server: Server, port: int) -> None:
    """Bare messages, hints of appends, then streams with one listener and with many."""
    client: Any = connect(server.url)
    async with subscriber(server.url) as listening, listening.pubsub() as channel:
        await channel.subscribe(_CHANNEL, keys.HINTS)
        for _ in range(2):
            await channel.get_message(timeout=PATIENCE)
        rows = [
            ("bare publish → subscriber", 1, *_figures(await _published(client, channel))),
            ("append → its hint heard", 1, *_figures(await _hinted(client, channel))),
            ("append → event received", 1, *_figures(await _streamed(client, port, 1))),
            ("append → event received", LISTENERS, *_figures(await _streamed(client, port, LISTENERS))),
        ]
    await client.aclose()
    title = f"From append to listener, {APPENDS} appends, fsync on every write"
    show(title, ("", "listeners", "p50 ms", "p99 ms"), rows)


def _figures(seconds: Sequence[float]) -> tuple[float, float]:
    times = sorted(seconds)
    return statistics.median(times) * 1000, times[int(len(times) * 0.99)] * 1000


# What Redis takes ---------------------------------------------------------------------------------------------------


async def _published(client: Any, channel: PubSub) -> list[float]:  # noqa: ANN401 - redis-py's clients share no type
    times = []
    for _ in range(APPENDS):
        began = perf_counter()
        heard = asyncio.create_task(_heard(channel))
        await client.publish(_CHANNEL, b"x")
        times.append(await heard - began)
        await asyncio.sleep(PAUSE)
    return times


async def _hinted(client: Any, channel: PubSub) -> list[float]:  # noqa: ANN401 - redis-py's clients share no type
    store, game, times = EventStore(client), Going(), []
    await store.append(game.opening())
    await _heard(channel)
    for batch in game.appends():
        began = perf_counter()
        heard = asyncio.create_task(_heard(channel))
        await store.append(batch)
        times.append(await heard - began)
        await asyncio.sleep(PAUSE)
    return times


async def _heard(channel: PubSub) -> float:
    """When the next message came."""
    assert await channel.get_message(timeout=PATIENCE) is not None
    return perf_counter()


# What our streams take ----------------------------------------------------------------------------------------------


class Listener(asyncio.Protocol):
    """Reads a stream with as little work as possible, and notes when a version arrives."""

    def __init__(self) -> None:
        self._read = b""
        self._wanted = b""
        self._arrived: asyncio.Future[float] | None = None

    def expect(self, version: int) -> "asyncio.Future[float]":
        """When that version arrives."""
        self._wanted = b"id: %d\n" % version
        self._arrived = asyncio.get_running_loop().create_future()
        self._look()
        return self._arrived

    def data_received(self, data: bytes) -> None:
        self._read += data
        self._look()

    def _look(self) -> None:
        if self._arrived is not None and not self._arrived.done() and self._wanted in self._read:
            self._read = b""
            self._arrived.set_result(perf_counter())


class Stream(NamedTuple):
    """An open connection and who listens to it."""

    transport: asyncio.Transport
    listener: Listener


async def _streamed(client: Any, port: int, listeners: int) -> list[float]:  # noqa: ANN401 - redis-py's clients share no type
    store, game, times = EventStore(client), Going(), []
    await store.append(game.opening())
    streams = [await _open(port, game.id) for _ in range(listeners)]
    await _all_heard(streams, game.version)
    for batch in game.appends():
        began = perf_counter()
        heard = asyncio.create_task(_all_heard(streams, game.version))
        await store.append(batch)
        times += [moment - began for moment in await heard]
        await asyncio.sleep(PAUSE)
    for stream in streams:
        stream.transport.close()
    return times


async def _open(port: int, game: GameId) -> Stream:
    transport, listener = await asyncio.get_running_loop().create_connection(Listener, "127.0.0.1", port)
    transport.write(f"GET /api/v1/games/{game}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return Stream(transport, listener)


async def _all_heard(streams: Sequence[Stream], version: int) -> list[float]:
    async with asyncio.timeout(PATIENCE):
        return await asyncio.gather(*(stream.listener.expect(version) for stream in streams))


class Going:
    """A game of Taberna that goes on: the first seat lays a card and takes it back."""

    def __init__(self) -> None:
        self.id = GameId(uuid4().hex[:20])
        self.version, self._head = 0, GENESIS
        self._logged = LoggedMatch(TABERNA, 2, 1)

    def opening(self) -> Append:
        return self._batch(self._logged.records, self._logged.secret)

    def appends(self) -> Iterator[Append]:
        seat = Seat(0)
        for _ in range(APPENDS):
            yield self._batch(self._logged.play(seat, self._logged.match.legal(seat)[0]))

    def _batch(self, records: Sequence[Record], secret: bytes | None = None) -> Append:
        version, head = Version(self.version), self._head
        lines = under_id(self.id, records, head)
        self.version, self._head = version + len(lines), lines[-1].hash()
        return Append(self.id, version, head, self._head, lines, CommandKey(uuid4().hex, ""), secret=secret)


if __name__ == "__main__":
    run()
