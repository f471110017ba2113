"""The load page of `deploy/`: what the server bears, with how many processes and open games, and beside its peers.

Writes `deploy/load.md` and `deploy/load.svg`. Everything is measured anew in one run, on the machine that it runs on.
"""

import asyncio
import gzip
import os
import platform
import random
import resource
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, cast

import psutil

from domain.kernel.export import to_line
from domain.kernel.ids import GameId
from domain.registry import GAMES
from services.settings.values import MEBIBYTE
from services.store import lag
from services.store.client import Client
from services.store.connections import connect
from services.store.models import StoredModels
from services.store.packing import LogPacker
from tests.bench import delivering, eventsourced
from tests.bench.commands import BREATHER, CONNECTIONS, OURS, serving_process
from tests.bench.load import Figures, Script, on_generator, press_several, request
from tests.bench.plot import Panel, plot
from tests.bench.prepared import Person, SeatedMatch, guests, store
from tests.bench.report import say
from tests.bench.streaming import Listener
from tests.kit import recordings
from tests.kit.processes import REPOSITORY, Server, running_server, running_tree
from tests.kit.taberna import GAME as TABERNA

DEPLOY = REPOSITORY / "deploy"
PAGE = Path(__file__).with_name("load_page.md")
PEERS = {
    "boardgame.io": "moves that arrive at the opponent; it keeps everything in memory, Acta syncs each to disk",
    "pyeventsourcing": "load, decide, append in one process; it on SQLite, Acta on Valkey, both synced to disk",
}
OPEN_GAMES = (10, 1_000, 20_000)
PROCESSES = (1, 2)
GROUPS = 200
SEATS = 4
"""As many as a table has: people may send 50 commands a second, and ten tables must bear thousands."""
LISTED_GAMES = 1_000
ROUNDS = 3
SECONDS = 1.0
A_ROUND = 320
"""Tables that are played at in a round; of very many games always others."""
STREAMS = 3_000
_LOOKS_A_SECOND = 10
_AT_ONCE = 50


class OpenTable(NamedTuple):
    """A table at which all players lay a card and take it back, one after the other."""

    game: GameId
    people: Sequence[Person]
    cards: Sequence[int]

    def script(self) -> Script:
        path, back = f"/api/v1/games/{self.game}/commands", b'{"command":{"type":"TakeCardBack"}}'
        lays = [b'{"command":{"type":"LayCard","card":%d}}' % card for card in self.cards]
        each = zip(self.people, lays, strict=True)
        return [request("POST", path, body, who.token) for who, lay in each for body in (lay, back)]


class Lag(NamedTuple):
    """How far lists were behind while the server was pressed: mostly, and at most, in seconds."""

    median: float
    most: float


class Measured(NamedTuple):
    """Everything on the page."""

    pressed: dict[tuple[int, int], Figures]
    late: Lag
    open_kib: float
    finished: dict[str, tuple[float, float]]
    idle_kib: float
    peers: dict[str, float]


def run() -> None:
    """Measure, and write the page."""
    with tempfile.TemporaryDirectory() as folder:
        with running_server(Path(folder) / "redis") as redis:
            tables, open_kib = asyncio.run(_open_tables(redis.url, max(OPEN_GAMES)))
            pressed = _pressed(redis, tables)
            idle_kib = _idle_streams(redis, tables[0])
        with running_server(Path(folder) / "other") as redis:
            late = _late(redis, Path(folder))
            finished = asyncio.run(_finished(redis.url))
    found = Measured(pressed, late, open_kib, finished, idle_kib, _peers())
    (DEPLOY / "load.svg").write_text(_drawn(found))
    (DEPLOY / "load.md").write_text(_page(found))
    say(_page(found))


# Open games ---------------------------------------------------------------------------------------------------------


