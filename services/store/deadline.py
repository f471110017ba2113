"""How long a request waits for a store that does not answer: one deadline over all its calls and all their retries.

A store that answers, however slowly, is waited for: each answer gives the request the whole time again.
"""

import asyncio
from collections.abc import Awaitable
from contextvars import ContextVar, Token
from typing import Any

from redis.asyncio import Redis, RedisCluster

SECONDS = 8.0


class _Deadline:
    """Until when (by the clock of the event loop) a request waits for an answer; none while it waits for none."""

    __slots__ = ("_until",)

    def __init__(self) -> None:
        self._until: float | None = asyncio.get_running_loop().time() + SECONDS

    def until(self) -> float:
        """The end of the wait that is under way, or of one that begins now.

        A stream lives on after a store that was silent: some time after that it waits anew.
        """
        now = asyncio.get_running_loop().time()
        if self._until is None or now > self._until + SECONDS:
            self._until = now + SECONDS
        return self._until

    def answered(self) -> None:
        """The store is there; a request that needs nothing of it for a while, as a stream does, loses no time."""
        self._until = None


_of_request: ContextVar[_Deadline | None] = ContextVar("deadline_of_request", default=None)


def begin() -> Token[_Deadline | None]:
    """A request begins here."""
    return _of_request.set(_Deadline())


def renew() -> None:
    """The request, if this is one, goes on after it has waited for its client: that took none of the store's time."""
    if (deadline := _of_request.get()) is not None:
        deadline.answered()


def end(begun: Token[_Deadline | None]) -> None:
    """The request is over."""
    _of_request.reset(begun)


async def in_time(answer: Awaitable[Any]) -> Any:  # noqa: ANN401 - whatever the command gives
    """Wait for an answer of the store as long as the request, or a call outside of one, may wait."""
    deadline = _of_request.get() or _Deadline()
    async with asyncio.timeout_at(deadline.until()):
        found = await answer
    deadline.answered()
    return found


class TimedRedis(Redis):
    """A client whose calls keep the deadline of their request; outside of one, each has a deadline of its own."""

    async def execute_command(self, *words: Any, **options: Any) -> Any:  # noqa: ANN401 - redis-py's own signature
        """Send a command and wait for its answer; `TimeoutError` if none comes in time."""
        return await in_time(super().execute_command(*words, **options))  # type: ignore[no-untyped-call] # redis-py's


class TimedCluster(RedisCluster):
    """The same for a cluster."""

    async def execute_command(self, *words: Any, **options: Any) -> Any:  # noqa: ANN401 - redis-py's own signature
        """Send a command and wait for its answer; `TimeoutError` if none comes in time."""
        return await in_time(super().execute_command(*words, **options))
