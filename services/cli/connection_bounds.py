"""How many connections may be open: from one address, and in all.

A process that runs out of file descriptors can neither answer nor reach its store. So it keeps some for itself, and
makes room for a newcomer by closing the connection that has been silent the longest.
"""

import time
from collections import Counter
from typing import Protocol

import structlog
from prometheus_client import Counter as Total
from prometheus_client import Gauge

from services.cli.open_files import most_open_files
from services.identity.client_address import ClientAddress

RESERVED_FILES = 256
"""Descriptors for the store, the log and what else a process opens."""
_NEAR = 0.8
_SAY_EVERY = 60.0

OPEN = Gauge("acta_connections", "HTTP connections that are open now.")
CLOSED = Total("acta_connections_closed", "HTTP connections that the server closed, by reason.", ("reason",))


class Connection(Protocol):
    """What is counted."""

    def hang_up(self) -> None:
        """Close it."""


class ConnectionBounds:
    """Counts the connections of a process."""

    def __init__(self, client_address: ClientAddress, per_address: int, most: int | None = None) -> None:
        """Without `most`, as many as the limit of open files leaves room for."""
        limit = most_open_files()
        self._client_address = client_address
        self._per_address = per_address
        self._most = most or limit - min(RESERVED_FILES, limit // 2)
        self._by_address: Counter[str] = Counter()
        self._counted: dict[Connection, str | None] = {}
        self._silent: dict[Connection, None] = {}
        self._said_at: dict[str, float] = {}

    def admit(self, connection: Connection, peer: str) -> bool:
        """Count a new connection; False if it must be closed at once."""
        address = self._client_address.of_peer(peer)
        if address is not None and self._by_address[address] >= self._per_address:
            self.closing("address", peer)
            return False
        if len(self._counted) >= self._most:
            if not self._silent:
                self.closing("full", peer)
                return False
            self.closing("silent", peer)
            longest = next(iter(self._silent))
            self.forget(longest)
            longest.hang_up()
        elif len(self._counted) >= self._most * _NEAR:
            self._say("connections_near_limit", open=len(self._counted), limit=self._most)
        self._counted[connection] = address
        self._silent[connection] = None
        if address is not None:
            self._by_address[address] += 1
        OPEN.set(len(self._counted))
        return True

    def has_spoken(self, connection: Connection) -> None:
        """A whole request has come: it is not closed to make room."""
        self._silent.pop(connection, None)

    def forget(self, connection: Connection) -> None:
        """It is closed."""
        self._silent.pop(connection, None)
        address = self._counted.pop(connection, None)
        if address is not None:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]
        OPEN.set(len(self._counted))

    def closing(self, reason: str, peer: str) -> None:
        """Note that the server closes a connection by itself; the log says so now and then."""
        CLOSED.labels(reason).inc()
        self._say("connection_closed", reason=reason, peer=peer, open=len(self._counted), limit=self._most)

    def _say(self, event: str, **facts: object) -> None:
        about, now = f"{event} {facts.get('reason')}", time.monotonic()
        if now - self._said_at.get(about, -_SAY_EVERY) >= _SAY_EVERY:
            self._said_at[about] = now
            structlog.get_logger().warning(event, **facts)
