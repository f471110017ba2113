"""Closes a store for writing, for everybody at once and without their help, and opens it again.

A mark in every slot makes each script refuse that changes what people would miss. It lies in the store, so it outlives
a restart and goes over to a replica. What is written without a script is refused by the server itself, which demands
more replicas than there can be: that lasts until it is opened or restarted. `Standing` tells whether it was.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple, cast

from redis.asyncio import RedisCluster

from domain.kernel.errors import ActaError, OutcomeUnknown, StoreUnavailable
from services.store import keys
from services.store.acknowledged import Acknowledged
from services.store.client import RedisClient, giving_bytes
from services.store.redis_errors import reading, repeatable, writing

_DEMAND = "min-replicas-to-write"
_TOO_MANY = "10000"
_MOST_NAMED = 10
_TRIES = 10
_BEFORE, _HALF = "min_replicas", "half"
"""Fields of a mark: what its server demanded before; that a copy which is being written is not whole yet."""


class ClosedAlready(ActaError):
    """Somebody closed this store, and has not opened it again."""


class StillClosed(ActaError):
    """The store was to be opened again, and could not be reached."""


class ClosedState(NamedTuple):
    """How a closed store stands: which runs of which masters hold it, where its feeds end, which slots are closed."""

    runs: frozenset[tuple[str, str]]
    ends: Mapping[int, str]
    closed: frozenset[str]


@asynccontextmanager
async def closed(client: RedisClient) -> AsyncIterator[ClosedState]:
    """Nobody writes for the length of a block; if it fails, the store is open again. Else it stays closed."""
    marks, before = await _marks(client), await _demands(client)
    if marks or _TOO_MANY in before.values():
        raise ClosedAlready
    try:
        await _close(client, before)
        yield await standing(client)
    except BaseException as failure:
        try:
            await reopen(client)
        except ActaError as error:
            raise StillClosed(str(error)) from failure
        raise


async def reopen(client: RedisClient) -> bool:
    """Open a store, also one that was closed by a command that was killed meanwhile; False if it was open."""
    marks = await _marks(client)
    before = {_master_of(client, mark): demanded for mark, demanded in marks.items()}
    usual = next(iter(before.values()), "0")  # of a master that has lost its marks
    shut = [server for server, demand in (await _demands(client, replicas=True)).items() if demand == _TOO_MANY]
    await _demand(client, {server: before.get(server, usual) for server in shut})
    redis = giving_bytes(client)
    with repeatable():
        for mark in reversed(marks):
            await redis.delete(mark)
    return bool(marks or shut)


@asynccontextmanager
async def filling(client: RedisClient) -> AsyncIterator[None]:
    """Keep a store closed from before a copy is written into it until all of it is there.

    Whatever ends the block early leaves the store closed, so that a server on half a copy takes no choices. The first
    mark is always the last to change: what it says holds for all of them, wherever this is killed.
    """
    redis, marks = giving_bytes(client), keys.moving()[::-1]
    with repeatable():
        for mark in marks:
            await redis.hset(mark, _HALF, "1")
    yield
    with repeatable():
        for mark in marks:  # whole, and still closed: `reopen` could go on from here
            await redis.hset(mark, _BEFORE, "0")
            await redis.hdel(mark, _HALF)
        for mark in marks:
            await redis.delete(mark)


async def is_closed(client: RedisClient) -> bool:
    """Whether a store takes no changes: it moves or has moved, or holds half a copy."""
    with reading():
        return bool(await giving_bytes(client).hkeys(keys.moving()[0]))


async def is_half_filled(client: RedisClient) -> bool:
    """Whether a copy that was written into a store never became whole."""
    with reading():
        return bool(await giving_bytes(client).hexists(keys.moving()[0], _HALF))


async def standing(client: RedisClient) -> ClosedState:
    """How the store stands now; feeds are asked first, so that a cluster's client learns who its masters are."""
    redis: Any = client
    ends = {}
    with reading():
        for partition in range(keys.PARTITIONS):
            newest = await redis.xrevrange(keys.feed(partition), count=1)
            ends[partition] = newest[0][0].decode() if newest else "0-0"
    runs = [await _run(client, where) for where in _servers(client).values()]
    return ClosedState(frozenset(runs), ends, frozenset(await _marks(client)))


