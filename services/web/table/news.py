"""What a player has not seen from a turn of their own, and whether the last choice can be taken back."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.envelope import Record
from domain.kernel.errors import UndoBarred
from domain.kernel.game import PointsScored
from domain.kernel.ids import GameId, Seat, Version
from domain.kernel.log import read
from domain.kernel.match import SYSTEM
from domain.kernel.undo import take_back
from projections.recap import last_act
from services.play.deps import GameDeps
from services.play.positions import Position
from services.queries.kept import Kept
from services.queries.newest_records import newest_records
from services.render.registry import renderer_of

_MOST_KEPT = 512


class Told(NamedTuple):
    """The version after which there is news, the things on the table that changed since, and whether undo works."""

    since: Version
    changed: frozenset[str] = frozenset()
    can_undo: bool = False
    scored: Version = Version(0)
    """The last version at which the table itself counted points; 0 if it did not lately."""


class News:
    """Finds out what is new. Kept by version: a position is drawn for every thing that a player points at."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._kept: Kept[tuple[GameId, Seat, Version], Told] = Kept(_MOST_KEPT)

    async def of(self, games: GameDeps, position: Position) -> Told:
        """What is news to the reader of a position; nothing for onlookers."""
        if position.seat is None:
            return Told(position.version)
        key = (position.game_id, position.seat, position.version)
        return self._kept.get(key) or self._kept.put(key, await _find(games, position, position.seat))


async def _find(games: GameDeps, position: Position, seat: Seat) -> Told:
    records = await newest_records(games.tables.store, position.game_id, position.version, position.head)
    since = last_act(records, {seat})
    changed: frozenset[str] = frozenset()
    if 0 < since < position.version:
        before = (await games.tables.at(position.game_id, since)).match
        if before.state is not None:
            seen = before.game.view(before.state, seat)
            changed = renderer_of(before.game.meta.slug).changed(seen, position.confirmed)
    told = Told(Version(since or position.version), changed, scored=_last_scoring(records))
    try:
        take_back(read(games.tables.codec(position.game), records), seat)
    except UndoBarred:
        return told
    return told._replace(can_undo=position.turn != "over")


def _last_scoring(records: Sequence[Record]) -> Version:
    lines = (record.envelope() for record in reversed(records))
    return next((it.version for it in lines if it.type == PointsScored.__name__ and it.actor == SYSTEM), Version(0))
