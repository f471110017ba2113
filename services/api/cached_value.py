"""A value that costs much to make: cached for some seconds, and made once for all who ask at the same time."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class CachedValue(Generic[T]):
    """Makes a value when it is asked for, at most every so many seconds."""

    def __init__(
        self, make: Callable[[], Awaitable[T]], seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._make = make
        self._seconds = seconds
        self._clock = clock
        self._lock = asyncio.Lock()
        self._cached: tuple[T, float] | None = None

    async def get(self) -> T:
        """The value; the one that was made last, if it is fresh enough."""
        async with self._lock:
            if self._cached is None or self._clock() >= self._cached[1]:
                self._cached = (await self._make(), self._clock() + self._seconds)
            return self._cached[0]
