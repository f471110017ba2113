"""How the supervisor deals with children that die again and again, or cannot be started."""

import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

from services.cli.errors import Refusal
from services.cli.supervisor import FIRST_DELAY, Program, Supervisor

ENDS_AT_ONCE = [sys.executable, "-I", "-S", "-c", "pass"]
WAITS = [sys.executable, "-I", "-S", "-c", "import time; time.sleep(60)"]


def test_each_failure_in_a_row_doubles_the_delay() -> None:
    starts: list[float] = []

    def start() -> subprocess.Popen[bytes]:
        starts.append(time.monotonic())
        return subprocess.Popen(ENDS_AT_ONCE)

    supervisor = Supervisor()
    supervisor.start(Program(name="ends at once", start=start))
    with pytest.raises(Refusal, match="`ends at once` does not start"):
        supervisor.bring_up(lambda: False)
    delays = [after - before for before, after in pairwise(starts)]
    assert len(delays) == 3
    assert all(delay >= FIRST_DELAY * 2**count for count, delay in enumerate(delays))
    supervisor.stop()


def test_a_program_that_cannot_be_started_for_the_moment_is_tried_again() -> None:
    outcomes = iter([ENDS_AT_ONCE, ["/nowhere"], WAITS])
    started: list[subprocess.Popen[bytes]] = []

    def start() -> subprocess.Popen[bytes]:
        started.append(subprocess.Popen(next(outcomes)))
        return started[-1]

    supervisor = Supervisor()
    supervisor.start(Program(name="unlucky", start=start))
    supervisor.bring_up(lambda: len(started) == 2)
    assert started[1].poll() is None
    supervisor.stop()
    assert started[1].returncode == -signal.SIGTERM


def test_what_others_lean_on_stops_last(tmp_path: Path) -> None:
    """Both write their name when told to stop, the one that should be first only after a while."""
    order = tmp_path / "order"

    def start(name: str, delay: float) -> subprocess.Popen[bytes]:
        code = (
            "import signal, time, os\n"
            f"def end(*_): time.sleep({delay}); open({str(order)!r}, 'a').write({name!r}); os._exit(0)\n"
            "signal.signal(signal.SIGTERM, end); print(flush=True)\n"
            "while True: signal.pause()"
        )
        process = subprocess.Popen([sys.executable, "-I", "-S", "-c", code], stdout=subprocess.PIPE)
        assert process.stdout is not None
        with process.stdout as ready:
            ready.readline()
        return process

    supervisor = Supervisor()
    supervisor.start(Program(name="base", start=lambda: start("base", 0), stops_last=True))
    supervisor.start(Program(name="user", start=lambda: start("user ", 0.2)))
    supervisor.stop()
    assert order.read_text() == "user base"
