"""The parts of a server as processes of their own, as on several machines: each is started again when it has ended."""

import asyncio
import random
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import psutil

from tests.kit.http import GAMES
from tests.kit.processes import ProcessTree, free_ports, wait_for

READY_SECONDS = 300
"""To start, or to come back: processes are slow to start on a busy machine."""


class Part:
    """One process that comes back, as with systemd."""

    def __init__(self, name: str, words: Sequence[str], output: Path, environ: Mapping[str, str]) -> None:
        self.name = name
        self._words, self._output, self._environ = ("-m", "services.cli", *words), output, environ
        self._starts = 0
        self.start()

    def start(self) -> None:
        self._starts += 1
        self.tree = ProcessTree(self._words, self._output.with_suffix(f".{self._starts}"), self._environ)

    def kill(self) -> None:
        """As a power cut to its machine: the process and all that it has forked."""
        for process in self.tree.descendants():
            with suppress(psutil.NoSuchProcess):  # it has just ended by itself
                process.kill()
        self.tree.end(signal.SIGKILL)

    def has_ended(self) -> bool:
        return self.tree.process.poll() is not None

    def output(self) -> str:
        """What it wrote, through all its lives."""
        found = [self._output.with_suffix(f".{number}") for number in range(1, self._starts + 1)]
        return "".join(path.read_text(errors="replace") for path in found)


class Machines:
    """Two API processes, two projectors, two workers and a sender on given stores."""

    def __init__(self, folder: Path, environ: Mapping[str, str]) -> None:
        self.ports = free_ports(2)
        words = [["api", "--port", str(port)] for port in self.ports]
        words += [["projector"], ["projector"], *[["worker", "--processes", "1"]] * 2, ["sender"]]
        self.parts = [Part(one[0], one, folder / f"{one[0]}-{number}.log", environ) for number, one in enumerate(words)]

    @property
    def urls(self) -> list[str]:
        return [f"http://127.0.0.1:{port}" for port in self.ports]

    def wait_until_ready(self) -> None:
        """Wait until every API process answers and reaches its store."""
        wait_for(lambda: all(map(is_ready, self.urls)), seconds=READY_SECONDS, what="readiness")

    def kill(self, name: str, rng: random.Random) -> None:
        rng.choice([part for part in self.parts if part.name == name]).kill()

    async def keep_up(self) -> None:
        """Start again what has ended, until cancelled."""
        while True:
            await asyncio.sleep(0.2)
            for part in self.parts:
                if part.has_ended():
                    part.start()


def is_ready(url: str) -> bool:
    """Whether an API process answers and reaches its store."""
    try:
        return httpx.get(f"{url}/readyz", timeout=5).status_code == httpx.codes.OK
    except httpx.TransportError:
        return False


@contextmanager
def running_machines(folder: Path, redis_url: str, queue_url: str, **environ: str) -> Iterator[Machines]:
    """All parts for the length of a block; nothing of them lives on."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = {
        "ACTA_REDIS_URL": redis_url,
        "ACTA_QUEUE_URL": queue_url,
        "ACTA_GAMES": ",".join(GAMES),
        "ACTA_SWEEP_SECONDS": "1",
        "ACTA_LOG_FORMAT": "json",
        "ACTA_DATA_DIR": str(folder / "data"),
    }
    machines = Machines(folder, settings | environ)
    try:
        machines.wait_until_ready()
        yield machines
    finally:
        for part in machines.parts:
            part.kill()
