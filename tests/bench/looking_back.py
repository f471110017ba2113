"""What looks back into a log: a long game beside a short one, and what four such readers leave of everybody's commands.

Everything but the last is processor time of the API process a request: a shared machine blurs the clock on the wall.
"""

import asyncio
import statistics
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from domain.concordia import GAME as CONCORDIA
from domain.registry import GAMES, Registry
from services.store.connections import connect
from services.store.events import EventStore
from services.store.snapshots import Snapshots
from services.tables.hot_tables import Tables
from tests.bench.cold import packed_in_store, played_in_store
from tests.bench.commands import CONNECTIONS, OURS, Serving, serving_process
from tests.bench.load import Script, press, request
from tests.bench.prepared import Prepared, SeatedMatch, guests, tables
from tests.bench.report import say, show
from tests.kit.processes import running_server

SHORT, LONG = 100, 1400
"""Events; few games go on for longer."""
REQUESTS = 20
READERS = 4
ROUNDS = 6
CHOICES = 40
"""Of a connection in a round."""


class Back(NamedTuple):
    """Two games of the same people, a short and a long one, and the versions they have reached."""

    short: Prepared
    long: Prepared


def run() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as redis:
        back = asyncio.run(_games(redis.url))
        with serving_process(OURS, redis.url, ACTA_TRUSTED_PROXIES="127.0.0.1") as ours:
            rows = [*(_row(ours, what, back) for what in _PATHS), _undo_row(ours, back)]
            head = ("CPU ms a request", f"{SHORT} events", f"{LONG:,} events", "ratio (1.5 wanted)", "failed")
            show("Reads that look back into a log", head, rows)
            _beside_readers(ours, redis.url, back.long)


_PATHS = (
    "/scores",
    "/recap",
    "?at={half}",
    "?at={step}",
    "/diff?from={half}&to={later}",
    "/diff?from={step}&to={later_step}",
    "/timeline?after={half}&limit=50",
)
"""`half` is a version in the middle of the game, `step` the next one at each request, as in a replay."""


async def _games(url: str) -> Back:
    client: Any = connect(url)
    people = await guests(client, max(CONCORDIA.meta.players))
    known = Tables(EventStore(client), Snapshots(client), Registry(GAMES), lambda _loaded: None)
    found = [await played_in_store(known, CONCORDIA, people, 1, events) for events in (SHORT, LONG)]
    for table in found:
        await packed_in_store(known.store, table.game_id)
    await client.aclose()
    return Back(*found)


def _row(ours: Serving, what: str, back: Back) -> tuple[str | float, ...]:
    short, long = [_cpu(ours, what, table, events) for table, events in zip(back, (SHORT, LONG), strict=True)]
    return what, short[0], long[0], long[0] / short[0], short[1] + long[1]


def _cpu(ours: Serving, what: str, table: Prepared, events: int) -> tuple[float, int]:
    half = events // 2
    script = [_asked(what, table, half, step) for step in range(REQUESTS)]
    press(ours.port, [[_asked(what, table, half - 2, 0), _asked(what, table, half - 1, 0)]], 0)
    before = ours.cpu()
    figures = press(ours.port, [script], 0)
    return (ours.cpu() - before) * 1000 / REQUESTS, figures.failures


def _asked(what: str, table: Prepared, half: int, step: int) -> bytes:
    versions = {"half": half, "later": half + 10, "step": half + step, "later_step": half + step + 10}
    path = f"/api/v1/games/{table.game_id}" + what.format(**versions)
    return request("GET", path, b"", table.people[0].token)


def _undo_row(ours: Serving, back: Back) -> tuple[str | float, ...]:
    short, long = [_undo_cpu(ours, table) for table in back]
    return "undo", short, long, long / short, 0


def _undo_cpu(ours: Serving, table: Prepared) -> float:
    """Of taking back the first choice that can be, again and again."""
    for place, choice in enumerate(table.choices):
        (chosen,) = table.script(place, place + 1)
        path = f"/api/v1/games/{table.game_id}/undo"
        undo = request("POST", path, b"{}", table.people[choice.seat].token)
        press(ours.port, [[chosen]], 0)
        if press(ours.port, [[undo]], 0).failures == 0:
            return statistics.median(_undone(ours, chosen, undo) for _ in range(REQUESTS))
    return float("nan")


def _undone(ours: Serving, chosen: bytes, undo: bytes) -> float:
    press(ours.port, [[chosen]], 0)
    before = ours.cpu()
    failures = press(ours.port, [[undo]], 0).failures
    assert not failures
    return (ours.cpu() - before) * 1000


# Others beside such readers -----------------------------------------------------------------------------------------


def _beside_readers(ours: Serving, url: str, long: Prepared) -> None:
    """Choices of others, with and without strangers who ask for the dearest reads as often as they may."""
    scripts = asyncio.run(_scripts(url))
    alone, beside = [], []
    with _readers(ours.port, long) as reading:
        for number in range(2 * ROUNDS + 1):
            some = [script[number * CHOICES : (number + 1) * CHOICES] for script in scripts]
            if number % 2:
                reading.set()
                beside.append(press(ours.port, some, 0).per_second)
                reading.clear()
            else:
                alone.append(press(ours.port, some, 0).per_second)
    left = statistics.median(one / other for one, other in zip(beside, alone[1:], strict=True))
    say(f"choices of others beside {READERS} strangers who look back, ÷ alone: {left:.2f}   (at least 0.9 wanted)")


async def _scripts(url: str) -> list[Script]:
    client: Any = connect(url)
    scripts = []
    for number in range(CONNECTIONS):
        pair = await guests(client, 2)
        script: Script = []
        while len(script) < (2 * ROUNDS + 1) * CHOICES:
            match = SeatedMatch(CONCORDIA, pair, 1000 * number + len(script))
            (table,) = await tables(client, match, pair, 1, number)
            script += table.script(0, len(table.choices))
        scripts.append(script)
    await client.aclose()
    return scripts


@contextmanager
def _readers(port: int, long: Prepared) -> Iterator[threading.Event]:
    """Strangers, each from an address that is counted, who read while an event is set and wait when they are told to.

    What they may read at once is used up before the block begins.
    """
    over, reading, ready = threading.Event(), threading.Event(), threading.Barrier(READERS + 1)
    paths = [f"/api/v1/games/{long.game_id}" + what for what in ("/scores", "/recap", f"?at={LONG // 2}")]

    def read(number: int) -> None:
        address = {"X-Forwarded-For": f"203.0.113.{number}"}
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, headers=address) as http:
            while http.get(paths[0]).is_success:
                pass
            ready.wait()
            for path in cycle(paths):
                reading.wait()
                if over.is_set():
                    return
                wait = float(http.get(path).headers.get("Retry-After", 0))
                over.wait(wait)

    threads = [threading.Thread(target=read, args=(number,)) for number in range(READERS)]
    for thread in threads:
        thread.start()
    ready.wait()
    try:
        yield reading
    finally:
        over.set()
        reading.set()
        for thread in threads:
            thread.join()


if __name__ == "__main__":
    run()
