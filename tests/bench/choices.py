"""Choices in the three real games over HTTP, beside bare handlers that append the same payload or nothing.

The yardstick appends through plain redis-py, whatever the store itself uses. The rates say what a player gets, the
processor time of the server process what a shared machine cannot blur.
"""

import asyncio
import statistics
import tempfile
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from domain.kernel.game import AnyGame
from domain.registry import GAMES
from services.store.connections import connect
from tests.bench.bare import GAME_NAME
from tests.bench.commands import BARE, CONNECTIONS, OURS, Serving, serving_process
from tests.bench.load import Script, press, request
from tests.bench.prepared import SeatedMatch, guests, tables
from tests.bench.report import show
from tests.kit.processes import running_server

STARTS = 8
"""Fresh pairs of processes: two of the same program differ by up to a tenth, by where things lie in memory."""
ROUNDS = 4
CHOICES = 25
"""Of a connection in a round."""


class Course(NamedTuple):
    """What a connection will send: choices, and for each a look at its table."""

    choices: Script
    looks: Script

    def part(self, first: int) -> "Course":
        """The choices of a round. Whoever chooses has looked at the table, so none is met cold (see `cold.py`)."""
        chosen = slice(first, first + CHOICES)
        return Course(self.choices[chosen], list(dict.fromkeys(self.looks[chosen])))


class Pressed(NamedTuple):
    """What a round measured: choices a second, processor milliseconds of the server a choice, refusals."""

    rate: float
    cpu: float
    failures: int


def run() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as redis:
        rows = list(chain.from_iterable(_measured(game, redis.url) for game in GAMES))
    title = f"Choices over HTTP, one API process, {CONNECTIONS} connections, fsync on every write (wanted: see below)"
    head = ("", "choices/s", "CPU ms a choice", "choices ÷ it", "CPU of it ÷ CPU of a choice", "failed")
    show(title, head, rows)


def _measured(game: AnyGame, url: str) -> list[tuple[str | float, ...]]:
    pressed: dict[str, list[Pressed]] = {"choices": [], "bare, same append (0.9)": [], "bare (0.4)": []}
    courses = asyncio.run(_courses(game, url))
    done = 0
    for _ in range(STARTS):
        with serving_process(OURS, url) as ours, serving_process(BARE, url, **{GAME_NAME: game.meta.slug}) as bare:
            for number in range(ROUNDS + 1):
                parts = [course.part(done) for course in courses]
                done += CHOICES
                press(ours.port, [part.looks for part in parts], 0)
                own = [part.choices for part in parts]
                measures = (
                    _press(ours, own),
                    _press(bare, _elsewhere(own, "append")),
                    _press(bare, _elsewhere(own, "bare")),
                )
                for measure, measured in zip(measures if number else (), pressed.values(), strict=False):
                    measured.append(measure)  # the first round only warms up
    return [_row(game, name, pressed) for name in pressed]


async def _courses(game: AnyGame, url: str) -> list[Course]:
    """For each connection the choices of two people at one table after the other."""
    client: Any = connect(url)
    courses, wanted = [], STARTS * (ROUNDS + 1) * CHOICES
    for number in range(CONNECTIONS):
        pair = await guests(client, 2)
        course = Course([], [])
        while len(course.choices) < wanted:
            match = SeatedMatch(game, pair, 1000 * number + len(course.choices))
            (table,) = await tables(client, match, pair, 1, number)
            course.choices.extend(table.script(0, len(table.choices)))
            course.looks.extend([table.look()] * len(table.choices))
        courses.append(course)
    await client.aclose()
    return courses


def _elsewhere(scripts: Sequence[Script], handler: str) -> list[Script]:
    """The scripts with their bodies sent to a bare handler."""
    bodies = [[one.partition(b"\r\n\r\n")[2] for one in script] for script in scripts]
    return [[request("POST", f"/{handler}/{game}", body) for body in some] for some in bodies for game in [uuid4().hex]]


def _press(served: Serving, scripts: Sequence[Script]) -> Pressed:
    before = served.cpu()
    figures = press(served.port, scripts, 0)
    cpu = served.cpu() - before
    return Pressed(figures.per_second, cpu * 1000 / sum(map(len, scripts)), figures.failures)


def _row(game: AnyGame, name: str, pressed: dict[str, list[Pressed]]) -> tuple[str | float, ...]:
    ours, these = pressed["choices"], pressed[name]
    ratio = statistics.median(own.rate / one.rate for own, one in zip(ours, these, strict=True))
    cpus = statistics.median(one.cpu / own.cpu for own, one in zip(ours, these, strict=True))
    rate, cpu = (statistics.median(column) for column in list(zip(*these, strict=True))[:2])
    return f"{game.meta.slug}: {name}", rate, cpu, ratio, cpus, sum(one.failures for one in these)


if __name__ == "__main__":
    run()
