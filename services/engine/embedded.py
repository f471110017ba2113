"""The embedded server of a data folder, from the claim on the folder to the last check before it is used."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

import redis

from services.engine import binaries, checks, server
from services.engine.errors import EngineError
from services.engine.folder import Folder, Running, choose
from services.settings import Settings

STOP_SECONDS = 3.0


class Started(Protocol):
    """A process that may have ended."""

    def poll(self) -> int | None:
        """Its exit code, once it has ended."""


class Embedded:
    """The server of a folder that this process holds, and a second one for the job queue, whose data may be lost."""

    def __init__(self, folder: Folder, lock: int, plan: server.Plan) -> None:
        self.plan = plan
        self.queue = server.Plan(
            engine=plan.engine,
            folder=plan.folder / "queue",
            socket=plan.socket.with_name("queue.sock"),
            durable=False,
        )
        self._folder = folder
        self._lock = lock
        self._queue: str | None = None

    def spawn(self) -> subprocess.Popen[bytes]:
        """Start it, also again after it died: same socket, same data."""
        return server.spawn(self.plan, inherited=(self._lock,))

    def spawn_queue(self) -> subprocess.Popen[bytes]:
        """Start the server of the job queue, also again after it died: same socket, and empty."""
        return server.spawn(self.queue)

    def open_queue(self, process: Started) -> None:
        """Wait until the job queue's server answers. To be done before `open`, which makes both known."""
        server.wait_until_loaded(self.queue, lambda: process.poll() is None)
        self._queue = str(self.queue.socket)

    def open(
        self, process: Started, report: Callable[[float], None] = lambda _share: None, address: str | None = None
    ) -> None:
        """Wait until a started server has loaded its data, check it, and make it known to other commands.

        `address` is where people reach what stands on it.
        """
        server.wait_until_loaded(self.plan, lambda: process.poll() is None, report)
        found = checks.complaints(self.plan.url, self.plan.fsync)
        if found:
            raise EngineError(f"{self.plan.engine} was started, but {'; '.join(found)}.")
        self._folder.record(self.plan.engine)
        self._folder.announce(Running(os.getpid(), str(self.plan.socket), self._queue, address))


@contextmanager
def claimed(data_dir: Path, fsync: server.Fsync) -> Iterator[Embedded]:
    """Hold a data folder for a block and plan its server: the engine that wrote the data, or the best there is."""
    folder = Folder(data_dir)
    with folder.locked() as lock:
        folder.withdraw()  # what a killed holder left behind
        engine = choose(folder.recorded(), binaries.available())
        socket = server.socket_path(folder.path)
        plan = server.Plan(engine=engine, folder=folder.path, socket=socket, fsync=fsync)
        try:
            yield Embedded(folder, lock, plan)
        finally:
            folder.withdraw()


def locate(settings: Settings) -> str:
    """The address of the Redis that holds the games: the given one, or the data folder's if it is running."""
    if settings.redis_url is not None:
        return settings.redis_url.reveal()
    running = Folder(settings.data_dir).running()
    if running is not None:
        url = f"unix://{running.socket}"
        with suppress(redis.RedisError), redis.Redis.from_url(url, socket_timeout=5) as client:
            client.ping()
            return url
    raise EngineError(
        f"No server runs on the data folder {settings.data_dir}. Start one with `acta serve`, "
        "or name a Redis with --redis-url."
    )


def is_running(settings: Settings) -> bool:
    """Whether there is a Redis that holds the games and need not be started."""
    try:
        locate(settings)
    except EngineError:
        return False
    return True


def locate_queue(settings: Settings) -> str:
    """The address of the Redis that holds the jobs: the given one, the data folder's, else the one of the games."""
    if settings.queue_url is not None:
        return settings.queue_url.reveal()
    checks.check_queue_url(settings)
    games = locate(settings)
    running = None if settings.redis_url is not None else Folder(settings.data_dir).running()
    return games if running is None or running.queue is None else f"unix://{running.queue}"


def address(settings: Settings) -> str:
    """Where people reach the server: as these settings say, else as the server said that runs on the data folder."""
    is_told = settings.redis_url is not None or settings.origins.keys() & {"host", "port", "public_url"}
    running = None if is_told else Folder(settings.data_dir).running()
    return settings.address if running is None or running.address is None else running.address


@contextmanager
def opened(settings: Settings) -> Iterator[str]:
    """The address of a usable Redis for a block: one that runs already, else the data folder's, started for it."""
    try:
        url = locate(settings)
    except EngineError:
        with claimed(settings.data_dir, settings.fsync) as embedded:
            process = embedded.spawn()
            try:
                embedded.open(process)
                yield embedded.plan.url
            finally:
                _stop(process)
    else:
        yield url


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
