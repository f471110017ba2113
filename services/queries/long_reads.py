"""Reads that go through a whole log: one after the other beside the event loop, so that other requests go on."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class LongReads:
    """One thread: two would only take the interpreter from each other, and from the loop."""

    def __init__(self) -> None:
        """Start no thread before it is needed."""
        self._thread = ThreadPoolExecutor(1, "long-reads")

    async def run(self, work: Callable[[], T]) -> T:
        """Do some work that waits for nothing."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)
