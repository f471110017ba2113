"""A process that packs the log of a game on and on, to be killed at any moment: `python -m … URL GAME`."""

import asyncio
import sys
from typing import cast

from domain.kernel.errors import StoreUnavailable
from domain.kernel.ids import GameId
from services.store.client import Client
from services.store.connections import connect
from services.store.events import EventStore


async def pack_for_ever(url: str, game: GameId) -> None:
    """Pack up to the newest line but one."""
    store = EventStore(cast("Client", connect(url)))
    sys.stdout.write("packing\n")
    sys.stdout.flush()
    while True:
        try:
            await store.packer.pack(game, await store.version(game) - 1)
        except StoreUnavailable:
            await asyncio.sleep(0.01)


if __name__ == "__main__":
    asyncio.run(pack_for_ever(sys.argv[1], GameId(sys.argv[2])))
