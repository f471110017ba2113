"""How an application is served over HTTP."""

import socket
from collections.abc import Callable
from typing import Any

import uvicorn
from litestar.types import ASGIApp

from services.cli.http_protocol import protocol_for
from services.cli.open_files import raise_limit
from services.settings import Settings

DRAIN_SECONDS = 2  # for requests under way: a slow client must not keep the server from stopping


class Server(uvicorn.Server):
    """Lets an application end its endless streams before the server waits for the other requests."""

    def __init__(self, config: uvicorn.Config, before_shutdown: Callable[[Any], None]) -> None:
        super().__init__(config)
        self._before_shutdown = before_shutdown

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop serving."""
        self._before_shutdown(self.config.loaded_app)
        await super().shutdown(sockets)


def run(
    create_app: Callable[[], ASGIApp],
    settings: Settings,
    listen_fd: int | None,
    before_shutdown: Callable[[Any], None] = lambda _app: None,
) -> None:
    """Serve until a signal ends the process, on an inherited socket or on one of its own."""
    raise_limit()
    config = uvicorn.Config(
        create_app,
        factory=True,
        http=protocol_for(settings),
        ws="none",
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the application checks them against `trusted_proxies`
        timeout_graceful_shutdown=DRAIN_SECONDS,
    )
    sockets = None if listen_fd is None else [socket.socket(fileno=listen_fd)]
    Server(config, before_shutdown).run(sockets)
