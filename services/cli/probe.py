"""Finds out when the API answers, without ever waiting for it."""

import select
import socket

from services.settings import Settings

REQUEST = b"GET /healthz HTTP/1.0\r\nHost: %s\r\n\r\n"
SUCCESS = b" 200 "


class Probe:
    """One request that lies in the listening socket's queue until an API process takes it up.

    Asking anew each time would leave as many stale requests for the process to answer when it comes.
    """

    def __init__(self, settings: Settings) -> None:
        self._host = settings.reachable_host
        self._port = settings.port
        self._connection: socket.socket | None = None

    def has_answered(self) -> bool:
        """Whether the API has said by now that it is healthy; after a failed answer it is asked again."""
        try:
            connection = self._connected()
            if not select.select([connection], [], [], 0)[0]:
                return False
            answer = connection.recv(64)
        except OSError:  # the process died while answering
            answer = b""
        self._close()
        return SUCCESS in answer

    def _connected(self) -> socket.socket:
        if self._connection is None:
            self._connection = socket.create_connection((self._host, self._port), timeout=1)
            self._connection.sendall(REQUEST % self._host.encode())
        return self._connection

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
