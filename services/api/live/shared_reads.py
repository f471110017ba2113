"""What many streams need of a game, had once for all of them: handed over by whoever wrote it, or else read.

What is known of a game is kept only while hints of it are heard, and only until one tells of something newer: so it is
never out of date, and a stream that has nothing to tell reads nothing.
"""

import asyncio
from collections.abc import Callable, Coroutine, Hashable, Sequence
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec

from domain.kernel.clock import Millis
from domain.kernel.envelope import Record
from domain.kernel.ids import GameId, Version
from domain.kernel.lifecycle import KINDS
from domain.kernel.match import Match, Status
from domain.kernel.rounds import RoundHead, round_heads
from domain.kernel.table import Table
from services.queries.events import EventAnswer, visible_events
from services.queries.game import to_act
from services.queries.readers import Reader
from services.store.head_key import HeadKey, SignedHeads
from services.store.talk import StoredLine, Talk
from services.tables.hot_tables import JustWritten, Tables

T = TypeVar("T")
_MOST_FRAMES = 16
"""Ways to see the newest events of a game (from where, as whom) that are kept."""
_MOST_BEFORE = 8
"""Events before the newest batch that are kept for those who have not heard of them yet."""
_MOST_READ = 200
"""Events of others that are read for all streams at once."""


class TableAt(NamedTuple):
    """A table as it stood at a version; a copy, so that the game's lock can be given back."""

    table: Table
    version: Version
    status: Status
    to_act: list[int | str]


class Frames(NamedTuple):
    """Events that are ready to be sent, how many they are, and whether everybody may see them like this."""

    data: bytes
    events: int
    for_everybody: bool


class HeadFrame(msgspec.Struct, frozen=True, omit_defaults=True):
    """The head at the end of a round, and what the server signed of it."""

    version: Version
    hash: str
    note: str | None = None


class _Known:
    """The newest that is known of a game: the table, perhaps the events that led there, and what was made of them."""

    __slots__ = ("_frames", "records", "table_at")

    def __init__(self, table_at: TableAt, records: Sequence[Record] = ()) -> None:
        self.table_at = table_at
        self.records = records
        """The events up to the table's version, as far back as they are known."""
        self._frames: dict[tuple[int, Reader | Literal["everybody"]], Frames] = {}

    def after(self, version: int) -> Sequence[Record]:
        """The events after a version; none if they are not known from there on."""
        missing = self.table_at.version - len(self.records)
        return self.records[version - missing :] if version >= missing else ()

    def frames(self, after: int, reader: Reader) -> Frames | None:
        return self._frames.get((after, "everybody")) or self._frames.get((after, reader))

    def keep(self, after: int, reader: Reader, frames: Frames) -> Frames:
        if len(self._frames) < _MOST_FRAMES:
            self._frames[after, "everybody" if frames.for_everybody else reader] = frames
        return frames