async def changes(client: RedisClient, stood: ClosedState, *, restarts: bool = True) -> list[str]:
    """What happened to a closed store since it stood so, in words; `restarts`: count those of its servers too."""
    now = await standing(client)
    found = []
    if restarts and now.runs != stood.runs:
        found.append("a server of it was restarted, or another one took its place")
    if lost := stood.closed - now.closed:
        found.append(f"{len(lost)} of its {len(stood.closed)} marks are gone")
    late = [partition for partition, end in stood.ends.items() if now.ends[partition] != end]
    games = {game for partition in late for game in await _games(client, partition, stood.ends[partition])}
    if late:
        found.append(f"it took choices in {len(games)} games ({', '.join(sorted(games)[:_MOST_NAMED])})")
    return found


async def _games(client: RedisClient, partition: int, after: str) -> set[str]:
    """The games of which a feed tells after an entry."""
    redis = giving_bytes(client)
    with reading():
        return {row[b"g"].decode() for _, row in await redis.xrange(keys.feed(partition), min=f"({after}")}


async def _close(client: RedisClient, before: Mapping[str, str]) -> None:
    """Mark every slot and wait until the replicas know, then close the servers too, which take no mark any more."""
    replicas = {server: await _replicas(client, where) for server, where in _servers(client).items()}
    for mark in keys.moving():
        server = _master_of(client, mark)
        await _set_mark(Acknowledged(client, replicas[server]), mark, before[server])
    await _demand(client, dict.fromkeys(before, _TOO_MANY))


async def _set_mark(acknowledged: Acknowledged, mark: str, before: str) -> None:
    """Set one; a replica that has just come takes a while to say what it has."""
    for left in reversed(range(_TRIES)):
        try:
            with writing():
                await acknowledged.write_again(mark, _BEFORE, before.encode())
        except OutcomeUnknown:
            if not left:
                raise
        else:
            return


async def _marks(client: RedisClient) -> dict[str, str]:
    """The marks that are set, with what their servers demanded before."""
    redis = giving_bytes(client)
    found = {}
    with reading():
        for mark in keys.moving():
            demanded = await redis.hget(mark, _BEFORE)
            if demanded is not None:
                found[mark] = demanded.decode()
    return found


def _master_of(client: RedisClient, key: str) -> str:
    return str(cast("Any", client).get_node_from_key(key).name) if isinstance(client, RedisCluster) else ""


def _servers(client: RedisClient, *, replicas: bool = False) -> dict[str, dict[str, Any]]:
    """What names each server that is written to (or could be one day), as redis-py wants it."""
    if isinstance(client, RedisCluster):
        nodes = client.get_nodes() if replicas else client.get_primaries()
        return {node.name: {"target_nodes": node} for node in nodes}
    return {"": {}}


async def _demands(client: RedisClient, *, replicas: bool = False) -> dict[str, str]:
    """What each server demands; a replica that does not answer is left out."""
    redis: Any = client
    found, masters = {}, _servers(client).keys()
    for name, where in _servers(client, replicas=replicas).items():
        with suppress(*() if name in masters else (StoreUnavailable,)), reading():
            answer = await redis.execute_command("CONFIG GET", _DEMAND, **where)
            found[name] = _value(answer)
    return found


async def _demand(client: RedisClient, values: Mapping[str, str]) -> None:
    redis: Any = client
    where = _servers(client, replicas=True)
    with repeatable():
        for name, value in values.items():
            await redis.execute_command("CONFIG SET", _DEMAND, value, **where[name])


async def _replicas(client: RedisClient, where: Mapping[str, Any]) -> int:
    """How many replicas follow a master."""
    return int((await _info(client, "replication", where))["connected_slaves"])


async def _run(client: RedisClient, where: Mapping[str, Any]) -> tuple[str, str]:
    """What changes when a server is restarted, or when another one takes its place."""
    server, replication = [await _info(client, section, where) for section in ("server", "replication")]
    return server["run_id"], replication["role"]


async def _info(client: RedisClient, section: str, where: Mapping[str, Any]) -> Mapping[str, str]:
    redis: Any = client
    with reading():
        return cast("Mapping[str, str]", await redis.execute_command("INFO", section, **where))


def _value(answer: Any) -> str:  # noqa: ANN401 - a mapping, or pairs in a list, by the protocol that is spoken
    [text] = answer.values() if isinstance(answer, dict) else answer[1::2]
    return text.decode() if isinstance(text, bytes) else str(text)
