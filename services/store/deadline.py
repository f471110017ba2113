"""How long a request waits for a store that does not answer: one deadline over all its calls and all their retries.

A store that answers, however slowly, is waited for: each answer gives the request the whole time again.
"""

import asyncio
from collections.abc import Awaitable
from contextvars import ContextVar
from typing import Any

from redis.asyncio import Redis, RedisCluster

SECONDS = 8.0


class _Deadline:
    """Until when (by the clock of the event loop) the request waits."""

    __slots__ = ("until",)

    def __init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        self.until = asyncio.get_running_loop().time() + SECONDS


_of_request: ContextVar[_Deadline | None] = ContextVar("deadline_of_request", default=None)


def begin() -> None:
    """A request begins here, or goes on after it has waited for its client."""
    _of_request.set(_Deadline())


async def _in_time(answer: Awaitable[Any]) -> Any:  # noqa: ANN401 - whatever the command gives
    deadline = _of_request.get() or _Deadline()
    async with asyncio.timeout_at(deadline.until):
        found = await answer
    deadline.renew()
    return found


class TimedRedis(Redis):
    """A client whose calls keep the deadline of their request; outside of one, each has a deadline of its own."""

    async def execute_command(self, *words: Any, **options: Any) -> Any:  # noqa: ANN401 - redis-py's own signature
        """Send a command and wait for its answer; `TimeoutError` if none comes in time."""
        return await _in_time(super().execute_command(*words, **options))  # type: ignore[no-untyped-call] # redis-py's


class TimedCluster(RedisCluster):
    """The same for a cluster."""

    async def execute_command(self, *words: Any, **options: Any) -> Any:  # noqa: ANN401 - redis-py's own signature
        """Send a command and wait for its answer; `TimeoutError` if none comes in time."""
        return await _in_time(super().execute_command(*words, **options))
