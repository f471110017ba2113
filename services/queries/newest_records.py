"""The end of a log, which every page of a table tells from: read once, and from then on only what came since."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.envelope import Record
from domain.kernel.ids import GameId, Version
from services.queries.kept import Kept
from services.store.events import EventStore

MOST = 200
"""Records of the end that are kept: far more than a round takes."""


class _End(NamedTuple):
    """The last records up to a version, by the hash of the last one."""

    version: Version
    head: str
    records: Sequence[Record]


_ENDS: Kept[GameId, _End] = Kept(64)
"""A log only grows, and each record names the one before: what is kept counts as its end only if the hashes say so."""


async def newest_records(store: EventStore, game: GameId, version: Version, head: str) -> Sequence[Record]:
    """The last records up to a version whose hash is `head`, the whole truth: who reads them is asked elsewhere."""
    known = _ENDS.get(game)
    if known is not None and known.head == head:
        return known.records
    records: Sequence[Record] = []
    if known is not None and known.version < version <= known.version + MOST:
        fresh = await store.read(game, known.version, version - known.version)
        if fresh and fresh[0].envelope().prev == known.head:
            records = [*known.records, *fresh][-MOST:]
    if not records:
        start = max(version - MOST, 0)
        records = await store.read(game, start, version - start)
    if records and records[-1].hash() == head and (known is None or known.version < version):
        _ENDS.put(game, _End(version, head, records))
    return records
