"""One embedded server as a process: its command line, its start, its socket.

Every server listens on a Unix socket alone and dies with the process that started it. It is append-only, unless what
it holds may be lost.
"""

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO, Literal

import msgspec
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from services.engine import parent_death
from services.engine.binaries import Engine
from services.engine.errors import EngineError

Fsync = Literal["always", "everysec"]
SOCKET_PATH_LIMIT = 100  # bytes; the kernels allow 107 (Linux) and 103 (macOS)
LISTEN_SECONDS = 10.0
LOG_NAME = "server.log"
LOG_LIMIT = 1_000_000


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What to start: which engine, in which folder, behind which socket."""

    engine: Engine
    folder: Path
    socket: Path
    fsync: Fsync = "always"
    durable: bool = True
    options: Sequence[str] = ()

    @property
    def url(self) -> str:
        """The address for clients."""
        return f"unix://{self.socket}"

    def command(self) -> list[str]:
        """The server's command line. The AOF stays plain commands, so that an older engine can read it too."""
        flags = {
            "dir": self.folder,
            "unixsocket": self.socket,
            "unixsocketperm": 700,
            "port": 0,
            "save": "",
            "appendonly": "yes" if self.durable else "no",
            "appendfsync": self.fsync,
            "aof-use-rdb-preamble": "no",
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
        }
        words = [word for flag, value in flags.items() for word in (f"--{flag}", str(value))]
        return [self.engine.binary, *words, *self.options]


def socket_path(folder: Path) -> Path:
    """Where the socket of a server in this folder goes: there, or in a private short-named folder if too long."""
    path = folder.absolute() / "redis.sock"
    if len(os.fsencode(path)) <= SOCKET_PATH_LIMIT:
        return path
    return Path(tempfile.mkdtemp(prefix="acta-", dir="/tmp")) / path.name


def spawn(plan: Plan, *, inherited: Sequence[int] = ()) -> subprocess.Popen[bytes]:
    """Start the server; it may still be loading. `inherited` are descriptors that it keeps open."""
    plan.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _open_log(plan.folder) as log:
        return subprocess.Popen(  # noqa: S603 - our own command line
            parent_death.tied_command(plan.command(), signal.SIGTERM),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            pass_fds=inherited,
            start_new_session=True,  # Ctrl-C is for the parent, which ends its children in order
        )


def wait_until_loaded(
    plan: Plan, alive: Callable[[], bool], report: Callable[[float], None] = lambda _share: None
) -> None:
    """Return once the server answers. Loading may take as long as it takes; `report` hears the share done (0 to 1)."""
    deadline = time.monotonic() + LISTEN_SECONDS
    with redis.Redis(unix_socket_path=str(plan.socket), socket_timeout=5, retry=Retry(NoBackoff(), 0)) as client:
        while not _is_loaded(client, report):
            if not alive():
                raise EngineError(
                    f"{plan.engine} ended instead of starting{_advice(plan.folder)}:\n{log_tail(plan.folder)}"
                )
            if time.monotonic() > deadline and not plan.socket.exists():
                raise EngineError(f"{plan.engine} does not listen on its socket:\n{log_tail(plan.folder)}")
            time.sleep(0.01)


def _is_loaded(client: redis.Redis, report: Callable[[float], None]) -> bool:
    try:
        state = client.info("persistence")
    except redis.RedisError:  # not listening yet
        return False
    if state["loading"]:
        report(float(state["loading_loaded_perc"]) / 100)
    return not state["loading"]


def log_tail(folder: Path, lines: int = 8) -> str:
    """The last lines the server in this folder wrote."""
    log = folder / LOG_NAME
    text = log.read_text(errors="replace") if log.exists() else ""
    return "\n".join(text.splitlines()[-lines:])


def _advice(folder: Path) -> str:
    if "check-aof" not in log_tail(folder):
        return ""
    return ", because its file is damaged. `acta doctor` says what is lost, `acta doctor --repair` mends it"


def _open_log(folder: Path) -> BinaryIO:
    """Open the server's log for appending; a long one is put aside first, and the one before it dropped."""
    log = folder / LOG_NAME
    if log.exists() and log.stat().st_size > LOG_LIMIT:
        log.replace(log.with_suffix(".log.1"))
    return log.open("ab")
