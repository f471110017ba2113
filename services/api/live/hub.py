"""The hub: one subscription per process, however many streams are open.

Without an open stream there is none: hearing of every append costs a process more than a tenth of a command.
A hint only wakes the streams of its game, which then read the game's log. So a hint may be lost or come twice without
harm, and every stream reads now and then without one.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import chain

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from domain.kernel.ids import GameId, UserId
from services.api.live.shared_reads import SharedReads
from services.problems import too_many_requests
from services.store.keys import HINTS, TALK

MOST_STREAMS = 5
"""Streams that one person may keep open at the same time, on each API process."""
_AGAIN_AFTER = 0.5
_WAIT_SECONDS = 30
_LOOK_SECONDS = 1.0

_log = structlog.get_logger()


class Hub:
    """Wakes the streams of a game. `subscriber` is a client of its own for the subscription."""

    def __init__(self, subscriber: Redis, reads: SharedReads) -> None:
        """Begin without streams."""
        self.reads = reads
        self._subscriber = subscriber
        self._wakeups: defaultdict[GameId, set[asyncio.Event]] = defaultdict(set)
        self._open: Counter[UserId] = Counter()
        self._watched = asyncio.Event()
        self.closed = False
        """Whether the process is about to end, and every stream with it."""

    def close(self) -> None:
        """End every stream; clients connect again, to another process."""
        self.closed = True
        for wakeup in chain.from_iterable(self._wakeups.values()):
            wakeup.set()

    def require_free_stream(self, user: UserId | None) -> None:
        """Refuse a person who keeps too many streams open."""
        if user is not None and self._open[user] >= MOST_STREAMS:
            raise too_many_requests(_WAIT_SECONDS)

    @contextmanager
    def wakeups(self, game_id: GameId, user: UserId | None) -> Iterator[asyncio.Event]:
        """An event that is set when the game goes on or somebody speaks, for the length of a block."""
        wakeup = asyncio.Event()
        self._wakeups[game_id].add(wakeup)
        self._watched.set()
        if user is not None:
            self._open[user] += 1
        try:
            yield wakeup
        finally:
            self._wakeups[game_id].discard(wakeup)
            if not self._wakeups[game_id]:
                del self._wakeups[game_id]
            if user is not None:
                self._open[user] -= 1
                if not self._open[user]:
                    del self._open[user]

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Hear of appends and of talk for the length of a block."""
        task = asyncio.create_task(self._listen())
        try:
            yield
        finally:
            while not task.done():  # redis-py may lose a cancellation that arrives while it connects
                task.cancel()
                await asyncio.wait([task], timeout=0.1)

    async def _listen(self) -> None:
        while True:
            try:
                await self._watched.wait()
                async with self._subscriber.pubsub() as channel:
                    await channel.subscribe(HINTS, TALK)
                    self._wake_all()
                    while self._wakeups:
                        message = await channel.get_message(ignore_subscribe_messages=True, timeout=_LOOK_SECONDS)
                        if message is not None:
                            self._wake(GameId(message["data"].decode().split()[0]))
                if not self._wakeups:
                    self._watched.clear()
                continue
            except (RedisError, OSError) as error:
                _log.warning("hints_unheard", error=type(error).__name__)
            await asyncio.sleep(_AGAIN_AFTER)

    def _wake(self, game_id: GameId) -> None:
        self.reads.invalidate(game_id)
        for wakeup in self._wakeups.get(game_id, ()):
            wakeup.set()

    def _wake_all(self) -> None:
        """What was published while nothing was subscribed is lost."""
        for game_id in self._wakeups:
            self._wake(game_id)
