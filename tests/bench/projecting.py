"""The read side: the projector beside a bare loop that decodes the same events, long games beside short ones, memory.

The bare loop reads every game's stream through a consumer group and decodes its events; the projector reads the feed
and the same streams, folds the games, makes every row and stores it.
"""

import asyncio
import statistics
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from itertools import groupby
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple
from uuid import uuid4

import httpx
import msgspec
from redis.exceptions import ResponseError

from domain.kernel.envelope import GENESIS, Codec, Record
from domain.kernel.game import AnyGame
from domain.kernel.ids import GameId, Seat, Version
from domain.kernel.visibility import Opening
from domain.registry import GAMES, Registry
from projections.match_follower import MatchFollower
from projections.runner import Projector
from services.store import keys
from services.store.connections import connect
from services.store.events import Append, CommandKey, EventStore
from services.store.feed import RedisFeed
from services.store.models import StoredModels
from tests.bench.commands import OURS, serving
from tests.bench.report import show
from tests.kit import recordings
from tests.kit.logged_match import LoggedMatch, under_id
from tests.kit.processes import Server, running_server
from tests.kit.taberna import GAME as TABERNA

COPIES = 4
ROUNDS = 5
REQUESTS = 200
LONG = 1000
_COUNT = 1000
_GROUP = "bare"
_openings = msgspec.json.Decoder(dict[str, Opening]).decode


class Stored(NamedTuple):
    """A log in the store."""

    game_id: GameId
    game: AnyGame
    events: int


def run() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as server:
        asyncio.run(project(server))
        read(server)


# The projector ------------------------------------------------------------------------------------------------------


async def project(server: Server) -> None:
    """The projector beside the bare loop, and what it all weighs."""
    client: Any = connect(server.url)
    before = await _memory(client)
    stored = [await _store(client, *log) for log in _recorded()]
    logs = await _memory(client)
    events = sum(log.events for log in stored)
    bare, ours = [], []
    for number in range(ROUNDS):  # in turns, so that a busy machine slows both down
        bare.append(await _timed(lambda: _decode_all(client, stored)))
        generation = f"bench{number}"
        ours.append(await _timed(lambda: _project_all(client, generation)))  # noqa: B023 - awaited in this round
    models = await _memory(client)
    await client.aclose()
    ratio = statistics.median(loop / projected for loop, projected in zip(bare, ours, strict=True))
    rows = [
        ("bare XREADGROUP loop that decodes", events / statistics.median(bare), 1.0),
        ("projector, every model", events / statistics.median(ours), ratio),
    ]
    show(f"Projecting {len(stored)} recorded games of {events:,} events", ("", "events/s", "of the loop"), rows)
    sizes = [
        ("log, feed, keys of commands", (logs - before) / len(stored) / 1024),
        ("rows of the read models", (models - logs) / len(stored) / ROUNDS / 1024),
    ]
    show(f"Memory in Redis a finished game of {events / len(stored):,.0f} events", ("", "KiB"), sizes)


def _recorded() -> Iterator[tuple[AnyGame, bytes, list[Record]]]:
    for game in GAMES:
        for name in recordings.names(game):
            recording = recordings.load(game, name)
            for _ in range(COPIES):
                yield game, recording.secret, recording.records


async def _store(client: Any, game: AnyGame, secret: bytes, records: list[Record]) -> Stored:  # noqa: ANN401 - redis-py's clients share no type
    """Append a log as it was played, batch by batch, under an id of its own."""
    game_id = GameId(uuid4().hex[:20])
    store = EventStore(client)
    head, version = GENESIS, Version(0)
    for command_id, group in groupby(under_id(game_id, records), key=lambda record: record.envelope().command_id):
        batch = list(group)
        new_head = batch[-1].hash()
        key = CommandKey(f"{command_id}-{version}", "")
        await store.append(Append(game_id, version, head, new_head, batch, key, None, None if version else secret))
        head, version = new_head, Version(version + len(batch))
    return Stored(game_id, game, version)


async def _decode_all(client: Any, stored: list[Stored]) -> None:  # noqa: ANN401 - redis-py's clients share no type
    codecs = {game.meta.slug: Codec(game) for game in GAMES}
    for log in stored:
        stream, codec = keys.of(log.game_id).stream, codecs[log.game.meta.slug]
        await _fresh_group(client, stream)
        while answer := await client.xreadgroup(_GROUP, "one", {stream: ">"}, count=_COUNT, noack=True):
            for _, row in answer[0][1]:
                codec.event(Record(row[b"t"], _openings(row[b"o"]) if b"o" in row else {}))


async def _fresh_group(client: Any, stream: str) -> None:  # noqa: ANN401 - redis-py's clients share no type
    try:
        await client.xgroup_create(stream, _GROUP, id="0")
    except ResponseError:
        await client.xgroup_setid(stream, _GROUP, "0")


async def _project_all(client: Any, generation: str) -> None:  # noqa: ANN401 - redis-py's clients share no type
    def alarm(game: GameId, error: Exception) -> None:
        raise AssertionError(f"{game} cannot be projected") from error

    models = StoredModels(client)
    projector = Projector(RedisFeed(client, client), MatchFollower(EventStore(client), Registry(GAMES)), models, alarm)
    for partition in range(keys.PARTITIONS):
        await models.store(generation, partition, "0-1", ())  # the feed is to be read, not only each game once
        await projector.catch_up(partition, generation)


async def _timed(work: Callable[[], Awaitable[None]]) -> float:
    start = perf_counter()
    await work()
    return perf_counter() - start


async def _memory(client: Any) -> int:  # noqa: ANN401 - redis-py's clients share no type
    return int((await client.info("memory"))["used_memory"])


# Long and short games -----------------------------------------------------------------------------------------------


def read(server: Server) -> None:
    """The same state after few events and after many: only the length of the log differs."""
    short, long = asyncio.run(_two_games(server))
    reads = {
        "view": "",
        "timeline, a page of 10": "/timeline?limit=10&after={after}",
        "scores": "/scores",
        "recap": "/recap?since={after}",
    }
    rows = []
    with serving(OURS, server.url) as port, httpx.Client(base_url=f"http://127.0.0.1:{port}/api/v1/games") as http:
        for name, path in reads.items():
            paths = [f"/{log.game_id}{path.format(after=log.events - 10)}" for log in (short, long)]
            times = [[_asked(http, one) for one in paths] for _ in range(REQUESTS)]  # in turns: see above
            few, many = (statistics.median(column) * 1000 for column in zip(*times, strict=True))
            rows.append((name, few, many, many / few))
    head = ("p50 ms over HTTP", f"{short.events} events", f"{long.events} events", "ratio")
    show("Reading a short game and a long one (view and timeline: at most 1.25 wanted)", head, rows)


def _asked(http: httpx.Client, path: str) -> float:
    start = perf_counter()
    http.get(path).raise_for_status()
    return perf_counter() - start


async def _two_games(server: Server) -> tuple[Stored, Stored]:
    client: Any = connect(server.url)
    logged = LoggedMatch(TABERNA, 2, 1)
    short = await _store(client, TABERNA, logged.secret, logged.records)
    seat = Seat(0)
    lay = logged.match.legal(seat)[0]
    while len(logged.records) < LONG:
        logged.play(seat, lay)
        logged.play(seat, next(command for command in logged.match.legal(seat) if type(command) is not type(lay)))
    long = await _store(client, TABERNA, logged.secret, logged.records)
    await client.aclose()
    return short, long


if __name__ == "__main__":
    run()
