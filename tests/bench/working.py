"""What workers do: choices of bots through the queue, and how long a table waits to be scored.

The delay from the last choice of a person to the scored phase stands beside the time of an empty job in the same
queue, taken in turns: the rest is what scoring itself costs.
"""

import asyncio
import statistics
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter
from typing import Any
from uuid import uuid4

import msgspec
from redis import Redis
from redis.asyncio.client import PubSub
from rq import Queue
from rq.serializers import JSONSerializer

from domain.kernel import lobby
from domain.kernel.envelope import Record
from domain.kernel.game import Step
from domain.kernel.ids import GameId, UserId
from domain.registry import GAMES
from services.foundation import Services
from services.queue.jobs import QUEUES, SCORE
from services.settings import Secret
from services.store import keys
from services.store.connections import subscriber
from services.store.events import CommandKey
from services.tables import choices, table_changes
from services.tables.hot_tables import Request
from tests.bench.report import show
from tests.kit.bot_tables import HOST, open_table
from tests.kit.processes import Server, running_server
from tests.kit.taberna import GAME as TABERNA
from tests.workers.running_workers import connected, current_match, running_worker, until_over

TABLES = 12
SAMPLES = 100
PEOPLE = [UserId("livia"), UserId("marcus")]
SECONDS = 600


def run() -> None:
    """Print the figures."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder) / "redis") as server,
        running_server(Path(folder) / "queue", options=("--appendonly", "no")) as queue,
    ):
        asyncio.run(measure(server, queue, Path(folder)))


async def measure(server: Server, queue: Server, folder: Path) -> None:
    """Both figures with two workers and the two servers that `acta serve` starts."""
    services = connected(server, queue_url=Secret(queue.url))
    try:
        with running_worker(server, folder, ACTA_QUEUE_URL=queue.url, ACTA_SWEEP_SECONDS="10"):
            await _empty_job(queue)  # the workers are up
            async with _hints(server) as hints:
                await _scoring(services, queue, hints)
            await _bots(services)
    finally:
        await services.close()


async def _bots(services: Services) -> None:
    tables, began = services.tables, perf_counter()
    games = [
        await open_table(services, GAMES[number % len(GAMES)], ["random"] * 2, number.to_bytes(32, "big"))
        for number in range(TABLES)
    ]
    for game in games:  # where nobody looks bots are paced, which is not what is measured here
        await services.people.presence.mark(game, HOST)
    await until_over(tables, games, SECONDS)
    took = perf_counter() - began
    logs = [await tables.store.read(game) for game in games]
    choices = sum(_choices(log) for log in logs)
    rows = [("random bots, two workers", choices / took, sum(map(len, logs)) / took)]
    show(f"Bots through the queue: {TABLES} games at once, a person at each", ("", "choices/s", "events/s"), rows)


def _choices(log: Sequence[Record]) -> int:
    """How many commands a log holds; the system's steps and what follows from a command are none."""
    envelopes = [record.envelope() for record in log]
    return len({(one.command_id, one.step) for one in envelopes if isinstance(one.actor, int)})


async def _scoring(services: Services, queue: Server, hints: PubSub) -> None:
    empty: list[float] = []
    scored: list[float] = []
    game = await _table(services)
    while len(scored) < SAMPLES:
        empty.append(await _empty_job(queue))
        if (await current_match(services.tables, game)).table.over:
            game = await _table(services)
        scored.append(await _scored(services, game, hints))
    rows = [("empty job", *_p50_and_p99(empty)), ("last choice to scored phase", *_p50_and_p99(scored))]
    ratio = rows[1][1] / rows[0][1]
    show(f"Waiting for a job, {SAMPLES} times in turns (p50 ratio {ratio:.2f})", ("", "p50 ms", "p99 ms"), rows)


def _p50_and_p99(times: Sequence[float]) -> tuple[float, float]:
    """In milliseconds."""
    centiles = statistics.quantiles(times, n=100)
    return centiles[49] * 1000, centiles[98] * 1000


async def _empty_job(queue: Server) -> float:
    with Redis.from_url(queue.url, socket_timeout=None) as client:  # it waits for a worker that may still be starting
        jobs = Queue(QUEUES[SCORE], client, serializer=JSONSerializer)
        client.ping()  # connected
        began = perf_counter()
        job = jobs.enqueue("builtins.bool")
        await asyncio.to_thread(job.latest_result, timeout=SECONDS)
        return perf_counter() - began


async def _table(services: Services) -> GameId:
    """A table of two people."""
    game = GameId(uuid4().hex)
    host, guest = PEOPLE
    terms = lobby.Terms(2, {"rounds": 3})
    await services.tables.create(_request(game), lobby.create(TABERNA, bytes(32), host, terms))
    await table_changes.change(services.tables, _request(game), guest, lambda batch: lobby.join(batch, guest, None))
    return game


async def _scored(services: Services, game: GameId, hints: PubSub) -> float:
    """Play to the end of a round; give how long it took from there until it was scored."""
    tables = services.tables
    while True:
        match = await current_match(tables, game)
        waiting = match.to_act()
        assert not isinstance(waiting, Step)
        values = [msgspec.to_builtins(match.choices(waiting[0])[-1])]
        written = await choices.confirm(tables, _request(game), PEOPLE[waiting[0]], values)
        began = perf_counter()
        if isinstance((await tables.at(game, written.appended.last)).match.to_act(), Step):
            break
    while isinstance((await current_match(tables, game)).to_act(), Step):
        await anext(hints.listen())
    return perf_counter() - began


def _request(game: GameId) -> Request:
    name = uuid4().hex
    return Request(game, name, CommandKey(name, ""))


@asynccontextmanager
async def _hints(server: Server) -> AsyncIterator[PubSub]:
    client: Any = subscriber(server.url)
    async with client.pubsub(ignore_subscribe_messages=True) as hints:
        await hints.subscribe(keys.HINTS)
        yield hints
    await client.aclose()


if __name__ == "__main__":
    run()