class SharedReads:
    """Asks the store once for all streams that ask at the same time."""

    def __init__(self, tables: Tables, talk: Talk, head_key: HeadKey | None = None) -> None:
        """Begin without reads."""
        self._tables = tables
        self._talk = talk
        self._head_key = head_key
        self._signed: SignedHeads | None = None
        self._under_way: dict[GameId, dict[Hashable, asyncio.Task[Any]]] = {}
        self._known: dict[GameId, _Known] = {}
        self._followed: set[GameId] = set()
        self.hears = False
        """Whether every hint is heard: without that nothing is kept."""

    def invalidate(self, game_id: GameId) -> None:
        """Something happened: what was known, or is being read since before this moment, may have missed it."""
        self._under_way.pop(game_id, None)
        self._known.pop(game_id, None)

    def deafened(self) -> None:
        """Hints may be lost from now on."""
        self.hears = False
        self._under_way.clear()
        self._known.clear()

    def follow(self, game_id: GameId) -> None:
        """Somebody listens to a game: what is known of it is worth keeping."""
        self._followed.add(game_id)

    def forget(self, game_id: GameId) -> None:
        """Nobody listens to a game any more."""
        self._followed.discard(game_id)
        self._known.pop(game_id, None)

    def version_known(self, game_id: GameId) -> int:
        """The newest version that is known of a game; 0 if none is."""
        known = self._known.get(game_id)
        return 0 if known is None else known.table_at.version

    def keep(self, written: JustWritten) -> None:
        """Keep what this process has just written: nobody has to read it."""
        if self._keeps(written.game_id, written.version):
            known, records, table = self._known.get(written.game_id), written.records, None
            if known is not None and known.table_at.version == written.version - len(records):
                if not any(record.envelope().type in KINDS for record in records):
                    table = known.table_at.table  # only what happens to a table itself changes it
                records = [*known.records[-_MOST_BEFORE:], *records]  # there may be some who have not heard of them yet
            self._known[written.game_id] = _Known(_table_at(written.match, written.version, table), records)

    async def catch_up(self, game_id: GameId, after: int) -> None:
        """Read what others have written since a version that was known: once, and none of the streams has to."""
        table_at = await self.table(game_id)
        known = self._known.get(game_id)
        is_new = known is not None and known.table_at is table_at and not known.records
        if known is not None and is_new and after and 0 < (new := table_at.version - after) <= _MOST_READ:
            records = await self._tables.store.read(game_id, after=after, limit=new)
            if len(records) == new:
                known.records = records

    def newest(self, game_id: GameId) -> TableAt | None:
        """The table at the head of its log, if it is known."""
        known = self._known.get(game_id)
        return None if known is None else known.table_at

    async def table(self, game_id: GameId) -> TableAt:
        """The table at the head of its log."""
        known = self._known.get(game_id)
        if known is not None:
            return known.table_at
        return await self._shared(game_id, "table", lambda: self._read_table(game_id))

    def frames_at_hand(self, game_id: GameId, after: int, reader: Reader) -> Frames | None:
        """The events after a version up to the newest, as the reader may see them, if nothing has to be read."""
        known = self._known.get(game_id)
        if known is None:
            return None
        if (found := known.frames(after, reader)) is not None:
            return found
        records = known.after(after)
        return known.keep(after, reader, self._encoded(known.table_at, records, reader)) if records else None

    async def frames(self, game_id: GameId, table_at: TableAt, after: int, limit: int, reader: Reader) -> Frames:
        """The events after a version as the reader may see them."""
        known = self._known.get(game_id)
        is_newest = known is not None and known.table_at is table_at
        if is_newest and (found := self.frames_at_hand(game_id, after, reader)) is not None:
            return found

        async def ask() -> Frames:
            records = await self._tables.store.read(game_id, after=after, limit=limit)
            return self._encoded(table_at, records, reader)

        found = await self._shared(game_id, (after, limit, reader), ask)
        if known is not None and known.table_at is table_at and after + found.events == table_at.version:
            return known.keep(after, reader, found)
        return found

    def now(self) -> Millis:
        """The time that invitations are held to."""
        return self._tables.now()

    async def talk(self, game_id: GameId, after: int, limit: int) -> list[StoredLine]:
        """What was said after a line."""
        return await self._shared(game_id, ("talk", after, limit), lambda: self._talk.read(game_id, after, limit))

    def _encoded(self, table_at: TableAt, records: Sequence[Record], reader: Reader) -> Frames:
        codec = self._tables.codec(self._tables.registry.get(table_at.table.game))
        closed = round_heads(codec, records, table_at.table.first_seat)
        heads = {head.version: self._told(records[0].envelope().game, head) for head in closed}
        events = visible_events(records, reader)
        data = b"".join(_frame(event, heads.get(Version(event.version))) for event in events)
        return Frames(data, len(events), not any(record.openings for record in records))

    def _told(self, game: str, head: RoundHead) -> HeadFrame:
        note = None if self._signed is None else self._signed.note(GameId(game), head.version, head.hash)
        return HeadFrame(head.version, head.hash, note)

    async def _read_table(self, game_id: GameId) -> TableAt:
        if self._signed is None and self._head_key is not None:
            self._signed = await self._head_key.heads()
        asked = self._under_way.get(game_id)
        async with self._tables.lock(game_id):
            newest = await self._tables.current(game_id)
            found = _table_at(newest.match, newest.version)
        still_newest = asked is not None and self._under_way.get(game_id) is asked
        if still_newest and self._keeps(game_id, found.version):
            self._known[game_id] = _Known(found)
        return found

    def _keeps(self, game_id: GameId, version: Version) -> bool:
        return self.hears and game_id in self._followed and version > self.version_known(game_id)

    async def _shared(self, game_id: GameId, what: Hashable, ask: Callable[[], Coroutine[Any, Any, T]]) -> T:
        asked = self._under_way.setdefault(game_id, {})
        task: asyncio.Task[T] | None = asked.get(what)
        if task is None:
            task = asked[what] = asyncio.create_task(ask())
            task.add_done_callback(lambda done: self._answered(game_id, asked, what, done))
        return await asyncio.shield(task)  # a stream that ends leaves the answer to the others

    def _answered(
        self, game_id: GameId, asked: dict[Hashable, asyncio.Task[Any]], what: Hashable, task: asyncio.Task[Any]
    ) -> None:
        del asked[what]
        if not asked and self._under_way.get(game_id) is asked:
            del self._under_way[game_id]
        if not task.cancelled():
            task.exception()  # every stream that waited may have ended; then nothing else would look at it


def _table_at(match: Match, version: Version, table: Table | None = None) -> TableAt:
    """A match as it stands; `table` is a copy of its table, if there is one already."""
    return TableAt(table or match.table.copy(), version, match.status(), to_act(match))


def _frame(event: EventAnswer, head: HeadFrame | None) -> bytes:
    """An event; before it, without an id, the head of a round that it closed, so that a client resumes after both."""
    frame = b"id: %d\nevent: %b\ndata: %b\n\n" % (event.version, event.type.encode(), msgspec.json.encode(event))
    return frame if head is None else b"event: head\ndata: %b\n\n" % msgspec.json.encode(head) + frame
