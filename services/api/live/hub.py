"""The hub: one subscription per process, however many streams are open.

Without an open stream there is none: hearing of every append costs a process more than a tenth of a command.
What this process writes is handed to its streams at once. A hint tells of what others wrote, which is then read once
for all streams of its game. So a hint may come late or twice without harm, and since one may be lost (between the nodes
of a cluster), the logs of all games that somebody listens to are compared now and then.
A stream at rest is told without waking its task, which would cost twice as much.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from itertools import chain

import structlog
from redis.exceptions import RedisError

from domain.kernel.errors import ActaError, StoreUnavailable
from domain.kernel.ids import GameId, UserId
from services.api.live.listener import Listener, Tell
from services.api.live.shared_reads import SharedReads
from services.fast.in_turns import in_turns
from services.fast.subscription import Subscriber
from services.problems import too_many_requests
from services.store.deadline import in_time
from services.store.keys import HINTS, TALK
from services.store.redis_errors import reading
from services.tables.hot_tables import JustWritten, Tables

MOST_STREAMS = 5
"""Streams that one person may keep open at the same time, on each API process."""
_AGAIN_AFTER = 0.5
_WAIT_SECONDS = 30
_LOOK_SECONDS = 1.0
_COMPARE_SECONDS = 60.0
_WRITING_SECONDS = 0.05
"""How long a hint waits for the end of an append of this process, which the hint may have overtaken."""

_TALK = TALK.encode()

_log = structlog.get_logger()


class Hub:
    """Wakes the streams of a game."""

    def __init__(self, subscriber: Subscriber, tables: Tables, reads: SharedReads, streams_per_address: int) -> None:
        """Begin without streams."""
        self.reads = reads
        self._tables = tables
        tables.hand_over(self._take)
        self._subscriber = subscriber
        self._per_address = streams_per_address
        self._listeners: defaultdict[GameId, set[Listener]] = defaultdict(set)
        self._finding: set[Listener] = set()
        self._other: set[Listener] = set()
        self._by_user: Counter[UserId] = Counter()
        self._by_address: Counter[str] = Counter()
        self._watched = asyncio.Event()
        self._subscribed = asyncio.Event()
        self._catching_up: set[asyncio.Task[None]] = set()
        self.closed = False
        """Whether the process is about to end, and every stream with it."""

    def close(self) -> None:
        """End every stream; clients connect again, to another process."""
        self.closed = True
        self._subscribed.set()  # nobody is kept waiting for what the process will no longer hear
        for listener in self._all():
            listener.wakeup.set()

    def doubt(self, user: UserId | None) -> None:
        """The rights of a user (`None`: of anybody) may have changed: their streams ask before they tell more."""
        for listener in self._all():
            if user is None or listener.user == user:
                listener.doubt()

    def require_free_stream(self, listener: Listener) -> None:
        """Refuse a person or an address with too many open streams."""
        user, address = listener.user, listener.address
        if (user is not None and self._by_user[user] >= MOST_STREAMS) or (
            address is not None and self._by_address[address] >= self._per_address
        ):
            raise too_many_requests(_WAIT_SECONDS)

    @contextmanager
    def open(self, listener: Listener, *, finds_games: bool = False) -> Iterator[None]:
        """Count a stream for the length of a block; one that finds games also follows those its person comes to."""
        streams = self._finding if finds_games else self._other
        streams.add(listener)
        self._watched.set()
        self._count(listener, 1)
        try:
            yield
        finally:
            streams.discard(listener)
            for game_id in [*listener.games]:
                self.unfollow(listener, game_id)
            self._count(listener, -1)

    async def until_subscribed(self) -> None:
        """Return once open streams hear of whatever is written from then on, or raise `StoreUnavailable`."""
        with reading():
            await in_time(self._subscribed.wait())

    @contextmanager
    def waking(self, game_id: GameId, listener: Listener, tell: Tell | None = None) -> Iterator[None]:
        """Wake a listener when the game goes on or somebody speaks, for the length of a block; or tell it at once."""
        with self.open(listener):
            self.follow(listener, game_id)
            listener.tell = tell
            try:
                yield
            finally:
                listener.tell = None

    def follow(self, listener: Listener, game_id: GameId) -> None:
        """Wake an open stream for one more game."""
        self._listeners[game_id].add(listener)
        listener.games.add(game_id)
        self.reads.follow(game_id)

    def unfollow(self, listener: Listener, game_id: GameId) -> None:
        """Wake an open stream no longer for a game."""
        listener.games.discard(game_id)
        self._listeners[game_id].discard(listener)
        if not self._listeners[game_id]:
            del self._listeners[game_id]
            self.reads.forget(game_id)

    @contextmanager
    def watching(self, game_id: GameId) -> Iterator[asyncio.Event]:
        """An event that is set when the game goes on, for a read that waits for the length of a block."""
        listener = Listener(None, None, None)
        with self.waking(game_id, listener):
            yield listener.wakeup

    def _count(self, listener: Listener, change: int) -> None:
        if listener.user is not None:
            self._by_user[listener.user] += change
            self._by_user += Counter()  # which forgets those without a stream
        if listener.address is not None:
            self._by_address[listener.address] += change
            self._by_address += Counter()

    def _all(self) -> Iterator[Listener]:
        return chain(self._finding, self._other)

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Hear of appends and of talk for the length of a block."""
        tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._compare_now_and_then())]
        try:
            yield
        finally:
            while under_way := [task for task in (*tasks, *self._catching_up) if not task.done()]:
                for task in under_way:  # redis-py may lose a cancellation that arrives while it connects
                    task.cancel()
                await asyncio.wait(under_way, timeout=0.1)

    async def _listen(self) -> None:
        while True:
            try:
                await self._watched.wait()
                async with self._subscriber.subscribed((HINTS, TALK), self._hear) as line:
                    self.reads.hears = True
                    self._subscribed.set()
                    self._wake_all()  # what was published while nothing was subscribed is lost
                    while self._finding or self._other:
                        await line.lost_within(_LOOK_SECONDS)
                if not (self._finding or self._other):
                    self._watched.clear()
                continue
            except (RedisError, OSError) as error:
                _log.warning("hints_unheard", error=type(error).__name__)
            finally:
                self._subscribed.clear()
                self.reads.deafened()
            await asyncio.sleep(_AGAIN_AFTER)

    def _hear(self, channel: bytes, message: bytes) -> None:
        if channel == _TALK:
            in_turns(self._listeners.get(GameId(message.decode()), ()), Listener.hear)
        else:
            self._take_hint(message.decode())

    def _take_hint(self, hint: str) -> None:
        """Wake whom a hint concerns: `game version`, and whoever came to the table with that."""
        game, _, rest = hint.partition(" ")
        version, *newcomers = rest.split()
        self._bring(GameId(game), newcomers)
        if game in self._listeners:
            self._wake_beyond(GameId(game), int(version))

    def _bring(self, game_id: GameId, newcomers: Collection[str]) -> None:
        """Let the streams that find games follow one to which their person has come."""
        for listener in self._finding if newcomers else ():
            if listener.user in newcomers:
                self.follow(listener, game_id)
                listener.wake(game_id)

    def _wake_beyond(self, game_id: GameId, version: int, *, patient: bool = True) -> None:
        """Wake the streams of a game that has reached a version, unless it was handed over, or soon will be."""
        if self.reads.version_known(game_id) >= version:
            return
        if patient and self._tables.is_busy(game_id):
            again = partial(self._wake_beyond, game_id, version, patient=False)
            asyncio.get_running_loop().call_later(_WRITING_SECONDS, again)
        else:
            self._wake(game_id)

    def _take(self, written: JustWritten) -> None:
        """Hand what this process has written to its streams."""
        self._bring(written.game_id, written.newcomers)
        if written.game_id in self._listeners:
            self.reads.keep(written)
            self._pass_on(written.game_id)

    def _wake(self, game_id: GameId) -> None:
        """Others have written something, or may have."""
        known = self.reads.version_known(game_id)
        self.reads.invalidate(game_id)
        task = asyncio.create_task(self._catch_up(game_id, known))
        self._catching_up.add(task)
        task.add_done_callback(self._catching_up.discard)

    async def _catch_up(self, game_id: GameId, known: int) -> None:
        with suppress(ActaError):  # which every stream meets by itself, and ends
            await self.reads.catch_up(game_id, known)
        self._pass_on(game_id)

    def _pass_on(self, game_id: GameId) -> None:
        """Tell the streams of a game where it stands, or wake those that cannot be told without."""

        def pass_on(listener: Listener) -> None:
            newest, told = self.reads.newest(game_id), False
            if newest is not None:
                with suppress(Exception):  # whatever it is, the stream's own task meets it too, and ends alone
                    told = listener.take(newest)
            if not told:
                listener.wake(game_id)

        in_turns(self._listeners.get(game_id, ()), pass_on)

    def _wake_all(self) -> None:
        for game_id in self._listeners:
            self._wake(game_id)
        in_turns(self._all(), Listener.hear)
        in_turns(self._finding, Listener.wake_for_all)

    async def _compare_now_and_then(self) -> None:
        """Find what a lost hint would have told, of a game or of what is said there."""
        while True:
            await asyncio.sleep(_COMPARE_SECONDS)
            with suppress(StoreUnavailable):
                for game_id in [*self._listeners]:
                    if self.reads.version_known(game_id):
                        self._wake_beyond(game_id, await self._tables.store.version(game_id))
            in_turns(self._all(), Listener.hear)
