"""Commands over HTTP on one API process, beside bare handlers in the same run; and small games beside large ones."""

import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import httpx
import psutil

from services.identity.limits import COMMANDS_PER_SECOND
from tests.bench.load import Figures, Script, press, request
from tests.kit.processes import free_ports, running_server, wait_for

CONNECTIONS = 16
TABLES = 4
"""Tables, each with a player of its own, that a connection goes round: a single player would meet the limit."""
STARTS = 3
"""Fresh pairs of processes: two of the same program differ by up to a tenth, by where things lie in memory."""
ROUNDS = 3
SECONDS = 1.0
BREATHER = 1.0
"""Seconds after which a second's worth of commands is allowed again: a refusal would leave a card on the table."""

Rounds = dict[str, list[Figures]]
"""What was pressed, and what each round of it measured."""


class Seat(NamedTuple):
    """A player who lays a card and takes it back for ever."""

    game: str
    token: str
    card: int

    def script(self) -> Script:
        """The two requests."""
        path = f"/api/v1/games/{self.game}/commands"
        lay = b'{"command":{"type":"LayCard","card":%d}}' % self.card
        return [
            request("POST", path, lay, self.token),
            request("POST", path, b'{"command":{"type":"TakeCardBack"}}', self.token),
        ]


OURS = ("services.cli", "api")
BARE = ("uvicorn", "tests.bench.bare:create_app", "--factory", "--log-level", "warning")


class Serving(NamedTuple):
    """A server process."""

    port: int
    process: psutil.Process

    def cpu(self) -> float:
        """The seconds that it has worked, as exactly as the system tells."""
        if psutil.LINUX:
            return time.clock_gettime(~self.process.pid << 3 | 2)  # what clock_getcpuclockid gives for a process
        times = self.process.cpu_times()
        return times.user + times.system


@contextmanager
def serving_process(words: tuple[str, ...], redis_url: str, **environment: str) -> Iterator[Serving]:
    """One server process; its log goes where logs usually go, into a file."""
    (port,) = free_ports(1)
    command = [sys.executable, "-m", *words, "--port", str(port)]
    given = {**os.environ, "ACTA_REDIS_URL": redis_url, "ACTA_GAMES": "tests.kit.taberna:GAME", **environment}
    with tempfile.TemporaryFile() as log, subprocess.Popen(command, env=given, stderr=log) as process:
        try:
            wait_for(lambda: answers(port), seconds=60, what=words[0])
            yield Serving(port, psutil.Process(process.pid))
        finally:
            process.terminate()


@contextmanager
def serving(words: tuple[str, ...], redis_url: str) -> Iterator[int]:
    """The port of one server process."""
    with serving_process(words, redis_url) as served:
        yield served.port


def answers(port: int) -> bool:
    """Whether it listens; asking more of it, over and over, would only slow its start down."""
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def run() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as redis:
        with serving(OURS, redis.url) as ours:
            seats = [_seat(ours, number) for number in range(CONNECTIONS * TABLES)]
            _large_and_small(ours, seats)
        rounds: Rounds = {"commands": [], "bare handler with the append": [], "bare handler": []}
        for _ in range(STARTS):
            with serving(OURS, redis.url) as ours, serving(BARE, redis.url) as bare:
                _throughput(ours, bare, seats, rounds)
        _report(rounds)


def _seat(port: int, number: int) -> Seat:
    with httpx.Client(base_url=f"http://127.0.0.1:{port}/api/v1", timeout=30) as http:
        tokens = []
        for name in ("a", "b"):
            user = {"name": f"bench {name}{number}", "password": "festina lente"}
            tokens.append({"Authorization": f"Bearer {http.post('/users', json=user).json()['token']}"})
        game = http.post("/games", json={"game": "taberna", "players": 2}, headers=tokens[0]).json()["game_id"]
        http.post(f"/games/{game}/seats", json={}, headers=tokens[1]).raise_for_status()
        state = http.get(f"/games/{game}", headers=tokens[0]).json()["state"]
        return Seat(game, tokens[0]["Authorization"].removeprefix("Bearer "), state["hand"][0])


def _throughput(ours: int, bare: int, seats: list[Seat], rounds: Rounds) -> None:
    """All in turns, after each has been warmed up."""
    body = b'{"command":{"type":"LayCard","card":7}}'
    own = [[r for s in seats[i::CONNECTIONS] for r in s.script()] for i in range(CONNECTIONS)]
    appends = [[request("POST", f"/append/{uuid4().hex}", body)] for _ in range(CONNECTIONS)]
    plain = [[request("POST", f"/bare/bench{i}", body)] for i in range(CONNECTIONS)]
    work = ((ours, own), (bare, appends), (bare, plain))
    for port, scripts in work:
        press(port, scripts, 0)
    for _ in range(ROUNDS):
        for figures, (port, scripts) in zip(rounds.values(), work, strict=True):
            figures.append(press(port, scripts, SECONDS))


def _report(rounds: Rounds) -> None:
    print(f"\nCommands over HTTP, one API process, {CONNECTIONS} connections, fsync on every write")
    for name, figures in rounds.items():
        rate, p50, p99 = (statistics.median(column) for column in list(zip(*figures, strict=True))[:3])
        failures = sum(figure.failures for figure in figures)
        print(f"  {name:<30} {rate:8.0f} /s   p50 {p50:6.2f} ms   p99 {p99:6.2f} ms   failed {failures}")
    for name in list(rounds)[1:]:
        pairs = zip(rounds["commands"], rounds[name], strict=True)
        ratio = statistics.median(mine.per_second / other.per_second for mine, other in pairs)
        wanted = "   (at least 0.60 wanted)" if "append" in name else ""
        print(f"  commands / {name:<28} {ratio:5.2f}{wanted}")


def _large_and_small(port: int, seats: list[Seat]) -> None:
    """One connection, a game of some ten events beside one of a thousand, in turns."""
    large = seats[0]
    small_version = 0
    with httpx.Client(base_url=f"http://127.0.0.1:{port}/api/v1", timeout=30) as http:
        time.sleep(BREATHER)
        while (version := _version(http, large)) < 1000:
            press(port, [large.script() * (COMMANDS_PER_SECOND // 4)], 0)
            time.sleep(BREATHER)
        ratios, failures = [], 0
        for number in range(STARTS * ROUNDS):
            small = _seat(port, len(seats) + number)
            small_version = _version(http, small)
            fresh = press(port, [small.script() * 3], 0)
            grown = press(port, [large.script() * 3], 0)
            failures += fresh.failures + grown.failures
            ratios.append((fresh.p50, grown.p50))
    fresh_p50, grown_p50 = (statistics.median(column) for column in zip(*ratios, strict=True))
    sizes = f"{fresh_p50:.2f} ms in a game of {small_version} events, {grown_p50:.2f} ms in one of {version}"
    print(f"  p50 of a command: {sizes}, failed {failures}")
    print(f"  ratio {grown_p50 / fresh_p50:.2f}   (at most 1.25 wanted)")


def _version(http: httpx.Client, seat: Seat) -> int:
    answer = http.get(f"/games/{seat.game}", headers={"Authorization": f"Bearer {seat.token}"})
    version: int = answer.json()["version"]
    return version


if __name__ == "__main__":
    run()
