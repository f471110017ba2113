"""`acta serve`: the whole server on one machine, as one process tree."""

import ipaddress
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

import msgspec
import structlog
from rich.console import Console
from rich.progress import Progress

from services.cli import children
from services.cli.errors import Refusal
from services.cli.flags import Flags, configured
from services.cli.open_files import raise_limit
from services.cli.output import say
from services.cli.probe import Probe
from services.cli.supervisor import Program, Supervisor, supervising
from services.engine import checks, embedded
from services.settings import Secret, Settings

BACKLOG = 2048
Parts = Callable[[Settings, socket.socket], list[Program]]


def serve(flags: Flags | None = None) -> None:
    """Run the server that the flags describe until a signal ends it."""
    run(configured(flags))


def run(settings: Settings, programs: Parts = children.programs) -> None:
    """Bring everything up, say so, and keep it up until a signal ends it."""
    raise_limit()  # for the children too
    with _listening(settings) as listener, _redis(settings) as held, supervising() as supervisor:
        settings = msgspec.structs.replace(settings, port=listener.getsockname()[1])
        if held is None:
            checks.check_given_redis(settings)
        else:
            settings = _bring_up_redis(settings, supervisor, held)
        for program in programs(settings, listener):
            supervisor.start(program)
        supervisor.bring_up(Probe(settings).has_answered)
        _announce(settings)
        supervisor.keep_up()


@contextmanager
def _listening(settings: Settings) -> Iterator[socket.socket]:
    """The socket that the API processes share: it stays open while one of them is restarted."""
    try:
        family, *_, address = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0]
        listener = socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except OSError as error:
        raise Refusal(
            f"Cannot listen on port {settings.port} of {settings.host}: {error.strerror}. "
            "Choose others with --host and --port."
        ) from error
    with listener:
        yield listener


def _redis(settings: Settings) -> AbstractContextManager[embedded.Embedded | None]:
    if settings.redis_url is not None:
        return nullcontext()
    return embedded.claimed(settings.data_dir, settings.fsync)


def _bring_up_redis(settings: Settings, supervisor: Supervisor, held: embedded.Embedded) -> Settings:
    """Start what holds the games, and what holds the jobs unless that is given; the settings then name it."""
    if settings.queue_url is None:
        held.open_queue(supervisor.start(Program(name="queue", start=held.spawn_queue, stops_last=True)))
        settings = msgspec.structs.replace(settings, queue_url=Secret(held.queue.url))
    process = supervisor.start(Program(name="redis", start=held.spawn, stops_last=True))
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("Loading the games", total=1.0, visible=False)
        held.open(process, lambda share: progress.update(bar, completed=share, visible=True), settings.address)
    return settings


def _announce(settings: Settings) -> None:
    if not (_is_loopback(settings.host) or (settings.public_url or "").startswith("https://")):
        structlog.get_logger().warning(
            "passwords travel in the clear", advice="put a TLS proxy in front and set --public-url https://…"
        )
    say(f"Acta is ready on {settings.address} – its API page is {settings.address}/schema. Ctrl-C stops it.")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
