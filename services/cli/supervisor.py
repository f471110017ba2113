"""Child processes that come back when they die, and that end in order.

Works with programs of any kind; it must never know what they do.
"""

import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol

import msgspec
import structlog

from services.cli.errors import Refusal

POLL_SECONDS = 0.1
FIRST_DELAY = 0.1
LONGEST_DELAY = 10.0
STEADY_SECONDS = 10.0  # a child that ran this long is restarted quickly
MAX_FAILURES = 4
STOP_SECONDS = 2.5
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Process(Protocol):
    """What is asked of a running program; `subprocess.Popen` can do it."""

    def poll(self) -> int | None:
        """Its exit code, once it has ended."""

    def send_signal(self, sig: int, /) -> None:
        """Send it a signal, if it still runs."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end, or raise `subprocess.TimeoutExpired`."""

    def kill(self) -> None:
        """End it at once."""


class Program(msgspec.Struct, frozen=True, kw_only=True):
    """What to keep running. What others depend on stops last, with less time, since nothing uses it any more."""

    name: str
    start: Callable[[], Process]
    stops_last: bool = False


class Child:
    """One program and the process that runs it now."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.failures = 0
        self._restart_at: float | None = None
        self._began = time.monotonic()
        self.process = program.start()

    def restart_if_dead(self) -> None:
        """Restart it if it died, after a delay that doubles with every failure in a row."""
        now = time.monotonic()
        if self._restart_at is None:
            code = self.process.poll()
            if code is not None:
                self._note_failure(now, f"exit code {code}")
        elif now >= self._restart_at:
            self._restart(now)

    def _restart(self, now: float) -> None:
        self._began = now
        try:
            self.process = self.program.start()
        except OSError as error:
            self._note_failure(now, str(error))
        else:
            self._restart_at = None

    def _note_failure(self, now: float, why: str) -> None:
        if now - self._began > STEADY_SECONDS:
            self.failures = 0
        delay = min(FIRST_DELAY * 2**self.failures, LONGEST_DELAY)
        self.failures += 1
        self._restart_at = now + delay
        structlog.get_logger().warning("child died", child=self.program.name, why=why, restart_in=delay)


class Supervisor:
    """All children of one server."""

    def __init__(self, stop_seconds: float = STOP_SECONDS) -> None:
        """Give children that are told to stop so much time."""
        self._children: list[Child] = []
        self._stop_seconds = stop_seconds

    def start(self, program: Program) -> Process:
        """Start a program and keep it running from now on."""
        try:
            child = Child(program)
        except OSError as error:
            raise Refusal(f"`{program.name}` cannot be started: {error}.") from error
        self._children.append(child)
        return child.process

    def bring_up(self, is_up: Callable[[], bool]) -> None:
        """Restart what dies until all is up; a child that dies again and again is an error."""
        while not is_up():
            self._restart_dead()
            for child in self._children:
                if child.failures >= MAX_FAILURES:
                    raise Refusal(f"`{child.program.name}` does not start; its last output is above.")
            time.sleep(POLL_SECONDS)

    def keep_up(self) -> None:
        """Restart what dies until this process is interrupted."""
        while True:
            self._restart_dead()
            time.sleep(POLL_SECONDS)

    def stop(self) -> None:
        """End all children, those that others depend on last; a child that takes too long is killed."""
        _end((child for child in self._children if not child.program.stops_last), self._stop_seconds)
        _end((child for child in self._children if child.program.stops_last), self._stop_seconds / 2)

    def _restart_dead(self) -> None:
        for child in self._children:
            child.restart_if_dead()


@contextmanager
def supervising(stop_seconds: float = STOP_SECONDS) -> Iterator[Supervisor]:
    """A supervisor for the length of a block; a signal ends the block, and with it all children."""
    for number in STOP_SIGNALS:
        signal.signal(number, signal.default_int_handler)
    supervisor = Supervisor(stop_seconds)
    try:
        yield supervisor
    except KeyboardInterrupt:
        structlog.get_logger().info("stopping")
    finally:
        for number in STOP_SIGNALS:  # stopping is bounded in time; a second Ctrl-C must not cut it short
            signal.signal(number, signal.SIG_IGN)
        supervisor.stop()


def _end(children: Iterable[Child], seconds: float) -> None:
    processes = [child.process for child in children]
    for process in processes:
        process.send_signal(signal.SIGTERM)
    deadline = time.monotonic() + seconds
    for process in processes:
        try:
            process.wait(max(0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
