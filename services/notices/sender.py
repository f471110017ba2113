"""Sends what is due: many things at a time, those of one owner one after the other.

Nobody waits for another one's receiver: who says nothing for many seconds keeps a place of many, and one's own. What
is due stands in the store, and whatever is begun is taken there for as long as it may last, so that a sender which dies
has lost nothing and another one beside it doubles nothing. One is enough; two have two things of an owner under way.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

import structlog

from domain.kernel.errors import StoreUnavailable

MOST_AT_ONCE = 256
DRAIN_SECONDS = 25.0
"""How long what is under way may go on when the sender is told to stop: longer than a receiver is waited for."""
_LOOKS_EVERY = 0.25
LOOKS_AGAIN = 5.0
"""Seconds after which a store is asked again that did not answer."""

_log = structlog.get_logger()


class DueSource(Protocol):
    """Where things stand that are to go out."""

    async def due(self) -> Sequence[str]:
        """What is due now, by name; what is under way is not."""
        ...

    async def owner(self, name: str) -> str:
        """Whose turn it takes."""
        ...

    async def send(self, name: str) -> str | None:
        """Attempt it, unless it is not due any more; give what of its owner is due now because of that."""
        ...


class Sender:
    """Sends from one source."""

    def __init__(self, source: DueSource, stopping: asyncio.Event, most_at_once: int = MOST_AT_ONCE) -> None:
        """Send until `stopping` is set."""
        self._source = source
        self._stopping = stopping
        self._room = asyncio.Semaphore(most_at_once)
        self._lines: dict[str, deque[str]] = {}
        """What is to be sent by owner; the first of each may be under way."""
        self._in_line: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Send until told to stop; then finish what is under way, and begin nothing more."""
        while not self._stopping.is_set():
            seconds = _LOOKS_EVERY
            try:
                await self._look()
            except StoreUnavailable as error:
                _log.warning("store_unreachable", error=type(error).__name__)
                seconds = LOOKS_AGAIN
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), seconds)
        await self._drain()

    async def _look(self) -> None:
        """Put what is due at the end of its owner's line."""
        for name in await self._source.due():
            if name not in self._in_line:
                self._put(await self._source.owner(name), name)

    def _put(self, owner: str, name: str) -> None:
        if name in self._in_line:
            return
        self._in_line.add(name)
        if owner in self._lines:
            self._lines[owner].append(name)
            return
        self._lines[owner] = deque([name])
        task = asyncio.create_task(self._serve(owner))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, owner: str) -> None:
        """Send an owner's line to its end. Each thing waits for a place anew, so that owners take turns."""
        line = self._lines[owner]
        while line and not self._stopping.is_set():
            async with self._room:
                following = None if self._stopping.is_set() else await self._send(line[0])
            self._in_line.discard(line.popleft())
            if following is not None:
                self._put(owner, following)
        del self._lines[owner]

    async def _send(self, name: str) -> str | None:
        try:
            return await self._source.send(name)
        except Exception as error:  # noqa: BLE001 - it is due again later; its owner's next is not to wait for it
            _log.error("not_sent", name=name, error=type(error).__name__)
            return None

    async def _drain(self) -> None:
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=DRAIN_SECONDS)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
