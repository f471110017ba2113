"""What a store is filled with: how many keys there are of each kind, and the memory that they take."""

from collections import defaultdict
from typing import Any, NamedTuple

from services.store.client import RedisClient
from services.store.keys import KeyKind, kind_of
from services.store.redis_errors import reading

_SLICE = 1000


class Use(NamedTuple):
    """What the keys of one kind take."""

    keys: int
    bytes: int


async def measure(client: RedisClient) -> dict[KeyKind | None, Use]:
    """Ask for the size of every key, some at a time; keys that are not ours stand below `None`."""
    redis: Any = client  # redis-py's annotations allow for every setting of a client
    found: defaultdict[KeyKind | None, Use] = defaultdict(lambda: Use(0, 0))
    with reading():
        names = [name async for name in redis.scan_iter(count=_SLICE)]
        for start in range(0, len(names), _SLICE):
            some = names[start : start + _SLICE]
            pipeline = redis.pipeline(transaction=False)
            for name in some:
                pipeline.memory_usage(name)
            for name, size in zip(some, await pipeline.execute(), strict=True):
                kind = kind_of(name.decode())
                found[kind] = Use(found[kind].keys + 1, found[kind].bytes + (size or 0))
    return dict(found)
