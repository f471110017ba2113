"""What follows an act and keeps nobody waiting: notices to others. What is lost here was owed to nobody."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress

from domain.kernel.errors import ActaError


class Afterwards:
    """Runs what follows in the background of this process."""

    def __init__(self) -> None:
        """Nothing runs yet."""
        self._running: set[asyncio.Task[None]] = set()

    def start(self, following: Coroutine[None, None, None]) -> None:
        """Begin it now and return at once."""
        task = asyncio.create_task(_quietly(following))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def finish(self) -> None:
        """Wait for everything that runs."""
        await asyncio.gather(*self._running)


async def _quietly(following: Coroutine[None, None, None]) -> None:
    with suppress(ActaError):  # the store is away; the act itself was done and answered
        await following
