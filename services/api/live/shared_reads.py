"""Reads that many streams share: all that the same hint has woken need the same thing, so the store is asked once.

Only what is under way is shared, and only until the next hint: nothing is remembered, so nothing can be out of date.
"""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, NamedTuple, TypeVar

import msgspec

from domain.kernel.clock import Millis
from domain.kernel.ids import GameId, Version
from domain.kernel.match import Status
from domain.kernel.rounds import RoundHead, round_heads
from domain.kernel.table import Table
from services.commands.tables import Tables
from services.queries.events import EventAnswer, visible_events
from services.queries.game import to_act
from services.queries.readers import Reader
from services.store.talk import Line, Talk

T = TypeVar("T")


class TableAt(NamedTuple):
    """A table as it stood at a version; a copy, so that the game's lock can be given back."""

    table: Table
    version: Version
    status: Status
    to_act: list[int | str]


class SharedReads:
    """Asks the store once for all streams that ask at the same time."""

    def __init__(self, tables: Tables, talk: Talk) -> None:
        """Begin without reads."""
        self._tables = tables
        self._talk = talk
        self._under_way: dict[GameId, dict[Hashable, asyncio.Task[Any]]] = {}

    def invalidate(self, game_id: GameId) -> None:
        """Something happened: a read that began before this moment may have missed it."""
        self._under_way.pop(game_id, None)

    async def table(self, game_id: GameId) -> TableAt:
        """The table at the head of its log."""
        return await self._shared(game_id, "table", lambda: self._read_table(game_id))

    async def frames(self, game_id: GameId, table_at: TableAt, after: int, limit: int, reader: Reader) -> list[bytes]:
        """The events after a version as the reader may see them, each ready to be sent."""

        async def ask() -> list[bytes]:
            records = await self._tables.store.read(game_id, after=after, limit=limit)
            codec = self._tables.codec(self._tables.registry.get(table_at.table.game))
            heads = {head.version: head for head in round_heads(codec, records, table_at.table.first_seat)}
            return [_frame(event, heads.get(Version(event.version))) for event in visible_events(records, reader)]

        return await self._shared(game_id, (after, limit, reader), ask)

    def now(self) -> Millis:
        """The time that invitations are held to."""
        return self._tables.now()

    async def talk(self, game_id: GameId, after: int, limit: int) -> list[Line]:
        """What was said after a line."""
        return await self._shared(game_id, ("talk", after, limit), lambda: self._talk.read(game_id, after, limit))

    async def _read_table(self, game_id: GameId) -> TableAt:
        async with self._tables.lock(game_id):
            newest = await self._tables.current(game_id)
            return TableAt(newest.match.table.copy(), newest.version, newest.match.status(), to_act(newest.match))

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


def _frame(event: EventAnswer, head: RoundHead | None) -> bytes:
    """An event; before it, without an id, the head of a round that it closed, so that a client resumes after both."""
    frame = b"id: %d\nevent: %b\ndata: %b\n\n" % (event.version, event.type.encode(), msgspec.json.encode(event))
    return frame if head is None else b"event: head\ndata: %b\n\n" % msgspec.json.encode(head) + frame
