"""Processes that draw pictures, so that no drawing holds up the event loop: the rasterizer keeps Python's lock.

They are started with the first picture and end with the process that asked for it.
"""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from multiprocessing import get_context
from typing import NamedTuple

from domain.registry import Registry
from services.cache import Cache
from services.engine import parent_death
from services.render.orders import Order, drawn_as_png, drawn_as_svg

PROCESSES = 2
MOST_WAITING = 64
"""Orders that may wait; each takes a quarter of a second at most, so that a caller waits for seconds, not minutes."""
_MOST_PICTURES = 64
"""Finished pictures that are cached: a position is asked for by everyone at the table at once."""


class TooManyOrders(Exception):
    """More pictures were ordered than can be drawn in time."""


class Ordered(NamedTuple):
    """What identifies a picture, and the width in pixels; none for SVG."""

    tag: str
    game: str
    order: Order
    width: int | None = None


class DrawingProcesses:
    """Draws pictures in other processes."""

    def __init__(self, games: Sequence[str]) -> None:
        """Know these further games, each named as `module:ATTRIBUTE`."""
        self._games = tuple(games)
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0
        self._finished: Cache[str, bytes] = Cache(_MOST_PICTURES)

    def remembered(self, tag: str) -> bytes | None:
        """The picture of that tag, if it was drawn lately."""
        return self._finished.get(tag)

    async def draw(self, ordered: Ordered) -> bytes:
        """The picture; the same one is drawn once while it is remembered."""
        finished = self.remembered(ordered.tag)
        if finished is not None:
            return finished
        if self._waiting >= MOST_WAITING:
            raise TooManyOrders
        self._waiting += 1
        try:
            finished = await self._draw(ordered)
        finally:
            self._waiting -= 1
        return self._finished.put(ordered.tag, finished)

    async def _draw(self, ordered: Ordered) -> bytes:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._processes(), _draw, ordered)
        except BrokenProcessPool:  # a process was killed; the next ones are new
            self._pool = None
            return await loop.run_in_executor(self._processes(), _draw, ordered)

    def _processes(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                PROCESSES, mp_context=get_context("spawn"), initializer=_begin, initargs=(os.getpid(), self._games)
            )
        return self._pool

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """End the processes with the block."""
        try:
            yield
        finally:
            if self._pool is not None:
                self._pool.shutdown(wait=False, cancel_futures=True)
                self._pool = None


_registry = Registry()
"""In a drawing process: the games that it can draw."""


def _begin(parent: int, games: Sequence[str]) -> None:
    global _registry  # noqa: PLW0603 - a process of a pool is handed its state this way
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent ends its processes
    if not parent_death.tie(parent, signal.SIGKILL):
        os._exit(1)
    _registry = Registry.with_extra(games)


def _draw(ordered: Ordered) -> bytes:
    return drawn(_registry, ordered)


def drawn(registry: Registry, ordered: Ordered) -> bytes:
    """The picture, drawn in this process."""
    game = registry.get(ordered.game)
    if ordered.width is None:
        return drawn_as_svg(game, ordered.order).encode()
    return drawn_as_png(game, ordered.order, ordered.width)
