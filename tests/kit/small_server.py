"""`acta serve` with small parts in place of the real ones, so that tests see the process tree and nothing else.

`python -m tests.kit.small_server PART...` takes its settings from the environment; a PART is `api` or an idler.
"""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence

from litestar import Litestar, get
from litestar.response import Stream

from services import logs
from services.cli import http, serve
from services.cli.app import refusals_as_sentences
from services.cli.supervisor import Program
from services.engine import parent_death
from services.settings import load

IDLERS = {
    "idle": "import signal; signal.pause()",
    "stubborn": "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.pause()",
    "broken": "raise SystemExit('broken: on purpose')",
}


@get("/healthz")
async def healthz() -> int:
    return os.getpid()


@get("/stream")
async def stream() -> Stream:
    async def forever() -> AsyncIterator[str]:
        while True:
            yield ": still here\n\n"
            await asyncio.sleep(0.1)

    return Stream(forever())


def create_app() -> Litestar:
    return Litestar([healthz, stream])


def main(words: Sequence[str]) -> None:
    """Run `acta serve` over the named parts, or as its child the API around the small application."""
    logs.configure()
    match words:
        case ["--api", listen_fd]:
            http.run(create_app, load(environ=os.environ), int(listen_fd))
        case names:
            serve.run(load(environ=os.environ), lambda _settings, listener: [_part(name, listener) for name in names])


def _part(name: str, listener: socket.socket) -> Program:
    descriptor = listener.fileno()
    words = ["-m", "tests.kit.small_server", "--api", str(descriptor)] if name == "api" else ["-c", IDLERS[name]]
    command = parent_death.tied_command([sys.executable, *words], signal.SIGKILL)
    return Program(name=name, start=lambda: subprocess.Popen(command, pass_fds=[descriptor], start_new_session=True))


if __name__ == "__main__":
    with refusals_as_sentences():
        main(sys.argv[1:])
