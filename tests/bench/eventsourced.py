"""pyeventsourcing as a peer: load, decide, append in one process, beside ours on the embedded server."""

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from domain.kernel.ids import GameId, Seat
from domain.registry import Registry
from services.store.connections import connect
from services.store.events import CommandKey, EventStore
from services.store.snapshots import Snapshots
from services.tables import choices
from services.tables.hot_tables import Request, Tables
from tests.bench.prepared import Person, SeatedMatch, guests, store
from tests.bench.report import say
from tests.kit.processes import REPOSITORY, running_server
from tests.kit.taberna import GAME as TABERNA

FOLDER = REPOSITORY / "build" / "peers" / "eventsourcing"
PEER = Path(__file__).with_name("eventsourcing_peer.py")
VERSION = "9.5.6"
TABLES = 64
ROUNDS = 3
SECONDS = 2.0


class Pace(NamedTuple):
    """Commands a second, and processor milliseconds of the process a command."""

    rate: float
    cpu: float


def measure() -> dict[str, list[Pace]]:
    """Both in turns, each command on disk before the next."""
    measured: dict[str, list[Pace]] = {"Acta": [], "pyeventsourcing": []}
    has_peer = installed()
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder) / "redis") as redis:
        for _ in range(ROUNDS):
            measured["Acta"].append(asyncio.run(_ours(redis.url)))
            if has_peer:
                measured["pyeventsourcing"].append(_peer())
    return measured


def ratio(measured: dict[str, list[Pace]]) -> float:
    """Ours by theirs, in commands a second."""
    pairs = zip(measured["Acta"], measured["pyeventsourcing"], strict=True)
    return statistics.median(own.rate / other.rate for own, other in pairs)


def installed() -> bool:
    """Install the peer, if it can be had."""
    if not (FOLDER / "eventsourcing").is_dir():
        FOLDER.mkdir(parents=True, exist_ok=True)
        command = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--target",
            str(FOLDER),
            f"eventsourcing=={VERSION}",
        ]
        if subprocess.run(command, capture_output=True, check=False).returncode:
            say("pyeventsourcing cannot be installed: it is not measured.")
            return False
    return True


def _peer() -> Pace:
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, str(PEER), folder, str(SECONDS)]
        environ = {"PYTHONPATH": str(FOLDER)}
        done = subprocess.run(words, env=environ, capture_output=True, text=True, check=True)
    rate, cpu = map(float, done.stdout.split())
    return Pace(rate, cpu)


async def _ours(url: str) -> Pace:
    client: Any = connect(url)
    known = Tables(EventStore(client), Snapshots(client), Registry([TABERNA]), lambda _loaded: None)
    pair = await guests(client, 2)
    match = SeatedMatch(TABERNA, pair, 1)
    card: Any = match.match.legal(Seat(0))[0]
    games = [await store(client, match.secret, match.records) for _ in range(TABLES)]
    lay, back = {"type": "LayCard", "card": card.card}, {"type": "TakeCardBack"}
    count, began, worked = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - began < SECONDS:
        for values in (lay, back):
            for game in games:
                await _choose(known, game, pair[0], values)
        count += 2 * TABLES
    paced = Pace(count / (time.perf_counter() - began), (time.process_time() - worked) * 1000 / count)
    await client.aclose()
    return paced


async def _choose(known: Tables, game: GameId, person: Person, values: dict[str, Any]) -> None:
    name = uuid4().hex
    await choices.confirm(known, Request(game, name, CommandKey(name, "")), person.id, [values])
