"""Discord's rate limits, obeyed before they bite: nothing is sent that Discord has said it would refuse.

Discord names a bucket in each answer; routes may share one. Buckets are apart for each channel or webhook.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from services.outbound.call_failures import RateLimited

LONGEST_WAIT = 5.0
"""Seconds; whoever would have to wait longer is told so instead."""
_MOST_REMEMBERED = 1000


class Rates:
    """Remembers what Discord said of its limits, and lets calls wait for their turn."""

    def __init__(self) -> None:
        self._everything = 0.0
        self._buckets: dict[str, str] = {}
        self._free_at: dict[tuple[str, str], float] = {}
        self._locks: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, route: str, major: str, *, counted: bool) -> AsyncIterator[None]:
        """Wait for the turn of a call; `counted` are those of the bot, which are limited all together too."""
        lock = self._locks.setdefault((route, major), asyncio.Lock())
        async with lock:
            known = self._free_at.get(self._key(route, major), 0.0)  # the call before may have told the bucket
            free_at = max(known, self._everything if counted else 0.0)
            wait = free_at - time.monotonic()
            if wait > LONGEST_WAIT:
                raise RateLimited("429 told to wait", wait)
            if wait > 0:
                await asyncio.sleep(wait)
            yield

    def learn(self, route: str, major: str, headers: Mapping[str, str]) -> float:
        """Remember what an answer said of its bucket; for how many seconds that is spent."""
        bucket = headers.get("X-RateLimit-Bucket")
        if bucket is not None:
            self._buckets[route] = bucket
        if headers.get("X-RateLimit-Remaining") == "0":
            spent = _seconds(headers.get("X-RateLimit-Reset-After"))
            self.hold(route, major, spent)
            return spent
        return 0.0

    def hold(self, route: str, major: str, seconds: float) -> None:
        """Send nothing more of this kind for so long."""
        now = time.monotonic()
        if len(self._free_at) > _MOST_REMEMBERED:
            self._free_at = {key: at for key, at in self._free_at.items() if at > now}
        self._free_at[self._key(route, major)] = now + seconds

    def hold_everything(self, seconds: float) -> None:
        """Send nothing of the bot for so long."""
        self._everything = time.monotonic() + seconds

    def _key(self, route: str, major: str) -> tuple[str, str]:
        return self._buckets.get(route, route), major


def _seconds(text: str | None) -> float:
    try:
        return float(text) if text else 0.0
    except ValueError:
        return 0.0
