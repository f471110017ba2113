"""Packs the logs of games while they are played, and whole once they are over: pages take a sixth of the room.

Snapshots are compressed along with them, to half of their size: while somebody waits for a choice it takes too long.

Of a running game the lines from its newest snapshot on stay as they are, so that a process that meets the table reads
no page. Of one that is over all but the newest line are packed.

Releases before pages cannot read packed logs, and refuse such games. So nothing is packed in the first day after a
process of this release has met a store with games in it: until then an upgrade is through, or is taken back. Nothing is
lost if this dies halfway, or if several do it at once.
"""

import asyncio
import random
from time import monotonic

import structlog

from domain.kernel import lifecycle as life
from domain.kernel.clock import DAY
from domain.kernel.errors import ActaError, StoreFull, StoreUnavailable
from domain.kernel.ids import GameId
from services.foundation import Services

_STEP = 64
"""Lines that are worth packing anew the page that they belong to."""
_LAST = 8
"""Lines at the end of a log among which the one is that ends the game."""
_BATCH = 256
_REST = 3
"""Pauses are so many times as long as the work before them: whoever plays comes first."""
_log = structlog.get_logger()


class Packing:
    """Remembers how far it has read the feed, so that it looks only at games that went on."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._store = services.tables.store
        self._feed = services.feed()
        self._read: dict[int, str] = {}
        self._waiting: set[GameId] = set()
        self._failed: set[GameId] = set()

    async def catch_up(self) -> int:
        """Pack what may be packed by now; gives how many lines."""
        if not self._services.settings.pack_logs or not await self._may_begin():
            return 0
        packed = 0
        for partition in random.sample(range(self._feed.partitions), self._feed.partitions):  # others do the same
            self._waiting |= await self._changed(partition)
            for game in [*self._waiting]:  # also those at which a store did not answer the last time
                began = monotonic()
                packed += await self._pack(game)
                self._waiting.discard(game)
                await asyncio.sleep(_REST * (monotonic() - began))
        if packed:
            _log.info("logs_packed", lines=packed)
        return packed

    async def _may_begin(self) -> bool:
        now = self._services.tables.now()
        return now >= await self._store.packer.begins_at(now, later=now + DAY)

    async def _changed(self, partition: int) -> set[GameId]:
        """The games of a partition that went on since the last time; at first all of them."""
        if partition not in self._read:
            self._read[partition] = await self._feed.end(partition)
            return {*await self._feed.games(partition)}
        found: set[GameId] = set()
        while entries := await self._feed.after(partition, self._read[partition], _BATCH):
            found |= {entry.game for entry in entries}
            self._read[partition] = entries[-1].id
        return found

    async def _pack(self, game: GameId) -> int:
        """Pack a log as far as it may be; one that cannot be read is left to `acta doctor`."""
        try:
            await self._services.tables.snapshots.compress(game)
            until = await self._until(game)
            return await self._store.packer.pack(game, until) if until else 0
        except (StoreUnavailable, StoreFull):
            raise
        except ActaError as error:
            if game not in self._failed:
                self._failed.add(game)
                _log.error("game_not_packed", game=game, error=str(error))
            return 0

    async def _until(self, game: GameId) -> int:
        """The version up to which a log may be packed; 0 if there is nothing to do."""
        packed, version = await self._store.packer.packed(game), await self._store.version(game)
        if packed.until >= version - 1:
            return 0
        if await self._is_over(game, version):
            return version - 1
        until = (packed.snapshot - 1) // _STEP * _STEP
        return until if until > packed.until else 0

    async def _is_over(self, game: GameId, version: int) -> bool:
        """Whether the game has ended: its secret is revealed then, and little follows."""
        last = await self._store.read(game, max(version - _LAST, 0))
        return any(record.envelope().type == life.SecretRevealed.__name__ for record in last)


async def keep_packing(services: Services) -> None:
    """Pack for ever; a store that does not answer is asked again later."""
    packing = Packing(services)
    while True:
        try:
            await packing.catch_up()
        except ActaError as error:
            _log.warning("packing_failed", error=type(error).__name__)
        await asyncio.sleep(services.settings.sweep_seconds)
