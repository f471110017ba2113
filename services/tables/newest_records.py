"""The end of a log, which every page of a table tells from: read once, and from then on only what came since."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.envelope import Record
from domain.kernel.ids import GameId, Version
from services.cache import Cache
from services.store.events import EventStore

MOST = 200
"""Records of the end that are cached: far more than a round takes."""


class _End(NamedTuple):
    """The last records up to a version, by the hash of the last one."""

    version: Version
    head: str
    records: Sequence[Record]


_ENDS: Cache[GameId, _End] = Cache(64)
"""A log only grows, and each record names the one before: what is cached counts as its end only by its hashes."""


async def newest_records(store: EventStore, game: GameId, version: Version, head: str) -> Sequence[Record]:
    """The last records up to a version whose hash is `head`, the whole truth: who reads them is asked elsewhere."""
    cached = _ENDS.get(game)
    if cached is not None and cached.head == head:
        return cached.records
    records: Sequence[Record] = []
    if cached is not None and cached.version < version <= cached.version + MOST:
        fresh = await store.read(game, cached.version, version - cached.version)
        if fresh and fresh[0].envelope().prev == cached.head:
            records = [*cached.records, *fresh][-MOST:]
    if not records:
        start = max(version - MOST, 0)
        records = await store.read(game, start, version - start)
    if records and records[-1].hash() == head and (cached is None or cached.version < version):
        _ENDS.put(game, _End(version, head, records))
    return records
