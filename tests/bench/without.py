"""An API process that does without one of its special cases at a time: each signal reads from a file which one it is.

So both ways are measured in one process, a moment apart: two processes of the same program differ by up to a tenth.
"""

import asyncio
import gc
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from litestar import Response
from litestar.response import Stream
from redis.asyncio import Redis

from services import cli, logs
from services.api.live.listener import Listener
from services.api.live.shared_reads import SharedReads
from services.fast.event_stream import EventStream
from services.fast.plain_json import PlainJson
from services.fast.subscription import Hear, Subscriber
from services.store.deadline import TimedRedis, in_time

CHOSEN = "BENCH_WITHOUT"
"""Names the file that names the case."""
PYTHONS = (700, 10, 10)
"""How often Python looks for cycles by itself."""


async def _by_pool(self: TimedRedis, *words: Any, **options: Any) -> Any:  # noqa: ANN401 - as redis-py has it
    ordinary: Any = Redis.execute_command  # which has no types
    return await in_time(ordinary(self, *words, **options))


@asynccontextmanager
async def _by_redis_py(self: Subscriber, channels: Sequence[str], hear: Hear) -> AsyncIterator[Any]:
    async with self._client.pubsub(ignore_subscribe_messages=True) as heard:
        await heard.subscribe(*channels)

        async def listen() -> None:
            async for message in heard.listen():
                hear(message["channel"], message["data"])

        task = asyncio.create_task(listen())
        try:
            yield SimpleNamespace(lost_within=lambda seconds: asyncio.wait([task], timeout=seconds))
        finally:
            task.cancel()


@contextmanager
def _usual_garbage() -> Iterator[None]:
    ours = gc.get_threshold()
    gc.unfreeze()
    gc.set_threshold(*PYTHONS)
    yield
    gc.freeze()  # without a look before, which would be counted
    gc.set_threshold(*ours)


WITHOUT: dict[str, Callable[[], AbstractContextManager[object]]] = {
    "": ExitStack,
    "shared_connection": lambda: patch.object(TimedRedis, "execute_command", _by_pool),
    "subscription": lambda: patch.object(Subscriber, "subscribed", _by_redis_py),
    "shared_reads": lambda: patch.object(SharedReads, "keep", lambda self, written: self.invalidate(written.game_id)),
    "direct_write": lambda: patch.object(Listener, "take", lambda _self, _newest: False),
    "event_stream": lambda: patch.object(
        EventStream,
        "to_asgi_response",
        lambda self, **declared: Stream(self._lines, media_type="text/event-stream").to_asgi_response(**declared),
    ),
    "plain_json": lambda: patch.object(
        PlainJson, "to_asgi_response", lambda self, **declared: Response(self.content).to_asgi_response(**declared)
    ),
    "garbage": _usual_garbage,
    "log_lines": lambda: patch.object(logs, "_write", logs._by_structlog),  # noqa: SLF001 - where structlog is passed by
}


def main() -> None:
    """Serve, and switch at every signal."""
    switched = ExitStack()

    def switch(*_signal: object) -> None:
        switched.close()
        switched.enter_context(WITHOUT[Path(os.environ[CHOSEN]).read_text()]())

    signal.signal(signal.SIGUSR1, switch)
    cli.main()


if __name__ == "__main__":
    main()
