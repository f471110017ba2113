"""Reads that wait until a log, or the read models, have reached a version: woken by hints, and never for long."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import TypeAlias

from domain.kernel.ids import GameId
from services.problems import too_many_requests

WAIT_SECONDS = 10.0
MOST_WAITING = 200
"""Reads of this process that may wait at the same time."""
_LOOK_SECONDS = 1.0
_FIRST_LOOK_SECONDS = 0.05

Watch: TypeAlias = Callable[[GameId], AbstractContextManager[asyncio.Event]]
"""Gives an event that is set when a game has gone on, for the length of a block."""


def _unwatched(_game: GameId) -> AbstractContextManager[asyncio.Event]:
    """Nothing wakes reads that wait, as in a process where nobody reads."""
    return nullcontext(asyncio.Event())


class VersionWaits:
    """Lets reads wait. A hint may be lost, so each looks by itself now and then, ever more seldom."""

    def __init__(self, watch: Watch = _unwatched) -> None:
        """Be woken by `watch`."""
        self._watch = watch
        self._waiting = 0
        self._ends = False

    def close(self) -> None:
        """Let nobody wait any more: the process ends, and answers with what there is."""
        self._ends = True

    async def until(self, game_id: GameId, current: Callable[[], Awaitable[int]], version: int) -> None:
        """Wait until `current` gives a version, or for some seconds."""
        if await current() >= version:
            return
        if self._waiting >= MOST_WAITING:
            raise too_many_requests(int(WAIT_SECONDS))
        self._waiting += 1
        try:
            with self._watch(game_id) as wakeup:
                await self._woken(wakeup, current, version)
        finally:
            self._waiting -= 1

    async def _woken(self, wakeup: asyncio.Event, current: Callable[[], Awaitable[int]], version: int) -> None:
        clock = asyncio.get_running_loop().time
        until, pause = clock() + WAIT_SECONDS, _FIRST_LOOK_SECONDS
        while not self._ends and (left := until - clock()) > 0:
            wakeup.clear()
            if await current() >= version:
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(min(pause, left)):
                    await wakeup.wait()
            pause = min(2 * pause, _LOOK_SECONDS)
