"""Child processes that are forked instead of started: what is loaded here is loaded there, and shared."""

import os
import signal
import subprocess
from collections.abc import Callable
from multiprocessing import get_context

from services.cli.supervisor import STOP_SIGNALS
from services.engine import parent_death
from services.settings import Settings


class ForkedProcess:
    """A function that runs in a process of its own. Fork before any thread is started."""

    def __init__(self, work: Callable[[Settings], None], settings: Settings) -> None:
        self._process = get_context("fork").Process(target=_run, args=(os.getpid(), work, settings))
        self._process.start()

    def poll(self) -> int | None:
        return self._process.exitcode

    def send_signal(self, sig: int, /) -> None:
        if self.poll() is None and self._process.pid is not None:
            os.kill(self._process.pid, sig)

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        code = self.poll()
        if code is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout or 0)
        return code

    def kill(self) -> None:
        self._process.kill()


def _run(parent: int, work: Callable[[Settings], None], settings: Settings) -> None:
    """In the child: signals of the terminal do not reach it, only those of its parent, with which it dies."""
    os.setsid()
    for number in STOP_SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    if parent_death.tie(parent, signal.SIGKILL):
        work(settings)
