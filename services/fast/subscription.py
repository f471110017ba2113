"""What Redis publishes, handed over as it arrives.

redis-py gives each message to a task that waits for it, which costs a process a tenth of a choice; here it is a call.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import hiredis
from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import InvalidResponse

from services.fast.shared_connection import INCOMPLETE, take_over

Hear: TypeAlias = Callable[[bytes, bytes], None]
"""Is given the channel and what was published there."""

_MESSAGE, _SUBSCRIBED = b"message", b"subscribe"


class Subscriber:
    """Subscribes to channels. `client` says how the server is reached."""

    def __init__(self, client: Redis) -> None:
        """Open nothing yet."""
        self._client = client
        self._connection: AbstractConnection | None = None

    @asynccontextmanager
    async def subscribed(self, channels: Sequence[str], hear: Hear) -> AsyncIterator["SubscriptionLine"]:
        """Hear of everything that is published from here on, for the length of a block."""
        if self._connection is None:  # always the same one: that to a cluster tries another node each time
            pool: Any = self._client.connection_pool  # whose methods have no types
            self._connection = pool.make_connection()
        line = SubscriptionLine(await take_over(self._connection), hear)
        try:
            await line.subscribe(channels)
            yield line
        finally:
            line.close()


class SubscriptionLine(asyncio.Protocol):
    """An open line on which messages arrive, until it is lost."""

    def __init__(self, writer: asyncio.StreamWriter, hear: Hear) -> None:
        """Take the line over."""
        self._writer = writer  # which would close the line when it is forgotten
        self._hear = hear
        self._reader = hiredis.Reader(protocolError=InvalidResponse, notEnoughData=INCOMPLETE)
        self._unanswered = 0
        self._changed = asyncio.Event()
        self._lost: str | None = None
        writer.transport.set_protocol(self)

    async def subscribe(self, channels: Sequence[str]) -> None:
        """Ask for channels; nothing that is published from then on is missed, unless the line is lost."""
        self._unanswered = len(channels)
        words: Any = ("SUBSCRIBE", *channels)  # hiredis says that it takes one word
        self._writer.transport.write(hiredis.pack_command(words))
        while self._unanswered:
            await self._wait()

    async def lost_within(self, seconds: float) -> None:
        """Wait so long; `NotConnected` as soon as the line is lost."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    await self._wait()
        except TimeoutError:
            return

    async def _wait(self) -> None:
        if self._lost is None:
            self._changed.clear()
            await self._changed.wait()
        if self._lost is not None:
            message = f"the connection on which Redis publishes was lost: {self._lost}"
            raise NotConnected(message)

    def close(self) -> None:
        """Hear nothing more."""
        self._lose("it was closed")

    def data_received(self, data: bytes) -> None:
        self._reader.feed(data)
        try:
            while (found := self._reader.gets()) is not INCOMPLETE:
                self._take(found)
        except (InvalidResponse, ValueError) as error:
            self._lose(f"what came makes no sense ({error})")

    def connection_lost(self, exc: Exception | None) -> None:
        self._lose(str(exc or "the server closed it"))

    def _take(self, found: Any) -> None:  # noqa: ANN401 - whatever Redis sends
        if not isinstance(found, list):
            self._lose(str(found))
            return
        kind, channel, value = found
        if kind == _MESSAGE:
            self._hear(channel, value)
        elif kind == _SUBSCRIBED:
            self._unanswered -= 1
            self._changed.set()

    def _lose(self, reason: str) -> None:
        if self._lost is None:
            self._lost = reason
            self._changed.set()
            self._writer.transport.abort()
