"""The log of a game that a caller may see, read in pages that end where a turn does.

The table is asked only for what everybody at it may know; everything else comes from the log.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from domain.kernel.envelope import Codec, Record
from domain.kernel.game import AnyGame
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.table import Table
from services.queries.game import to_act
from services.queries.names import player_names
from services.queries.points_log import PointsLog
from services.queries.queries import Queries, ReadRequest
from services.queries.readers import TRUTH, Reader, reader_named
from services.queries.tables import requested_table, up_to
from services.story import timeline

MOST_LINES = 1000
_CHUNK = 64


class VisibleLog(NamedTuple):
    """The log up to its head, and who reads it."""

    queries: Queries
    game_id: GameId
    game: AnyGame
    version: Version
    head: str
    user: UserId | None
    seat: Seat | None
    reader: Reader
    table: Table
    as_other: bool
    """Whether the caller reads as somebody else: then each line also tells what that reader saw of what was sealed."""
    to_act: list[int | str]
    unjudged: bool

    @property
    def codec(self) -> Codec:
        """What decodes its events."""
        return self.queries.tables.codec(self.game)

    @property
    def actors(self) -> set[int | str]:
        """Whose acts are the reader's own."""
        own = (self.reader,) if self.as_other else (self.seat, self.user)
        return {actor for actor in own if actor not in {None, TRUTH}}

    def up_to(self, at: int | None) -> Version:
        """The version that was asked for, if the log has reached it; else the newest."""
        return up_to(self.version, at)

    async def players(self, lang: str) -> list[str]:
        """What the players are called now, by seat."""
        return await player_names(self.queries.names, self.table, lang)

    async def records(self, until: Version) -> list[Record]:
        """The log from its start to a version."""
        return await self.queries.tables.store.read(self.game_id, limit=until)

    async def points(self) -> PointsLog:
        """What its ledger is made of."""
        return await self.queries.points.at(self.game_id, self.version, self.head)

    async def table_before(self, records: Sequence[Record]) -> Table:
        """The table at the start of a part of the log, as far as seats go."""
        start = Version(records[0].envelope().version - 1) if records else self.version
        return await self.queries.tables.seats_at(self.game_id, self.table, start)


async def open_log(queries: Queries, request: ReadRequest) -> VisibleLog:
    """Find the log, if the caller may see its table."""
    async with requested_table(queries, request) as newest:
        match, seat = newest.match, newest.match.table.seat_of(request.user)
        return VisibleLog(
            queries=queries,
            game_id=newest.game_id,
            game=match.game,
            version=newest.version,
            head=newest.head,
            user=request.user,
            seat=seat,
            reader=seat if request.reader is None else reader_named(match.table, request.reader),
            table=match.table.copy(),
            as_other=request.reader is not None,
            to_act=to_act(match),
            unjudged=await queries.tables.is_unjudged(newest),
        )


async def read_page(log: VisibleLog, after: int, limit: int, until: Version) -> list[Record]:
    """Records after a version, on until the next turn begins: a choice and its undo stand on the same page."""
    if after >= until:
        return []
    store, beginning = log.queries.tables.store, timeline.beginning(log.game)
    records = await store.read(log.game_id, after=after, limit=min(limit, until - after))
    while (left := min(until - after, MOST_LINES) - len(records)) > 0:
        more = await store.read(log.game_id, after=after + len(records), limit=min(_CHUNK, left))
        rest = [*takewhile(lambda record: record.envelope().type not in beginning, more)]
        records += rest
        if len(rest) < len(more):
            break
    return records


def next_page(records: Sequence[Record], after: int, until: Version) -> int | None:
    """Where the next page begins, if there is one."""
    last = after + len(records)
    return last if last < until else None
