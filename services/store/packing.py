"""Packs older lines of logs into pages, which take a sixth of the room. No reader notices, and no line is ever changed.

A page is made here, beside the store, and read back before one script puts it in the place of its lines. Whoever dies
on the way leaves everything as it was, and of two who pack the same lines one does it.
"""

import asyncio
from typing import NamedTuple

from domain.kernel.chain import require_links
from domain.kernel.clock import Millis
from domain.kernel.envelope import GENESIS, Record
from domain.kernel.ids import GameId
from services.store import keys, pages
from services.store.client import Client
from services.store.log_reader import LogReader
from services.store.redis_errors import reading, repeatable
from services.store.scripts import Script


class Packed(NamedTuple):
    """How far a log is packed (or archived), and where its newest snapshot is (0 if it has none)."""

    until: int
    snapshot: int


class LogPacker:
    """Packs logs."""

    def __init__(self, client: Client) -> None:
        """Use the Redis of the logs."""
        self._client = client
        self._logs = LogReader(client)
        self._pack_log = Script("pack_log", "moving")

    async def packed(self, game: GameId) -> Packed:
        """How far the log of a game is packed."""
        with reading():
            packed, archived = await self._client.hmget(keys.of(game).facts, ["packed", "archived"])
            snapshots = await self._client.hkeys(keys.snapshots(game))
        return Packed(int(packed or archived or 0), max(map(int, snapshots), default=0))

    async def begins_at(self, now: Millis, *, later: Millis) -> Millis:
        """The moment from which on logs of this store are packed: for the first who asks `later`, if it has games."""
        with repeatable():
            found = await self._client.get(keys.KeyKind.PACKING)
            if found is None:
                moment = later if await self._has_games() else now
                await self._client.set(keys.KeyKind.PACKING, str(moment), nx=True)
                found = await self._client.get(keys.KeyKind.PACKING)
        return int(found or later)

    async def _has_games(self) -> bool:
        for partition in range(keys.PARTITIONS):
            if await self._client.smembers(keys.games(partition)):
                return True
        return False

    async def pack(self, game: GameId, until: int) -> int:
        """Pack a log up to a version that is not its newest; gives how many lines were packed.

        `BadRecord` or `NotPackable` if lines cannot be read or would not come back; then they stay where they are.
        """
        began = (await self.packed(game)).until
        packed = began
        while packed < until:
            last = min(until, pages.first_of(pages.page_of(packed + 1) + 1) - 1)
            if not await self._pack_page(game, packed, last):
                break
            packed = last
        return packed - began

    async def _pack_page(self, game: GameId, packed: int, last: int) -> bool:
        """Pack the lines after `packed`, all of one page, together with what that page holds already."""
        first = pages.first_of(pages.page_of(last))
        after = max(first - 2, 0)  # the lines before and behind are needed for their links
        lines = await self._logs.read(game, after, last + 1 - after)
        if len(lines) < last + 1 - after:
            return False
        before = lines.pop(0).hash() if first > 1 else GENESIS
        require_links(lines[-1:], lines[-2].hash())
        page = await asyncio.to_thread(pages.pack, game, lines[:-1], before)
        return await self._swap(game, packed, page, lines[-2])

    async def _swap(self, game: GameId, packed: int, page: bytes, line: Record) -> bool:
        """Put a page that ends with a line in the place of the lines after `packed`."""
        last = line.envelope().version
        places = [keys.of(game).stream, keys.of(game).facts, keys.pages(game)]
        with repeatable():
            words = [packed, pages.page_of(last), page, last, line.text]
            return bool(await self._pack_log.run(self._client, places, words))
