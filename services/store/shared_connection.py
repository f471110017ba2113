"""One connection to a Redis that all callers of a process share: their commands go out together, answers come in order.

A pool gives each command a connection of its own, and with it a write, a read and two turns of the event loop. Here the
commands of one turn are one write, and the answers of many are one read.

Only commands that Redis answers at once may be sent: one that waits (`BLPOP`, `WAIT`) would hold up everybody, and one
that changes what the connection is (`SUBSCRIBE`, `MULTI`) would change it for everybody.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, cast

import hiredis
from redis._parsers import BaseParser  # redis-py names no other place for what an error's code means
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import InvalidResponse, RedisError
from redis.exceptions import TimeoutError as NoAnswer

Answer = asyncio.Future[Any]

_INCOMPLETE = object()


class SharedConnection:
    """Sends commands over the one connection, and opens another when it was lost."""

    def __init__(self, make: Callable[[], AbstractConnection], patience: float) -> None:
        """Open connections with `make`; one that says nothing for `patience` seconds when asked is lost."""
        self._make = make
        self._patience = patience
        self._opening = asyncio.Lock()
        self._link: _Link | None = None

    async def send(self, words: tuple[Any, ...]) -> Answer:
        """Send a command; its answer comes later, or `NotConnected` or `NoAnswer`, and nobody knows what was done."""
        link = self._link
        if link is None or link.lost:
            link = await self._open()
        return link.send(words)

    async def _open(self) -> "_Link":
        async with self._opening:  # whoever comes meanwhile takes what the first one opened
            if self._link is None or self._link.lost:
                self._link = await _opened(self._make(), self._patience)
            return self._link

    def close(self) -> None:
        """Close it; what was not answered fails."""
        if self._link is not None:
            self._link.lose(NotConnected, "it was closed")


async def _opened(connection: AbstractConnection, patience: float) -> "_Link":
    """Let redis-py reach the server, with TLS, password and database, then take the line over."""
    try:
        await connection.connect_check_health(retry_socket_connect=False)
        writer = cast("asyncio.StreamWriter", connection._writer)  # noqa: SLF001 - redis-py hands its line to nobody
    except BaseException:
        await connection.disconnect(nowait=True)
        raise
    connection._reader = connection._writer = None  # noqa: SLF001 - or it would close the line when it is forgotten
    return _Link(writer, patience)


class _Link(asyncio.Protocol):
    """An open line to the server, until it is lost."""

    def __init__(self, writer: asyncio.StreamWriter, patience: float) -> None:
        self.lost = False
        self._writer = writer  # which would close the line when it is forgotten
        self._transport = writer.transport
        self._loop = asyncio.get_running_loop()
        self._reader = hiredis.Reader(
            protocolError=InvalidResponse, replyError=BaseParser.parse_error, notEnoughData=_INCOMPLETE
        )
        self._unsent: list[bytes] = []
        self._unanswered: deque[Answer] = deque()
        self._patience = patience
        self._spoke = self._loop.time()
        self._watch = self._loop.call_later(patience, self._look)
        self._transport.set_protocol(self)

    def send(self, words: tuple[Any, ...]) -> Answer:
        name, *rest = words
        packed = hiredis.pack_command((*name.encode().split(), *rest))  # redis-py has names of two words
        answer = self._loop.create_future()
        if not self._unanswered:
            self._spoke = self._loop.time()
        if not self._unsent:
            self._loop.call_soon(self._flush)
        self._unsent.append(packed)
        self._unanswered.append(answer)
        return answer

    def _flush(self) -> None:
        if not self.lost:
            self._transport.write(b"".join(self._unsent))
        self._unsent.clear()

    def data_received(self, data: bytes) -> None:
        self._spoke = self._loop.time()
        self._reader.feed(data)
        try:
            while (found := self._reader.gets()) is not _INCOMPLETE:
                if not isinstance(found, hiredis.PushNotification):
                    _give(self._unanswered.popleft(), found)
        except (InvalidResponse, IndexError) as error:  # which answer belongs to whom is no longer known
            self.lose(NotConnected, f"the server's answer makes no sense ({error})")

    def connection_lost(self, exc: Exception | None) -> None:
        self.lose(NotConnected, str(exc or "the server closed it"))

    def lose(self, kind: type[RedisError], reason: str) -> None:
        """Give the line up: nobody is answered any more."""
        if not self.lost:
            self.lost = True
            self._watch.cancel()
            self._transport.abort()
            while self._unanswered:
                _give(self._unanswered.popleft(), kind(f"the connection to the store was lost: {reason}"))

    def _look(self) -> None:
        """Find out whether the server is silent although it was asked."""
        silent_since = self._spoke if self._unanswered else self._loop.time()
        left = silent_since + self._patience - self._loop.time()
        if left <= 0:
            self.lose(NoAnswer, f"no answer for {self._patience} seconds")
        else:
            self._watch = self._loop.call_later(left, self._look)


def _give(answer: Answer, found: object) -> None:
    if answer.done():  # its caller waits no longer
        return
    if isinstance(found, Exception):
        answer.set_exception(found)
    else:
        answer.set_result(found)
