"""Moves a store that is in use to other servers: almost all of it is copied while people play, the rest in a pause."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from domain.kernel.clock import SECOND
from domain.kernel.ids import GameId
from services.store import keys
from services.store.client import RedisClient
from services.store.copying.contents import CAUSES, EFFECTS, Feed, Key, Log
from services.store.copying.source import Source, is_known
from services.store.copying.target import Target

_TOLERANCE = 1.0
"""How many seconds the end of a key may seem to move, since it is reckoned from what it still has to live."""


class _Seen(NamedTuple):
    """A key that stands by itself, and when it ends (by the monotonic clock), if it does."""

    key: Key
    ends: float | None

    def is_like(self, before: "_Seen | None") -> bool:
        """Whether its copy of before does."""
        if before is None or (before.key.kind, before.key.rows) != (self.key.kind, self.key.rows):
            return False
        if self.ends is None or before.ends is None:
            return self.ends == before.ends
        return abs(self.ends - before.ends) < _TOLERANCE


@dataclass
class Move:
    """What has gone over so far."""

    client: RedisClient
    target: Target
    report: Callable[[], None] = lambda: None
    heads: dict[GameId, str] = field(default_factory=dict)
    _versions: dict[GameId, int] = field(default_factory=dict)
    _fed: dict[int, str] = field(default_factory=dict)
    _others: dict[bytes, _Seen] = field(default_factory=dict)

    async def copy(self) -> None:
        """Copy what is new since the last time; at first that is everything."""
        source = Source(self.client)
        await self._copy_others(source)
        for game in await source.games():
            log = await source.log(game, after=self._versions.get(game, 0))
            if log.entries or log.head != self.heads.get(game):
                await self._write_log(log)
        for partition in range(keys.PARTITIONS):
            await self._copy_feed(source, partition)

    async def _copy_feed(self, source: Source, partition: int) -> None:
        """Up to the first entry that tells of what is not copied yet: the next time goes on there."""
        async for rows in source.entries(partition, self._fed.get(partition, "0-0")):
            known = [*takewhile(lambda row: is_known(row, self._versions), rows)]
            await self.target.write(Feed(partition, known))
            if known:
                self._fed[partition] = known[-1][0].decode()
            if len(known) < len(rows):
                return

    async def _copy_others(self, source: Source) -> None:
        """What stands by itself: only what differs is written, and what is gone goes."""
        here = {found.name: _Seen(found, _end_of(found)) async for found in source.each(EFFECTS | CAUSES)}
        for name, found in here.items():
            if not found.is_like(self._others.get(name)):
                await self.target.write(found.key)
                self.report()
        for name in self._others.keys() - here.keys():
            await self.target.forget(name)
        self._others = here

    async def _write_log(self, log: Log) -> None:
        await self.target.write(log)
        self.heads[log.game] = log.head
        self._versions[log.game] = max(log.version, self._versions.get(log.game, 0))
        self.report()


def _end_of(key: Key) -> float | None:
    return None if key.ttl < 0 else time.monotonic() + key.ttl / SECOND
