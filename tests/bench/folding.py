"""Loading and folding a game of 1,000 events without a snapshot, beside reading and decoding the same stream."""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from typing import cast

from domain.kernel.envelope import Codec
from domain.kernel.ids import GameId, Seat, Version
from domain.registry import Registry
from services.bootstrap import connect
from services.commands.tables import Tables
from services.store.client import Client
from services.store.events import Append, CommandKey, EventStore
from services.store.snapshots import Snapshots
from tests.kit.processes import running_server
from tests.kit.sitting import Sitting
from tests.kit.taberna import GAME
from tests.kit.taberna.commands import LayCard, TakeCardBack

EVENTS = 1000
ROUNDS = 30


def run() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as redis:
        asyncio.run(_measure(redis.url))


async def _measure(url: str) -> None:
    client = cast("Client", connect(url))
    store = EventStore(client)
    sitting = _long_game()
    batch = Append(
        GameId("g"), Version(0), "", sitting.head, sitting.records, CommandKey("k", ""), None, sitting.secret
    )
    await store.append(batch)
    tables = Tables(store, Snapshots(client), Registry([GAME]), lambda _loaded: None)
    codec = Codec(GAME)
    ratios = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        for record in await store.read(GameId("g")):
            codec.event(record)
        decoded = time.perf_counter() - began
        began = time.perf_counter()
        await tables.at(GameId("g"), Version(len(sitting.records)))
        ratios.append((decoded * 1000, (time.perf_counter() - began) * 1000))
    plain, folded = (statistics.median(column) for column in zip(*ratios, strict=True))
    print(f"\nLoading a game of {len(sitting.records)} events without a snapshot")
    print(f"  read and decoded {plain:.2f} ms, loaded and folded {folded:.2f} ms")
    print(f"  ratio {folded / plain:.2f}   (at most 2.50 wanted)")


def _long_game() -> Sitting:
    sitting = Sitting(GAME, 2, 1)
    seat = Seat(0)
    while len(sitting.records) < EVENTS:
        sitting.play(seat, LayCard(card=sitting.match.state.hands[seat][0]))
        sitting.play(seat, TakeCardBack())
    return sitting


if __name__ == "__main__":
    run()