async def _open_tables(url: str, count: int) -> tuple[list[OpenTable], float]:
    """Tables in the store, and the KiB that each takes there; the first ones belong to people of their own."""
    client: Any = connect(url)
    groups = [await guests(client, SEATS) for _ in range(min(GROUPS, count))]
    seated = [(people, SeatedMatch(TABERNA, people, number)) for number, people in enumerate(groups)]
    before, found = await _memory(client), []
    for first in range(0, count, _AT_ONCE):
        some = [seated[number % len(seated)] for number in range(first, min(first + _AT_ONCE, count))]
        games = await asyncio.gather(*(store(client, match.secret, match.records) for _, match in some))
        found += [_open_table(game, *those) for game, those in zip(games, some, strict=True)]
    took = (await _memory(client) - before) / 1024 / count
    await client.aclose()
    return found, took


def _open_table(game: GameId, people: Sequence[Person], match: SeatedMatch) -> OpenTable:
    return OpenTable(game, people, [hand[0] for hand in cast("Any", match.match.state).hands])


async def _memory(client: Any) -> int:  # noqa: ANN401 - redis-py's clients share no type
    used: int = (await client.info("memory"))["used_memory"]
    return used


@contextmanager
def _processes(redis: Server, count: int) -> Iterator[list[int]]:
    """The ports of so many API processes."""
    with ExitStack() as stack:
        yield [stack.enter_context(serving_process(OURS, redis.url)).port for _ in range(count)]


def _pressed(redis: Server, tables: Sequence[OpenTable]) -> dict[tuple[int, int], Figures]:
    """By the number of processes and of open games: the median of some rounds, all in turns."""
    rng = random.Random(1)
    rounds: dict[tuple[int, int], list[Figures]] = {(n, games): [] for n in PROCESSES for games in OPEN_GAMES}
    with _processes(redis, max(PROCESSES)) as ports:
        for number in range(1 + ROUNDS):
            for (count, games), found in rounds.items():
                time.sleep(BREATHER)
                figures = press_several(ports[:count], _scripts(rng, tables[:games]), SECONDS)
                if number:  # the first one only warms up
                    found.append(figures)
    return {setting: _median(found) for setting, found in rounds.items()}


def _median(rounds: Sequence[Figures]) -> Figures:
    rate, p50, p99 = (statistics.median(column) for column in list(zip(*rounds, strict=True))[:3])
    return Figures(rate, p50, p99, sum(one.failures for one in rounds))


def _scripts(rng: random.Random, tables: Sequence[OpenTable]) -> list[Script]:
    """What each connection sends, at tables of its own."""
    some = rng.sample(tables, min(A_ROUND, len(tables)))
    dealt = [some[number::CONNECTIONS] for number in range(min(CONNECTIONS, len(some)))]
    return [[message for table in own for message in table.script()] for own in dealt]


# Lists --------------------------------------------------------------------------------------------------------------


def _late(redis: Server, folder: Path) -> Lag:
    """Press one process while one projector follows, and look how far behind it is."""
    tables, _ = asyncio.run(_open_tables(redis.url, LISTED_GAMES))
    environ = {"ACTA_REDIS_URL": redis.url, "ACTA_GAMES": "tests.kit.taberna:GAME"}
    with (
        running_tree(["-m", "services.cli", "projector"], folder / "projector", environ),
        _processes(redis, 1) as ports,
    ):
        asyncio.run(_seconds_late(redis.url, until_none=True))
        stopped = threading.Event()
        seen: list[float] = []
        watching = threading.Thread(target=lambda: seen.extend(asyncio.run(_seconds_late(redis.url, stopped))))
        watching.start()
        press_several(ports, _scripts(random.Random(2), tables), 5 * SECONDS)
        stopped.set()
        watching.join()
    return Lag(statistics.median(seen), max(seen))


async def _seconds_late(url: str, stopped: threading.Event | None = None, *, until_none: bool = False) -> list[float]:
    client, seen = cast("Client", connect(url)), []
    models = StoredModels(client)
    while stopped is None or not stopped.is_set():
        late = await lag.measure(client, models)
        seen.append(late.seconds)
        if until_none and not late.entries:
            break
        await asyncio.sleep(1 / _LOOKS_A_SECOND)
    await cast("Any", client).aclose()
    return seen


# Memory -------------------------------------------------------------------------------------------------------------


