"""A large audience: what thousands of streams cost while nothing happens, and how soon all of them hear of a choice."""

import asyncio
import resource
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from domain.concordia import GAME as CONCORDIA
from services.store.connections import connect
from tests.bench.commands import OURS, Serving, serving_process
from tests.bench.load import on_generator
from tests.bench.prepared import Prepared, SeatedMatch, guests, tables
from tests.bench.report import show
from tests.bench.streaming import Listener
from tests.kit.processes import running_server

STREAMS = 3000
IDLE_SECONDS = 30.0
"""Two heartbeats of each."""
EVENTS = 20
PAUSE = 0.2
PATIENCE = 60


class Audience(NamedTuple):
    """What the load generator does: so many streams of a game, silence, then these choices."""

    path: str
    moves: Sequence[tuple[bytes, int]]
    streams: int
    idle_seconds: float


class Heard(NamedTuple):
    """The share of a core that idle streams take, processor seconds a choice, and how long each took to each stream."""

    idle: float
    cpu: float
    times: list[float]


def run() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as redis:
        table = asyncio.run(_table(redis.url))
        with serving_process(OURS, redis.url) as ours:
            audience = Audience(f"/api/v1/games/{table.game_id}/stream", _moves(table), STREAMS, IDLE_SECONDS)
            idle, cpu, times = on_generator(_listen, ours.port, ours.process.pid, audience)
    p50, p99 = (sorted(times)[int(len(times) * share)] * 1000 for share in (0.5, 0.99))
    head = ("idle: % of a core (4 wanted)", "a choice: CPU ms", "received: p50 ms", "p99 ms (150 wanted)")
    show(f"{STREAMS:,} streams of one game on one API process", head, [(idle * 100, cpu * 1000, p50, p99)])


async def _table(url: str) -> Prepared:
    client: Any = connect(url)
    pair = await guests(client, 2)
    (table,) = await tables(client, SeatedMatch(CONCORDIA, pair, 1), pair, 1, 1)
    await client.aclose()
    return table


def _moves(table: Prepared) -> list[tuple[bytes, int]]:
    choices = table.choices[: EVENTS + 1]
    return list(zip(table.script(0, len(choices)), (choice.version for choice in choices), strict=True))


# In the load generator ----------------------------------------------------------------------------------------------


def _listen(port: int, pid: int, audience: Audience) -> Heard:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return asyncio.run(_heard(Serving(port, psutil.Process(pid)), audience))


async def _heard(served: Serving, audience: Audience) -> Heard:
    (first, version), *rest = audience.moves
    loop = asyncio.get_running_loop()
    listeners: list[Listener] = []
    for _ in range(audience.streams):
        transport, listener = await loop.create_connection(Listener, "127.0.0.1", served.port)
        transport.write(f"GET {audience.path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        listeners.append(listener)
    await _sent(served.port, first, version, listeners)  # everybody is there, and has heard of something
    before = served.cpu()
    await asyncio.sleep(audience.idle_seconds)
    between = served.cpu()
    times: list[float] = []
    for sent, reached in rest:
        times += await _sent(served.port, sent, reached, listeners)
        await asyncio.sleep(PAUSE)
    return Heard((between - before) / audience.idle_seconds, (served.cpu() - between) / len(rest), times)


async def _sent(port: int, sent: bytes, version: int, listeners: Sequence[Listener]) -> list[float]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    arrived = [listener.expect(version) for listener in listeners]
    began = time.perf_counter()
    writer.write(sent)
    async with asyncio.timeout(PATIENCE):
        moments = await asyncio.gather(*arrived)
        head = await reader.readuntil(b"\r\n\r\n")
    assert head[9:12] == b"200", head
    writer.close()
    return [moment - began for moment in moments]


if __name__ == "__main__":
    run()
