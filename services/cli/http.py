"""How an application is served over HTTP."""

import socket
from collections.abc import Callable

import uvicorn
from litestar.types import ASGIApp

from services.settings import Settings

DRAIN_SECONDS = 2  # open event streams would otherwise hold the server up for good


def run(create_app: Callable[[], ASGIApp], settings: Settings, listen_fd: int | None) -> None:
    """Serve until a signal ends the process, on an inherited socket or on one of its own."""
    config = uvicorn.Config(
        create_app,
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
