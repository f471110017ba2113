"""How far the read models are behind the feed: for readiness, metrics and the operator's check-up."""

import asyncio
from typing import NamedTuple

from projections.runner import START
from services.store import keys
from services.store.client import Client
from services.store.models import StoredModels
from services.store.redis_errors import reading

MOST = 1000
"""More entries than this are not counted in any partition."""


class Lag(NamedTuple):
    """Feed entries that are not projected yet, and the age of the oldest in seconds by the store's clock."""

    entries: int
    seconds: float


async def measure(client: Client, models: StoredModels) -> Lag:
    """Compare every partition's feed with its checkpoint."""
    generation = keys.generation(await models.live())
    with reading():
        checkpoints = await client.hgetall(generation.checkpoints)
        partitions = range(keys.PARTITIONS)
        waiting = await asyncio.gather(*(_waiting(client, one, checkpoints.get(b"%d" % one)) for one in partitions))
        seconds, micros = await client.time()
    oldest = min((ids[0] for ids in waiting if ids), default=None)
    late = 0.0 if oldest is None else max(0.0, seconds + micros / 1_000_000 - oldest / 1000)
    return Lag(sum(len(ids) for ids in waiting), round(late, 3))


async def _waiting(client: Client, partition: int, checkpoint: bytes | None) -> list[int]:
    """The times (in ms) of the entries after the checkpoint."""
    after = START if checkpoint is None else checkpoint.decode()
    rows = await client.xrange(keys.feed(partition), min=f"({after}", count=MOST)
    return [int(id_.partition(b"-")[0]) for id_, _ in rows]
