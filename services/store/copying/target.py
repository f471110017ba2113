"""Writes a copy into a store that nobody uses yet."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from services.store import keys
from services.store.client import RedisClient
from services.store.copying.contents import DERIVED, Feed, Key, Log, Part, Rows
from services.store.redis_errors import reading, repeatable

Words: TypeAlias = Sequence[object]
"""A command of Redis."""
_ROWS = 500
"""Rows that are written with one command."""


class Target:
    """A store that is to become a copy."""

    def __init__(self, client: RedisClient) -> None:
        self._redis: Any = client  # redis-py's annotations allow for every setting of a client

    async def is_empty(self) -> bool:
        """Whether there is nothing that a copy would be mixed with."""
        with reading():
            async for name in self._redis.scan_iter():
                if keys.kind_of(name.decode()) not in DERIVED:
                    return False
        return True

    async def forget(self, name: bytes) -> None:
        """Delete a key that is gone where the copy comes from."""
        with repeatable():
            await self._redis.delete(name)

    async def write(self, part: Part) -> None:
        """Put a part in its place; what is there of a key that stands by itself is replaced.

        The file of an archived game has none in a store.
        """
        pipeline = self._redis.pipeline(transaction=False)
        for words in _commands(part):
            pipeline.execute_command(*words)
        with repeatable():
            await pipeline.execute()


def _commands(part: Part) -> Iterator[Words]:
    if isinstance(part, Key):
        yield from _of_key(part)
    elif isinstance(part, Log):
        yield from _of_log(part)
    elif isinstance(part, Feed):
        yield from (["XADD", keys.feed(part.partition), *row] for row in part.entries)


def _of_key(part: Key) -> Iterator[Words]:
    yield ["DEL", part.name]
    yield from _filled(part.name, part.kind, part.rows)
    if part.ttl >= 0:
        yield ["PEXPIRE", part.name, max(1, part.ttl)]


def _of_log(part: Log) -> Iterator[Words]:
    of = keys.of(part.game)
    yield from _filled(of.stream, "stream", part.entries)
    yield from _filled(keys.pages(part.game), "hash", part.pages)
    yield from _filled(of.facts, "hash", part.facts)
    yield from _filled(of.commands, "hash", part.commands)
    yield ["SADD", of.games, part.game]
    yield ["ZADD", of.owed, part.due, part.game] if part.due else ["ZREM", of.owed, part.game]


def _filled(name: object, kind: str, rows: Rows) -> Iterator[Words]:
    if kind == "stream":
        yield from (["XADD", name, *row] for row in rows)
        return
    for start in range(0, len(rows), _ROWS):
        some = rows[start : start + _ROWS]
        words = [row[::-1] for row in some] if kind == "zset" else some  # ZADD takes the score first
        yield [_WRITE[kind], name, *(word for row in words for word in row)]


_WRITE = {"string": "SET", "hash": "HSET", "list": "RPUSH", "set": "SADD", "zset": "ZADD"}
