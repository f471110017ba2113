"""HTTP/1.1 as uvicorn reads it, with bounds to what a client may hold: the head's length, time, connections."""

from asyncio import BaseTransport, TimerHandle, Transport
from typing import ClassVar, cast

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from services.cli.connection_bounds import ConnectionBounds
from services.fast.direct_write import offer
from services.identity.client_address import ClientAddress
from services.settings import Settings

LONGEST_HEAD = 64 * 1024
SECONDS = 20.0
"""For a client to send a whole request, and to take up what it is sent."""
INVALID = "Invalid HTTP request received."
HEAD_TOO_LONG = "Invalid HTTP request received: its head is too long."
TOO_SLOW = "The request took too long to arrive."
TOO_MANY = "Too many connections."
UNLIMITED = 2**31
_OTHER_PROTOCOL = {b"connection", b"upgrade", b"http2-settings"}
"""Headers that ask for another protocol, which every server may ignore."""


class Protocol(HttpToolsProtocol):
    """One connection."""

    bounds: ClassVar[ConnectionBounds] = ConnectionBounds(ClientAddress(), UNLIMITED)
    seconds: ClassVar[float] = SECONDS

    _in_head = True
    _begun = False
    _heads = 0
    _read = 0
    _sends_by: TimerHandle | None = None
    _reads_by: TimerHandle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """Begin to wait for a request, unless there are too many connections."""
        super().connection_made(cast("Transport", transport))
        if not self.bounds.admit(self, self._peer()):
            self._refuse(503, TOO_MANY)
            return
        self._sends_by = self.loop.call_later(self.seconds, self._too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting and counting."""
        for timer in (self._sends_by, self._reads_by):
            if timer is not None:
                timer.cancel()
        self.bounds.forget(self)
        super().connection_lost(exc)

    def hang_up(self) -> None:
        """Close it whatever is under way."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read on, and refuse a request whose head is too long."""
        was_in_head, heads = self._in_head, self._heads
        self._unset_keepalive_if_required()
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade as upgrade:
            self._read_without_upgrade(data[upgrade.args[0] :])
            return
        except httptools.HttpParserError:
            self._refuse(400, INVALID)
            return
        if was_in_head and heads == self._heads:
            self._read += len(data)
            if self._read > LONGEST_HEAD:
                self._refuse(400, HEAD_TOO_LONG)
                return
        if self._begun and self._sends_by is None:
            self._sends_by = self.loop.call_later(self.seconds, self._too_slow)

    def on_message_begin(self) -> None:
        """Another request begins."""
        self._begun = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Stop counting. A request that asks for another protocol is read again, see below."""
        self._in_head, self._heads, self._read = False, self._heads + 1, 0
        if not self.parser.should_upgrade():
            super().on_headers_complete()
            if self.scope["method"] == "GET":  # the answer to HEAD has no body
                self.scope["extensions"] = offer(self.cycle)

    def on_message_complete(self) -> None:
        """Count the head of the next request."""
        self._in_head = True
        if self.parser.should_upgrade():
            return
        self._begun = False
        if self._sends_by is not None:
            self._sends_by.cancel()
            self._sends_by = None
        self.bounds.has_spoken(self)
        super().on_message_complete()

    def pause_writing(self) -> None:
        """The client is slow to take up what it is sent."""
        super().pause_writing()
        self._reads_by = self.loop.call_later(self.seconds, self._takes_up_nothing)

    def resume_writing(self) -> None:
        """It has taken it up."""
        super().resume_writing()
        if self._reads_by is not None:
            self._reads_by.cancel()
            self._reads_by = None

    def _read_without_upgrade(self, rest: bytes) -> None:
        """Read a request again without what asks for another protocol: the parser would take its body for that."""
        method = self.parser.get_method()
        if method == b"CONNECT":
            self._refuse(400, INVALID)
            return
        kept = [(name, value) for name, value in self.headers if name not in _OTHER_PROTOCOL]
        if any(name == b"connection" and b"close" in value.lower() for name, value in self.headers):
            kept.append((b"connection", b"close"))
        head = b"%b %b HTTP/%b\r\n" % (method, self.url, self.parser.get_http_version().encode())
        self.parser = httptools.HttpRequestParser(self)
        self.data_received(head + b"".join(b"%b: %b\r\n" % header for header in kept) + b"\r\n" + rest)

    def _too_slow(self) -> None:
        self.bounds.closing("slow", self._peer())
        answering = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
        if answering:
            self.hang_up()
        else:
            self._refuse(408, TOO_SLOW)

    def _takes_up_nothing(self) -> None:
        self.bounds.closing("unread", self._peer())
        self.hang_up()

    def _peer(self) -> str:
        return self.client[0] if self.client else ""

    def _refuse(self, status: int, words: str) -> None:
        head = b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(
            words
        )
        self.transport.write(STATUS_LINE[status] + head + words.encode())
        self.transport.close()


def protocol_for(settings: Settings) -> type[Protocol]:
    """The protocol of a server with these settings."""
    bounds = ConnectionBounds(ClientAddress(settings.trusted_proxies), settings.connections_per_address)
    return type("BoundedProtocol", (Protocol,), {"bounds": bounds})
