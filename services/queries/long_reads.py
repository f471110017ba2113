"""Reads that go through a whole log: one after the other beside the event loop, so that other requests go on."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")

_FEW = 64
"""Lines of a log that are read at once: to hand so little over to a thread costs more than to do it."""


class LongReads:
    """One thread: two would only take the interpreter from each other, and from the loop."""

    def __init__(self) -> None:
        """Start no thread before it is needed."""
        self._thread = ThreadPoolExecutor(1, "long-reads")

    async def run(self, lines: int, work: Callable[[], T]) -> T:
        """Do some work on so many lines of a log that waits for nothing."""
        if lines <= _FEW:
            return work()
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)
