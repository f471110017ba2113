"""Closes a store for writing, for everybody at once and without their help, and opens it again.

A server that demands more replicas than there can be refuses every write with NOREPLICAS, scripts included, and goes on
answering reads. That lasts until it is opened or restarted.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from redis.asyncio import RedisCluster

from services.store.client import RedisClient
from services.store.redis_errors import repeatable

_DEMAND = "min-replicas-to-write"
_TOO_MANY = 10_000


@asynccontextmanager
async def closed(client: RedisClient) -> AsyncIterator[None]:
    """Nobody writes for the length of a block; if it fails, the store is open again. Else it stays closed."""
    before = await _demands(client)
    await _demand(client, dict.fromkeys(before, str(_TOO_MANY)))
    try:
        yield
    except BaseException:
        await _demand(client, before)
        raise


def _masters(client: RedisClient) -> dict[str, dict[str, Any]]:
    """What names each server that is written to, as redis-py wants it."""
    if isinstance(client, RedisCluster):
        return {node.name: {"target_nodes": node} for node in client.get_primaries()}
    return {"": {}}


async def _demands(client: RedisClient) -> dict[str, str]:
    redis: Any = client
    found = {}
    with repeatable():
        for name, where in _masters(client).items():
            answer = await redis.execute_command("CONFIG GET", _DEMAND, **where)
            found[name] = _value(answer)
    return found


async def _demand(client: RedisClient, values: dict[str, str]) -> None:
    redis: Any = client
    where = _masters(client)
    with repeatable():
        for name, value in values.items():
            await redis.execute_command("CONFIG SET", _DEMAND, value, **where[name])


def _value(answer: Any) -> str:  # noqa: ANN401 - a mapping, or pairs in a list, by the protocol that is spoken
    [text] = answer.values() if isinstance(answer, dict) else answer[1::2]
    return text.decode() if isinstance(text, bytes) else str(text)
