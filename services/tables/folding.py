"""Logs folded into matches: from the nearest snapshot, and in slices, so that no log holds up the other requests.

A snapshot is taken where the turn has passed on, so no undo reaches behind it. It is used only if the log bears it out.
A match is all that a choice needs. What needs the history too, such as since when a seat has waited, has to begin at
the first event and follows its log by `projections.log_follower`.
"""

import asyncio
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import TypeVar

from domain.kernel import lifecycle as life
from domain.kernel.chain import require_links
from domain.kernel.envelope import GENESIS, Codec, Record
from domain.kernel.errors import NoSuchVersion, UndoBarred
from domain.kernel.game import AnyGame
from domain.kernel.ids import GameId, Seat, Version
from domain.kernel.log import LoggedEvent, read, read_created
from domain.kernel.match import Match
from domain.kernel.undo import effective, reaches_back, take_back, undos_this_turn
from domain.registry import Registry
from services.store.events import EventStore
from services.store.snapshots import usable
from services.tables.cached_positions import CachedPositions, MatchThen

_SLICE = 256
_LONGEST_SET_UP = 500
_BEFORE_SNAPSHOT = 64
"""Events before a snapshot that an undo looks at, so that it can say what bars it."""

T = TypeVar("T")


class MatchAt:
    """A folded log: the match, and where in the log it stands."""

    __slots__ = ("at", "game_id", "head", "lock", "match", "owed", "snapshot_at", "version", "weight")

    def __init__(self, game_id: GameId, match: Match, version: Version, head: str, snapshot_at: int = 0) -> None:
        """Take a match as it is after `version`, whose newest snapshot is of `snapshot_at`."""
        self.game_id = game_id
        self.match = match
        self.version = version
        self.head = head
        self.snapshot_at = snapshot_at
        self.at = ""
        """When its newest event was written, as its envelope says; nothing is written before that."""
        self.owed: set[Seat | str] = set()
        self.weight = 0
        self.lock: asyncio.Lock | None = None
        """That of its table, held as long as the table is cached: to make one anew costs more than to take it."""


