"""One connection to a Redis that all callers of a process share: their commands go out together, answers come in order.

A pool gives each command a connection of its own, and with it a write, a read and two turns of the event loop. Here the
commands of one turn are one write, and the answers of many are one read.

Only commands that Redis answers at once may be sent: one that waits (`BLPOP`, `WAIT`) would hold up everybody, and one
that changes what the connection is (`SUBSCRIBE`, `MULTI`) would change it for everybody.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Any, cast

import hiredis
from redis._parsers import BaseParser  # redis-py names no other place for what an error's code means
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import InvalidResponse, RedisError
from redis.exceptions import TimeoutError as NoAnswer

Answer = asyncio.Future[Any]

INCOMPLETE = object()
"""What a reader gives while an answer has not wholly come."""
_LOOK_EVERY = 0.05
"""Seconds between two looks at the clock while answers are awaited; a timer for each would be dear."""


class SharedConnection:
    """Sends commands over the one connection, and opens another when it was lost."""

    def __init__(self, make: Callable[[], AbstractConnection], patience: float) -> None:
        """Open connections with `make`; one that says nothing for `patience` seconds when asked is lost."""
        self._make = make
        self._patience = patience
        self._opening = asyncio.Lock()
        self._link: _Link | None = None

    def send(self, words: tuple[Any, ...], until: float) -> Answer | None:
        """Send a command, unless no connection is open; its answer comes later.

        Or `NotConnected` or `NoAnswer` comes, or `TimeoutError` at a moment by `monotonic`, and nobody knows what was
        done.
        """
        link = self._link
        return None if link is None or link.lost else link.send(words, until)

    async def open_and_send(self, words: tuple[Any, ...], until: float) -> Answer:
        """Send a command over the shared connection, which is opened first if there is none."""
        return (await self._open()).send(words, until)

    async def _open(self) -> "_Link":
        async with self._opening:  # whoever comes meanwhile takes what the first one opened
            if self._link is None or self._link.lost:
                self._link = _Link(await take_over(self._make()), self._patience)
            return self._link

    def close(self) -> None:
        """Close it; what was not answered fails."""
        if self._link is not None:
            self._link.lose(NotConnected, "it was closed")


async def take_over(connection: AbstractConnection) -> asyncio.StreamWriter:
    """Let redis-py reach the server, with TLS, password and database, then take the line over."""
    try:
        await connection.connect_check_health(retry_socket_connect=False)
        writer = cast("asyncio.StreamWriter", connection._writer)  # noqa: SLF001 - redis-py hands its line to nobody
    except BaseException:
        await connection.disconnect(nowait=True)
        raise
    connection._reader = connection._writer = None  # noqa: SLF001 - or it would close the line when it is forgotten
    return writer


class _Link(asyncio.Protocol):
    """An open line to the server, until it is lost."""

    def __init__(self, writer: asyncio.StreamWriter, patience: float) -> None:
        self.lost = False
        self._writer = writer  # which would close the line when it is forgotten
        self._transport = writer.transport
        self._loop = asyncio.get_running_loop()
        self._reader = hiredis.Reader(
            protocolError=InvalidResponse, replyError=BaseParser.parse_error, notEnoughData=INCOMPLETE
        )
        self._unsent: list[bytes] = []
        self._unanswered: deque[tuple[Answer, float]] = deque()
        """Answers that are awaited, each with the moment until which it is."""
        self._patience = patience
        self._spoke = monotonic()
        self._watch: asyncio.TimerHandle | None = None
        self._transport.set_protocol(self)

    def send(self, words: tuple[Any, ...], until: float) -> Answer:
        if " " in words[0]:  # redis-py has names of two words
            words = (*words[0].split(), *words[1:])
        packed = hiredis.pack_command(words)
        answer = self._loop.create_future()
        if not self._unanswered:
            self._spoke = monotonic()
        if not self._unsent:
            self._loop.call_soon(self._flush)
        if self._watch is None:
            self._watch = self._loop.call_later(_LOOK_EVERY, self._look)
        self._unsent.append(packed)
        self._unanswered.append((answer, until))
        return answer

    def _flush(self) -> None:
        if not self.lost:
            self._transport.write(b"".join(self._unsent))
        self._unsent.clear()

    def data_received(self, data: bytes) -> None:
        self._spoke = monotonic()
        self._reader.feed(data)
        try:
            while (found := self._reader.gets()) is not INCOMPLETE:
                if not isinstance(found, hiredis.PushNotification):
                    _give(self._unanswered.popleft()[0], found)
        except (InvalidResponse, IndexError) as error:  # which answer belongs to whom is no longer known
            self.lose(NotConnected, f"the server's answer makes no sense ({error})")

    def connection_lost(self, exc: Exception | None) -> None:
        self.lose(NotConnected, str(exc or "the server closed it"))

    def lose(self, kind: type[RedisError], reason: str) -> None:
        """Give the line up: nobody is answered any more."""
        if not self.lost:
            self.lost = True
            if self._watch is not None:
                self._watch.cancel()
            self._transport.abort()
            while self._unanswered:
                _give(self._unanswered.popleft()[0], kind(f"the connection to the store was lost: {reason}"))

    def _look(self) -> None:
        """Let go of those who have waited long enough, and find out whether the server is silent although asked."""
        now = monotonic()
        self._watch = None
        for answer, until in self._unanswered:
            if until <= now:
                _give(answer, TimeoutError())
        if self._unanswered and self._spoke + self._patience <= now:
            self.lose(NoAnswer, f"no answer for {self._patience} seconds")
        elif self._unanswered:
            self._watch = self._loop.call_later(_LOOK_EVERY, self._look)


def _give(answer: Answer, found: object) -> None:
    if answer.done():  # its caller waits no longer
        return
    if isinstance(found, Exception):
        answer.set_exception(found)
    else:
        answer.set_result(found)
