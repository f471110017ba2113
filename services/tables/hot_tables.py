"""The tables that this process knows, and the one way to change them: load, decide, append.

A hot table is only ever a head start. What is written is checked by the append's expected version; what is answered
from a table (a view, options, a refusal) is compared with the head of its log after the request came.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from time import time
from weakref import WeakValueDictionary

import msgspec

from domain.kernel.clock import SECOND, Millis, written
from domain.kernel.envelope import GENESIS, Codec, Record, Stamp, write
from domain.kernel.errors import ActaError, BadRecord, BatchRefused, StaleVersion
from domain.kernel.game import AnyGame, Step
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.match import Batch, Match
from domain.kernel.table import Table
from domain.registry import Registry
from services.cache import Cache, weight_of, weight_of_encoded
from services.store.events import Append, Appended, CommandKey, EventStore
from services.store.snapshots import Snapshots
from services.tables.folding import LogFolding, MatchAt

_TRIES = 8


class Request(msgspec.Struct, frozen=True):
    """Which game a request is about, the id that the log keeps of it, and the key that makes a repeat recognisable."""

    game_id: GameId
    command_id: str
    key: CommandKey


class JustWritten(msgspec.Struct, frozen=True):
    """A batch that this process has written, and the match after it, which is to be looked at only at once."""

    game_id: GameId
    records: list[Record]
    match: Match
    version: Version
    newcomers: Collection[UserId] = ()
    """Everyone whom it brings to the table."""


class Written(msgspec.Struct, frozen=True):
    """What a request wrote (or, if repeated, had written), and the table as it is now."""

    appended: Appended
    records: list[Record]
    table: Table


Decide = Callable[[MatchAt], Awaitable[Batch]]
OnOwed = Callable[[MatchAt], None]
OnWritten = Callable[[JustWritten], None]


class Tables:
    """Loads tables and changes them."""

    def __init__(
        self,
        store: EventStore,
        snapshots: Snapshots,
        registry: Registry,
        on_owed: OnOwed,
        *,
        hot_bytes: int = 2**27,
    ) -> None:
        """Keep tables hot, about so many bytes of them.

        `on_owed` is called for each table that waits for the system or a bot, or is late.
        """
        self.store = store
        self.registry = registry
        self.folding = LogFolding(store, registry)
        self.snapshots = snapshots
        self._on_owed = on_owed
        self._on_asked: OnOwed | None = None
        self._on_written: OnWritten | None = None
        self._hot: Cache[GameId, MatchAt] = Cache(hot_bytes)
        self._locks: WeakValueDictionary[GameId, asyncio.Lock] = WeakValueDictionary()

    def now(self) -> Millis:
        """The time that is written into logs and that deadlines are held to."""
        return int(time() * SECOND)

    async def store_now(self) -> Millis:
        """The time by the clock of the store, which all processes share."""
        return int(await self.store.now() * SECOND)

    def codec(self, game: AnyGame) -> Codec:
        """The reader of a game's events."""
        return self.folding.codec(game)

    def lock(self, game_id: GameId) -> asyncio.Lock:
        """Hold it to look at a hot table or to change it, so that no half-made batch is ever seen."""
        return self._locks.get(game_id) or self._locks.setdefault(game_id, asyncio.Lock())

    def is_busy(self, game_id: GameId) -> bool:
        """Whether somebody holds the lock, perhaps to write."""
        lock = self._locks.get(game_id)
        return lock is not None and lock.locked()

    def hand_over(self, to: OnWritten) -> None:
        """Tell somebody of this process of everything that it writes, so that nobody here has to read it."""
        self._on_written = to

    def tell_of_turns(self, to: OnOwed) -> None:
        """Tell somebody after every change of each table that waits for people alone."""
        self._on_asked = to

    async def current(self, game_id: GameId) -> MatchAt:
        """The table at the head of its log, compared after this call began. The caller holds the lock."""
        hot = self._hot.take(game_id)
        loaded = (hot and await self.folding.caught_up(hot)) or await self.folding.newest(game_id)
        self._cache(loaded)
        return loaded

    async def at(self, game_id: GameId, version: Version) -> MatchAt:
        """The table as it was at an earlier version, folded anew; a set-up is shown whole, never half done."""
        return await self.folding.at(game_id, version)

    async def seats_at(self, game_id: GameId, now: Table, version: Version) -> Table:
        """The table at a version, as far as seats go; it is folded anew only if a seat ever changed hands."""
        if version == 0:
            return Table()
        return (await self.at(game_id, version)).match.table if now.changed_hands else now

    async def change(self, request: Request, decide: Decide) -> Written:
        """Decide on the newest state and append what follows; decide again if that was not the newest state."""
        game_id = request.game_id
        async with self.lock(game_id):
            loaded = self._hot.take(game_id)
            decided_on = Version(0)
            for _ in range(_TRIES):
                fresh = loaded is None
                loaded = loaded or await self.folding.newest(game_id)
                decided_on = loaded.version
                try:
                    batch = await decide(loaded)
                except ActaError as refusal:
                    if fresh or await self.store.head(game_id) == loaded.head:
                        return await self._refused(loaded, request, refusal)
                else:
                    try:
                        return await self._append(loaded, request, batch)
                    except StaleVersion:
                        pass
                    except BadRecord:
                        if fresh:
                            raise
                loaded = None  # the log is not, or no longer, what was decided on
            raise StaleVersion(decided_on, await self.store.version(game_id))

    async def create(self, request: Request, batch: Batch) -> Written:
        """Append the first events of a table."""
        game_id = request.game_id
        async with self.lock(game_id):
            return await self._append(MatchAt(game_id, batch.match, Version(0), GENESIS), request, batch)

    async def is_unjudged(self, loaded: MatchAt) -> bool:
        """Whether a game was imported without being judged; only one that is over can be."""
        return loaded.match.table.over and await self.store.is_unjudged(loaded.game_id)

    async def written_before(self, request: Request) -> Written | None:
        """What an earlier request with the same key wrote, if there was one."""
        async with self.lock(request.game_id):
            earlier = await self.store.remembered(request.game_id, request.key)
            return None if earlier is None else await self._written(request.game_id, earlier)

    async def _refused(self, loaded: MatchAt, request: Request, refusal: ActaError) -> Written:
        """Raise the refusal, unless the command is only refused because it was written before."""
        spoiled = isinstance(refusal, BatchRefused) and refusal.index > 0
        if not spoiled:
            self._cache(loaded)
        earlier = await self.store.remembered(loaded.game_id, request.key)
        if earlier is None:
            raise refusal
        return await self._written(loaded.game_id, earlier)

    async def _append(self, loaded: MatchAt, request: Request, batch: Batch) -> Written:
        match = batch.match
        now = self.now() if batch.at is None else batch.at
        batch.settle(now)
        at = max(written(now), loaded.at)  # a clock that was set back does not turn the log’s time back
        stamp = Stamp(loaded.game_id, at, request.command_id, match.secret)
        records, head = write(stamp, loaded.version, loaded.head, batch.entries)
        owed = owed_by_server(match)
        deadline = match.table.due()
        due = now if owed else deadline
        secret = match.secret if loaded.version == 0 else None
        if batch.names_data:
            await self.store.keep_printed(match.game.printed)
        newcomers = batch.newcomers
        stood = (loaded.game_id, loaded.version, loaded.head)
        appended = await self.store.append(
            Append(*stood, head, records, request.key, due and due / SECOND, secret, newcomers=newcomers)
        )
        if appended.repeated:
            return await self._written(loaded.game_id, appended)
        loaded.match, loaded.version, loaded.head, loaded.at = match, appended.last, head, at
        if owed - loaded.owed or (not owed and _past(deadline, now)):  # what was owed before has its job already
            self._on_owed(loaded)
        elif not owed and self._on_asked is not None:
            self._on_asked(loaded)
        self._cache(loaded, owed)
        if self._on_written is not None:
            self._on_written(JustWritten(loaded.game_id, records, match, appended.last, newcomers))
        if loaded.version - loaded.snapshot_at >= self.snapshots.every and batch.passes:
            await self._snapshot(loaded)
        return Written(appended, records, match.table)

    async def _written(self, game_id: GameId, appended: Appended) -> Written:
        limit = appended.last - appended.first + 1
        records = await self.store.read(game_id, after=appended.first - 1, limit=limit)
        return Written(appended, records, (await self.current(game_id)).match.table)

    async def _snapshot(self, loaded: MatchAt) -> None:
        version, before = loaded.version, loaded.snapshot_at
        size = await self.snapshots.save(loaded.game_id, loaded.match, version, loaded.head, before)
        loaded.snapshot_at = version
        loaded.weight = weight_of_encoded(size)  # the game has grown

    def _cache(self, loaded: MatchAt, owed: set[Seat | str] | None = None) -> None:
        loaded.owed = owed_by_server(loaded.match) if owed is None else owed
        loaded.lock = loaded.lock or self._locks.get(loaded.game_id)
        loaded.weight = loaded.weight or weight_of(loaded.match)
        self._hot.put(loaded.game_id, loaded, loaded.weight)


def waits_for_server(match: Match) -> bool:
    """Whether the next choice belongs to the system or to a bot."""
    return bool(owed_by_server(match))


def is_late(match: Match, now: Millis) -> bool:
    """Whether a seat is out of time, or its player is away and leaves each turn to a caretaker."""
    return _past(match.table.due(), now)


def _past(deadline: Millis | None, now: Millis) -> bool:
    return deadline is not None and deadline <= now


def owed_by_server(match: Match) -> set[Seat | str]:
    """What the server owes a table: the bots that have to choose, or the system's step."""
    waiting = match.to_act()
    if isinstance(waiting, Step):
        return {waiting.name}
    return {seat for seat in waiting if match.table.bot_of(seat) is not None}
