"""Reads a store that is in use. Nothing is written, and nobody waits longer than one key or one game takes to read."""

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec

from domain.kernel.errors import BadRecord
from domain.kernel.ids import GameId
from services.store import keys
from services.store.client import RedisClient, giving_bytes
from services.store.copying.contents import CAUSES, EFFECTS, PACKED, Feed, Key, Log, Part, Rows
from services.store.events import EventStore
from services.store.redis_errors import reading
from services.store.scripts import Script

_SLICE = 1000


class Source:
    """A store to be copied."""

    def __init__(self, client: RedisClient) -> None:
        self._redis: Any = client  # redis-py's annotations allow for every setting of a client
        self._client = giving_bytes(client)
        self._copy_log = Script("copy_log")
        self._copy_key = Script("copy_key")

    async def parts(self) -> AsyncIterator[Part]:
        """Everything, in an order in which nothing names what is missing."""
        async for found in self.each(EFFECTS):
            yield found
        reached: dict[GameId, int] = {}
        for game in await self.games():
            log = await self.log(game)
            reached[game] = log.version
            yield log
        for partition in range(keys.PARTITIONS):
            async for entries in self.feed(partition, reached):
                yield entries
        async for found in self.each(CAUSES):
            yield found

    async def log(self, game: GameId, after: int = 0) -> Log:
        """A game at one moment, with the events after a version.

        A copy holds lines, not pages, which its store makes by itself. A page that cannot be read is copied as it is.
        """
        of = keys.of(game)
        with reading():
            names = [of.stream, of.facts, of.commands, of.owed, keys.pages(game)]
            answer = await self._copy_log.run(self._client, names, [game, after])
        entries, facts, commands, due, found = answer
        log = Log(game, _entries(entries), _pairs(facts), _pairs(commands), due.decode(), _pairs(found))
        try:
            lines = [row for row in log.packed_entries() if int(row[0].partition(b"-")[0]) > after]
        except BadRecord:
            return log
        rest = [fact for fact in log.facts if fact[0] != PACKED]
        return msgspec.structs.replace(log, entries=lines + log.entries, facts=rest, pages=[])

    async def games(self) -> list[GameId]:
        """Every game."""
        return sorted(await EventStore(self._client).games())

    async def feed(self, partition: int, reached: Mapping[GameId, int]) -> AsyncIterator[Feed]:
        """A partition's feed, without what games did after they were copied."""
        async for rows in self.entries(partition):
            yield Feed(partition, [row for row in rows if is_known(row, reached)])

    async def entries(self, partition: int, after: str = "0-0") -> AsyncIterator[Rows]:
        """The entries of a partition's feed after an id, some at a time."""
        while True:
            with reading():
                rows = await self._client.xrange(keys.feed(partition), min=f"({after}", count=_SLICE)
            if not rows:
                return
            after = rows[-1][0].decode()
            yield [[id_, b"g", row[b"g"], b"v", row[b"v"]] for id_, row in rows]

    async def each(self, kinds: Collection[keys.KeyKind]) -> AsyncIterator[Key]:
        """Every key of these kinds, each as it stands when it is read."""
        for name in sorted(await self.names(kinds)):
            found = await self.key(name)
            if found is not None:
                yield found

    async def names(self, kinds: Collection[keys.KeyKind]) -> set[str]:
        """The names of all keys of these kinds."""
        found = set()
        with reading():
            async for name in self._redis.scan_iter(count=_SLICE):
                text = name.decode()
                if keys.kind_of(text) in kinds:
                    found.add(text)
        return found

    async def key(self, name: str) -> Key | None:
        """A key, if it is still there."""
        with reading():
            kind, ttl, content = await self._copy_key.run(self._client, [name], [])
        rows = _ROWS[kind.decode()](content)
        return Key(name.encode(), kind.decode(), ttl, rows) if rows else None


def is_known(entry: Sequence[bytes], reached: Mapping[GameId, int]) -> bool:
    """Whether a feed entry tells of what was copied."""
    return int(entry[4]) <= reached.get(GameId(entry[2].decode()), 0)


def _pairs(flat: list[bytes]) -> Rows:
    return [[first, second] for first, second in zip(flat[::2], flat[1::2], strict=True)]


def _entries(rows: list[tuple[bytes, list[bytes]]]) -> Rows:
    return [[id_, *fields] for id_, fields in rows]


def _members(flat: list[bytes]) -> Rows:
    return [[member] for member in flat]


_ROWS: Mapping[str, Callable[[Any], Rows]] = {
    "none": _members,
    "string": _members,
    "hash": _pairs,
    "list": _members,
    "set": _members,
    "zset": _pairs,
    "stream": _entries,
}
