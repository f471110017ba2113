"""The parts of a server as commands of their own: API, projector, worker."""

import pkgutil
import socket
from typing import Annotated

import uvicorn
from cyclopts import Parameter

from services import logs
from services.cli.flags import Flags, settings_from
from services.engine import checks
from services.settings import Settings

API = "services.api.app:create_app"
PROJECTOR = "services.bootstrap:run_projector"
WORKER = "workers.runner:run_worker"
DRAIN_SECONDS = 2  # open event streams would otherwise hold the server up for good


def api(*, listen_fd: Annotated[int | None, Parameter(show=False)] = None, flags: Flags | None = None) -> None:
    """Run one API process, on the socket of `acta serve` or on its own."""
    settings = _begin(flags)
    if listen_fd is None:
        checks.vet_given(settings)
    config = uvicorn.Config(
        API,
        factory=True,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the application judges them by `trusted_proxies`
        timeout_graceful_shutdown=DRAIN_SECONDS,
    )
    sockets = None if listen_fd is None else [socket.socket(fileno=listen_fd)]
    uvicorn.Server(config).run(sockets)


def projector(flags: Flags | None = None) -> None:
    """Run one projector until a signal ends it."""
    pkgutil.resolve_name(PROJECTOR)(_begin(flags))


def worker(flags: Flags | None = None) -> None:
    """Run one worker until a signal ends it."""
    pkgutil.resolve_name(WORKER)(_begin(flags))


def _begin(flags: Flags | None) -> Settings:
    settings = settings_from(flags)
    logs.configure(settings.log_format, settings.log_level)
    return settings
