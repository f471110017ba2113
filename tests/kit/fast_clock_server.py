"""`acta serve` whose days last a second: `python -m tests.kit.fast_clock_server`. Only the tables' clock is quick.

Each part runs as it is, in a process that was told what time it is by the same rule: `… PART BEGIN WORD...`.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable

from domain.kernel.clock import DAY, SECOND, Millis
from services import logs
from services.cli import serve
from services.cli.app import app, refusals_as_sentences
from services.cli.supervisor import Program
from services.engine import parent_death
from services.settings import Settings, load
from services.tables.hot_tables import Tables

RATE = DAY / SECOND


def main(words: list[str]) -> None:
    """Run the server, or as its child one of its parts."""
    match words:
        case []:
            logs.configure("json")
            serve.run(load(environ=os.environ), _programs)
        case [part, begin, *rest]:
            Tables.now = _quick(float(begin))  # type: ignore[method-assign, assignment]  # see the module
            Tables.store_now = _as_quick  # type: ignore[method-assign, assignment]
            app([part, *rest])


def _quick(begin: float) -> Callable[[Tables], Millis]:
    def now(_tables: Tables) -> Millis:
        return int((begin + (time.time() - begin) * RATE) * SECOND)

    return now


async def _as_quick(tables: Tables) -> Millis:
    """The store's clock, as quick as ours."""
    return tables.now()


def _programs(settings: Settings, listener: socket.socket) -> list[Program]:
    descriptor = listener.fileno()
    begin = str(time.time())
    environment = {**os.environ, **settings.environment()}

    def part(name: str, *words: str) -> Program:
        line = [sys.executable, "-m", "tests.kit.fast_clock_server", name, begin, *words]
        command = parent_death.tied_command(line, signal.SIGKILL)
        return Program(
            name=name,
            start=lambda: subprocess.Popen(command, env=environment, pass_fds=[descriptor], start_new_session=True),
        )

    return [part("api", "--listen-fd", str(descriptor)), part("worker")]


if __name__ == "__main__":
    with refusals_as_sentences():
        main(sys.argv[1:])
