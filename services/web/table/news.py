"""What a player has not seen from a turn of their own, and whether the last choice can be taken back."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.envelope import Record
from domain.kernel.errors import UndoBarred
from domain.kernel.game import PointsScored
from domain.kernel.ids import Seat, Version
from domain.kernel.log import read
from domain.kernel.match import SYSTEM
from domain.kernel.undo import take_back
from services.acts.acts import Acts
from services.cache import Cache
from services.queries.positions import Position
from services.render.registry import renderer_of
from services.story.recap import last_act
from services.tables.newest_records import newest_records


class NewsOfTurn(NamedTuple):
    """The version after which there is news, the things on the table that changed since, and whether undo works."""

    since: Version
    changed: frozenset[str] = frozenset()
    can_undo: bool = False
    scored: Version = Version(0)
    """The last version at which the table itself counted points; 0 if it did not lately."""


_NEWS: Cache[tuple[str, Seat], NewsOfTurn] = Cache(512)
"""By the head of the log: a position is drawn for everything that a player points at, and its news stay the same."""


async def news_of(games: Acts, position: Position) -> NewsOfTurn:
    """What is news to the reader of a position; nothing for onlookers."""
    if position.seat is None:
        return NewsOfTurn(position.version)
    key = (position.head, position.seat)
    return _NEWS.get(key) or _NEWS.put(key, await _find(games, position, position.seat))


async def _find(games: Acts, position: Position, seat: Seat) -> NewsOfTurn:
    records = await newest_records(games.tables.store, position.game_id, position.version, position.head)
    since = last_act(records, {seat})
    changed: frozenset[str] = frozenset()
    if 0 < since < position.version:
        before = (await games.tables.at(position.game_id, since)).match
        if before.state is not None:
            seen = before.game.view(before.state, seat)
            changed = renderer_of(before.game.meta.slug).changed(seen, position.confirmed)
    told = NewsOfTurn(Version(since or position.version), changed, scored=_last_scoring(records))
    try:
        take_back(read(games.tables.codec(position.game), records), seat)
    except UndoBarred:
        return told
    return told._replace(can_undo=position.turn != "over")


def _last_scoring(records: Sequence[Record]) -> Version:
    lines = (record.envelope() for record in reversed(records))
    return next((it.version for it in lines if it.type == PointsScored.__name__ and it.actor == SYSTEM), Version(0))
