"""How long a request waits for a store that does not answer: one deadline over all its calls and all their retries.

A store that answers, however slowly, is waited for: each answer gives the request the whole time again.
"""

import asyncio
from collections.abc import Awaitable, Sequence
from contextvars import ContextVar, Token
from time import monotonic
from typing import Any, TypeAlias

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import TimeoutError as NoAnswer

from services.fast.shared_connection import Answer, SharedConnection

SECONDS = 8.0

Words: TypeAlias = tuple[Any, ...]
Options: TypeAlias = dict[str, Any]


class _Deadline:
    """Until when (by `monotonic`) a request waits for an answer; none while it waits for none."""

    __slots__ = ("_until",)

    def __init__(self) -> None:
        self._until: float | None = monotonic() + SECONDS

    def until(self) -> float:
        """The end of the wait that is under way, or of one that begins now.

        A stream lives on after a store that was silent: some time after that it waits anew.
        """
        now = monotonic()
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
    async with asyncio.timeout(deadline.until() - monotonic()):
        found = await answer
    deadline.answered()
    return found


class TimedRedis(Redis):
    """A client whose calls share one connection and keep the deadline of their request.

    Outside of a request each call has a deadline of its own. Pipelines and subscriptions have connections of their own.
    """

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - redis-py's own
        super().__init__(**options)
        pool = self.connection_pool
        self._retry: Retry = pool.connection_kwargs["retry"]
        self._shared = SharedConnection(pool.make_connection, pool.connection_kwargs["socket_timeout"])

    async def execute_command(self, *words: Any, **options: Any) -> Any:  # noqa: ANN401 - redis-py's own signature
        """Send a command and wait for its answer; `TimeoutError` if none comes in time.

        Nearly every first try succeeds, so it passes by the timers and layers that further tries need.
        """
        deadline = _of_request.get() or _Deadline()
        until = deadline.until()
        answer = self._shared.send(words, until)
        try:
            found = await (self._try(words, options, until) if answer is None else self._read(answer, words, options))
        except (NotConnected, NoAnswer) as failure:
            if answer is None:
                raise
            found = await self._try(words, options, until, [failure])
        deadline.answered()
        return found

    async def _try(self, words: Words, options: Options, until: float, failures: Sequence[Exception] = ()) -> Any:  # noqa: ANN401 - whatever the command gives
        """Try as often as the client may, those counted that failed already, and open a connection if there is none."""
        failed = iter(failures)

        async def ask() -> Any:  # noqa: ANN401 - the same
            for failure in failed:
                raise failure
            return await self._read(await self._shared.open_and_send(words, until), words, options)

        async with asyncio.timeout(until - monotonic()):
            return await self._retry.call_with_retry(ask, _try_again)

    def _read(self, answer: Answer, words: Words, options: Options) -> Awaitable[Any]:
        """What a command gives, from its answer as Redis sends it."""
        if not options and words[0] not in self.response_callbacks:
            return answer
        arriving: Any = _Arriving(answer)
        return self.parse_response(arriving, words[0], **options)

    async def aclose(self, close_connection_pool: bool | None = None) -> None:  # noqa: FBT001 - redis-py's own signature
        """Close the connections."""
        self._shared.close()
        await super().aclose(close_connection_pool)


class _Arriving:
    """An answer that is on its way, as redis-py wants to read it from a connection."""

    __slots__ = ("read_response",)

    def __init__(self, answer: Answer) -> None:
        async def read_response(*, disable_decoding: bool = False) -> Any:  # noqa: ANN401, ARG001 - nothing is decoded
            return await answer

        self.read_response = read_response


async def _try_again(_error: Exception) -> None:
    """A lost connection needs no care: the next try opens another."""


class TimedCluster(RedisCluster):
    """A client for a cluster whose calls end with the deadline of their request."""

    async def execute_command(self, *words: Any, **options: Any) -> Any:  # noqa: ANN401 - redis-py's own signature
        """Send a command and wait for its answer; `TimeoutError` if none comes in time."""
        return await in_time(super().execute_command(*words, **options))
