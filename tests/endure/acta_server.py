"""`acta serve` for real: every part a process of its own, which a test may kill or freeze by its name."""

import os
import re
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import httpx
import psutil
import redis

from services.engine import embedded
from services.settings import Settings
from tests.kit.http import GAMES
from tests.kit.processes import PATIENCE, ProcessTree, running_tree, wait_for

CLI = "services.cli"
Part = Literal["api", "projector", "worker", "sender", "redis", "queue"]
READY_SECONDS = PATIENCE
"""To start, or to come back: processes are slow to start on a busy machine."""


class Acta:
    """A running server."""

    def __init__(self, tree: ProcessTree, data_dir: Path) -> None:
        self.tree = tree
        self._settings = Settings(data_dir=data_dir)
        found = re.search(r"Acta is ready on (\S+)", tree.wait_until_it_says("/schema", READY_SECONDS))
        assert found is not None
        self.url = found[1]
        self.redis_url = embedded.locate(self._settings)
        self.queue_url = embedded.locate_queue(self._settings)

    def store(self) -> redis.Redis:
        """A client of its Redis."""
        return redis.Redis.from_url(self.redis_url)

    def queue(self) -> redis.Redis:
        """A client of the Redis of its jobs."""
        return redis.Redis.from_url(self.queue_url)

    def processes(self, part: Part) -> list[psutil.Process]:
        """The processes of a part; of the workers those that they were forked from."""
        return [child for child in _children(psutil.Process(self.tree.process.pid)) if _part_of(child) == part]

    def workers(self) -> list[psutil.Process]:
        """What the workers' part has forked: the sweeper first, then those that take jobs."""
        return [fork for part in self.processes("worker") for fork in _children(part)]

    def signal(self, part: Part, number: signal.Signals, which: int = 0) -> int:
        """Send a signal to one process of a part; gives its id. It waits for a process that is just being restarted."""
        process = wait_for(lambda: self.processes(part), seconds=READY_SECONDS, what=part)[which - 1]
        process.send_signal(number)
        return process.pid

    def kill(self, part: Part, which: int = 0) -> int:
        """As a power cut to the process: kill -9."""
        return self.signal(part, signal.SIGKILL, which)

    def wait_until_ready(self) -> None:
        """Wait until it answers and reaches its store."""
        wait_for(self._is_ready, seconds=READY_SECONDS, what="readiness")

    def _is_ready(self) -> bool:
        try:
            return httpx.get(f"{self.url}/readyz", timeout=5).status_code == httpx.codes.OK
        except httpx.TransportError:
            return False


def _children(process: psutil.Process) -> list[psutil.Process]:
    try:
        return process.children()
    except psutil.Error:  # it has just ended
        return []


def _part_of(process: psutil.Process) -> str:
    try:
        words = process.cmdline()
    except psutil.Error:  # it has just ended
        return ""
    if "valkey" in os.fspath(words[0] if words else ""):
        return "queue" if any(word.endswith("queue.sock") for word in words) else "redis"
    return words[words.index(CLI) + 1] if CLI in words[:-1] else ""


SERVE = ("-m", CLI, "serve")
FAST_CLOCK = ("-m", "tests.kit.fast_clock_server")


@contextmanager
def running_acta(folder: Path, words: Sequence[str] = SERVE, **environ: str) -> Iterator[Acta]:
    """`acta serve` with the small game on any free port for the length of a block; overdue work is soon looked for."""
    settings = {
        "ACTA_PORT": "0",
        "ACTA_DATA_DIR": str(folder / "data"),
        "ACTA_GAMES": ",".join(GAMES),
        "ACTA_SWEEP_SECONDS": "1",
        "ACTA_LOG_FORMAT": "json",
    }
    with running_tree(words, folder / "output", settings | environ) as tree:
        yield Acta(tree, folder / "data")