async def _finished(url: str) -> dict[str, tuple[float, float]]:
    """By game: MiB that 1,000 finished games take in Redis, where workers pack them, and in the archive."""
    client: Any = connect(url)
    found = {}
    for game in GAMES:
        loaded = [recordings.load(game, name) for name in recordings.names(game)]
        before = await _memory(client)
        for recording in loaded:
            game_id = await store(client, recording.secret, recording.records)
            await LogPacker(client).pack(game_id, len(recording.records) - 1)
        held = (await _memory(client) - before) / len(loaded)
        packed = [len(gzip.compress(b"".join(map(to_line, one.records)), mtime=0)) for one in loaded]
        found[game.meta.slug] = (1000 * held / MEBIBYTE, 1000 * statistics.mean(packed) / MEBIBYTE)
    await client.aclose()
    return found


def _idle_streams(redis: Server, table: OpenTable) -> float:
    """KiB of an API process that an idle stream takes."""
    with serving_process(OURS, redis.url) as served:
        on_generator(_held, served.port, table.game, 10, served.process.pid)  # what the first ones load
        before, after = on_generator(_held, served.port, table.game, STREAMS, served.process.pid)
    return (after - before) / 1024 / STREAMS


def _held(port: int, game: str, count: int, pid: int) -> tuple[int, int]:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return asyncio.run(_hold(port, game, count, psutil.Process(pid)))


async def _hold(port: int, game: str, count: int, process: psutil.Process) -> tuple[int, int]:
    loop, before, transports = asyncio.get_running_loop(), process.memory_info().rss, []
    for _ in range(count):
        transport, listener = await loop.create_connection(Listener, "127.0.0.1", port)
        transport.write(f"GET /api/v1/games/{game}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        await listener.expect(1)
        transports.append(transport)
    after = process.memory_info().rss
    for transport in transports:
        transport.close()
    return before, after


# Peers, and the page ------------------------------------------------------------------------------------------------


def _peers() -> dict[str, float]:
    """Commands a second of ours by those of each peer that can be had."""
    found = {}
    moves = delivering.measure()
    if "boardgame.io" in moves:
        pairs = zip(moves["Acta"], moves["boardgame.io"], strict=True)
        found["boardgame.io"] = statistics.median(own.rate / other.rate for own, other in pairs)
    commands = eventsourced.measure()
    if commands["pyeventsourcing"]:
        found["pyeventsourcing"] = eventsourced.ratio(commands)
    return found


def _drawn(found: Measured) -> str:
    names = {count: f"{count} API process{'es' if count > 1 else ''}" for count in PROCESSES}

    def lines(of: str) -> dict[str, list[tuple[float, float]]]:
        return {
            name: [(games, getattr(found.pressed[count, games], of)) for games in OPEN_GAMES]
            for count, name in names.items()
        }

    return plot(
        [
            Panel("Commands a second", "open games", lines("per_second")),
            Panel("p99 in milliseconds", "open games", lines("p99")),
        ]
    )


def _page(found: Measured) -> str:
    rows = [
        f"| {n} | {games:,} | {one.per_second:,.0f} | {one.p50:.1f} | {one.p99:.1f} | {one.failures} |"
        for (n, games), one in found.pressed.items()
    ]
    sizes = [f"| {slug} | {held:,.0f} | {packed:,.0f} |" for slug, (held, packed) in found.finished.items()]
    peers = [f"| {name} | {value:.2f} | {PEERS[name]} |" for name, value in found.peers.items()]
    return PAGE.read_text("utf-8").format(
        day=datetime.now(UTC).date(),
        machine=f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, Python {platform.python_version()}",
        busy=os.getloadavg()[0],
        connections=CONNECTIONS,
        rows="\n".join(rows),
        late=found.late,
        open_kib=found.open_kib,
        open_mib=found.open_kib * 1000 / 1024,
        sizes="\n".join(sizes),
        streams=STREAMS,
        idle_kib=found.idle_kib,
        idle_mib=found.idle_kib * STREAMS / 1024,
        peers="\n".join(peers),
    )


if __name__ == "__main__":
    run()
