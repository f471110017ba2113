"""How an application is served over HTTP."""

import socket
from collections.abc import Callable
from typing import Any

import uvicorn
from litestar.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from services.settings import Settings

DRAIN_SECONDS = 2  # for requests under way: a slow client must not keep the server from stopping
LONGEST_HEAD = 64 * 1024
HEAD_TOO_LONG = "Invalid HTTP request received: its head is too long."


class Protocol(HttpToolsProtocol):
    """HTTP/1.1 with a limit to a request's head: uvicorn would read on until the memory is full."""

    _in_head = True
    _heads = 0
    _read = 0

    def data_received(self, data: bytes) -> None:
        """Read on, and refuse a request whose head is too long."""
        was_in_head, heads = self._in_head, self._heads
        super().data_received(data)
        if was_in_head and heads == self._heads:
            self._read += len(data)
            if self._read > LONGEST_HEAD:
                self.send_400_response(HEAD_TOO_LONG)

    def on_headers_complete(self) -> None:
        """Stop counting."""
        self._in_head, self._heads, self._read = False, self._heads + 1, 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Count the head of the next request."""
        self._in_head = True
        super().on_message_complete()


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
    config = uvicorn.Config(
        create_app,
        factory=True,
        http=Protocol,
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