class LogFolding:
    """Folds the logs of games."""

    def __init__(self, store: EventStore, registry: Registry) -> None:
        """Read from `store`, and begin at snapshots."""
        self._store = store
        self._registry = registry
        self._positions = CachedPositions(registry)
        self._codecs = {game.meta.slug: Codec(game) for game in registry}

    def codec(self, game: AnyGame) -> Codec:
        """The reader of a game's events."""
        return self._codecs[game.meta.slug]

    async def newest(self, game_id: GameId) -> MatchAt:
        """A log folded up to its head."""
        start, records = await self._start(game_id)
        if not _bears_out(records, start):
            return await self._whole(game_id, start.match.secret)
        return await self._onto(start, records[1:] if start.version else records)

    async def at(self, game_id: GameId, version: Version) -> MatchAt:
        """A log folded up to a version; a set-up is shown whole, never half done."""
        if version < 1:
            raise NoSuchVersion(version)
        start, records = await self._start_near(game_id, version) or await self._start(game_id, version)
        if not _bears_out(records, start):
            start = await self._blank(game_id, start.match.secret)
            records = await self._store.read(game_id, limit=version)
        records = records[1:] if start.version else records
        if start.version + len(records) < version:
            raise NoSuchVersion(version)
        then = await self._onto(start, records + await self._rest_of_set_up(game_id, version, records))
        if records and then.version == version:
            self._positions.put(game_id, MatchThen(then.match, then.version, then.head))
        return then

    async def _start_near(self, game_id: GameId, version: Version) -> tuple[MatchAt, list[Record]] | None:
        """A position shortly before a version that was folded lately, and the log from there on."""
        near = self._positions.near(game_id, version)
        if near is None:
            return None
        start = MatchAt(game_id, *near)
        records = await self._store.read(game_id, near.version - 1, version - near.version + 1)
        return (start, records) if _bears_out(records, start) and not reaches_back(records[1:], near.version) else None

    async def caught_up(self, loaded: MatchAt) -> MatchAt | None:
        """Fold what was appended since; `None` if the log is another one, since its server lost what was folded.

        What was folded cannot be taken out of a match again: an undo of it leads back to the snapshot before it.
        """
        records = await self._store.read(loaded.game_id, max(loaded.version - 1, 0))
        if not _bears_out(records, loaded):
            return None
        records = records[1:] if loaded.version else records
        if loaded.version > loaded.snapshot_at and reaches_back(records, loaded.version):
            start, _ = await self._start(loaded.game_id, Version(loaded.version))
            return await self.caught_up(start) or await self._whole(loaded.game_id, loaded.match.secret)
        return await self._onto(loaded, records)

    async def take_back(
        self, loaded: MatchAt, seat: Seat, to_version: Version | None, most: int
    ) -> tuple[Match, life.ChoicesUndone]:
        """The event with which a seat takes back choices, at most so often in a turn, and the match as it counts then.

        The event itself is not folded yet.
        """
        start, _ = await self._start(loaded.game_id, loaded.version)
        first = max(start.version - _BEFORE_SNAPSHOT, 0)
        records = await self._store.read(loaded.game_id, first, loaded.version - first)
        if start.version and not _bears_out(records[start.version - 1 - first :], start):
            start = await self._blank(loaded.game_id, loaded.match.secret)
            records = await self._store.read(loaded.game_id, limit=loaded.version)
        log = await self._events(start.match.game, records)
        event = take_back(log, seat, to_version)
        if undos_this_turn(log, seat) >= most:
            raise UndoBarred("too_often")
        await _apply(start.match, [line for line in log if line.version > start.version], event)
        return start.match, event

    async def _start(self, game_id: GameId, until: Version | None = None) -> tuple[MatchAt, list[Record]]:
        """The nearest snapshot up to a version, or else the match before the first event; and the log from there on.

        The first of the records is that of the snapshot's own version, which the log bears out or does not.
        """
        secret, stored, records = await self._store.load(game_id, until)
        snapshot = usable(stored, self._registry) if stored else None
        if snapshot is not None:
            match = snapshot.restore(self._registry.get(snapshot.table.game), secret)
            start = MatchAt(game_id, match, snapshot.version, snapshot.head, snapshot.version)
            start.at = records[0].envelope().at if records else ""
            return start, records
        if not records or records[0].envelope().version > 1:  # a snapshot stood in the way that cannot be used
            records = await self._store.read(game_id, limit=until)
        return self._before(game_id, secret, records), records

    async def _blank(self, game_id: GameId, secret: bytes) -> MatchAt:
        return self._before(game_id, secret, await self._store.read(game_id, limit=1))

    def _before(self, game_id: GameId, secret: bytes, records: Sequence[Record]) -> MatchAt:
        """The match before the first event of its log."""
        return MatchAt(game_id, Match(self._registry.get(read_created(records).game), secret), Version(0), GENESIS)

    async def _whole(self, game_id: GameId, secret: bytes) -> MatchAt:
        return await self._onto(await self._blank(game_id, secret), await self._store.read(game_id))

    async def _onto(self, start: MatchAt, records: Sequence[Record]) -> MatchAt:
        """Fold the records that follow on a match into it, if they do."""
        require_links(records, start.head)
        await _apply(start.match, await self._events(start.match.game, records))
        if records:
            start.version, start.head = Version(start.version + len(records)), records[-1].hash()
            start.at = records[-1].envelope().at
        return start

    async def _rest_of_set_up(self, game_id: GameId, version: Version, records: Sequence[Record]) -> list[Record]:
        """What is missing of the step that set the game up, if the records end within it, at that version."""
        if not records:
            return []
        last = _step_of(records[-1])
        step = takewhile(lambda record: _step_of(record) == last, reversed(records))
        if not any(record.envelope().type == life.GameStarted.__name__ for record in step):
            return []
        more = await self._store.read(game_id, after=version, limit=_LONGEST_SET_UP)
        return [*takewhile(lambda record: _step_of(record) == last, more)]

    async def _events(self, game: AnyGame, records: Sequence[Record]) -> list[LoggedEvent]:
        log: list[LoggedEvent] = []
        for part in _slices(records):
            log += read(self.codec(game), part)
            if len(log) < len(records):
                await asyncio.sleep(0)
        return log


async def _apply(match: Match, log: Sequence[LoggedEvent], undone: life.ChoicesUndone | None = None) -> None:
    apply = match.apply
    for part in _slices(effective(log, undone)):
        for event in part:
            apply(event)
        if len(part) == _SLICE:
            await asyncio.sleep(0)


def _slices(lines: Sequence[T]) -> Iterator[Sequence[T]]:
    return (lines[start : start + _SLICE] for start in range(0, len(lines), _SLICE))


def _bears_out(records: Sequence[Record], start: MatchAt) -> bool:
    """Whether records, of which the first is of the version that a match stands at, belong to the same log."""
    return not start.version or (bool(records) and records[0].hash() == start.head)


def _step_of(record: Record) -> tuple[str, int]:
    envelope = record.envelope()
    return envelope.command_id, envelope.step
