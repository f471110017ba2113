"""The hub: one subscription per process, however many listen.

While nobody looks on there is none: hearing of every append costs a process more than a tenth of a command.
A hint only wakes those who look at its game; what they send on is read from the game's stream. So a hint may be lost
or come twice without harm, and whoever listens looks now and then of his own accord.
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
    """Wakes listeners. `subscriber` is a client of its own for the subscription."""

    def __init__(self, subscriber: Redis, reads: SharedReads) -> None:
        """Nobody listens yet."""
        self.reads = reads
        self._subscriber = subscriber
        self._bells: defaultdict[GameId, set[asyncio.Event]] = defaultdict(set)
        self._open: Counter[UserId] = Counter()
        self._watched = asyncio.Event()
        self.closed = False
        """Whether the process is about to end, and every stream with it."""

    def close(self) -> None:
        """Let everyone who listens go: who wants to hear more comes back, to whoever serves then."""
        self.closed = True
        for bell in chain.from_iterable(self._bells.values()):
            bell.set()

    def check(self, user: UserId | None) -> None:
        """Refuse a person who keeps too many streams open."""
        if user is not None and self._open[user] >= MOST_STREAMS:
            raise too_many_requests(_WAIT_SECONDS)

    @contextmanager
    def watching(self, game_id: GameId, user: UserId | None) -> Iterator[asyncio.Event]:
        """A bell that rings when the game goes on or somebody speaks, for the length of a block."""
        bell = asyncio.Event()
        self._bells[game_id].add(bell)
        self._watched.set()
        if user is not None:
            self._open[user] += 1
        try:
            yield bell
        finally:
            self._bells[game_id].discard(bell)
            if not self._bells[game_id]:
                del self._bells[game_id]
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
                    self._ring_all()
                    while self._bells:
                        message = await channel.get_message(ignore_subscribe_messages=True, timeout=_LOOK_SECONDS)
                        if message is not None:
                            self._ring(GameId(message["data"].decode().split()[0]))
                if not self._bells:
                    self._watched.clear()
                continue
            except (RedisError, OSError) as error:
                _log.warning("hints_unheard", error=type(error).__name__)
            await asyncio.sleep(_AGAIN_AFTER)

    def _ring(self, game_id: GameId) -> None:
        self.reads.invalidate(game_id)
        for bell in self._bells.get(game_id, ()):
            bell.set()

    def _ring_all(self) -> None:
        """What was said while nobody listened is lost."""
        for game_id in self._bells:
            self._ring(game_id)
