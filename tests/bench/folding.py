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
from services.store.client import Client
from services.store.connections import connect
from services.store.events import Append, CommandKey, EventStore
from services.store.snapshots import Snapshots
from services.tables.hot_tables import Tables
from tests.kit.logged_match import LoggedMatch
from tests.kit.processes import running_server
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
    logged = _long_game()
    batch = Append(GameId("g"), Version(0), "", logged.head, logged.records, CommandKey("k", ""), None, logged.secret)
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
        await tables.at(GameId("g"), Version(len(logged.records)))
        ratios.append((decoded * 1000, (time.perf_counter() - began) * 1000))
    plain, folded = (statistics.median(column) for column in zip(*ratios, strict=True))
    print(f"\nLoading a game of {len(logged.records)} events without a snapshot")
    print(f"  read and decoded {plain:.2f} ms, loaded and folded {folded:.2f} ms")
    print(f"  ratio {folded / plain:.2f}   (at most 2.50 wanted)")


def _long_game() -> LoggedMatch:
    logged = LoggedMatch(GAME, 2, 1)
    seat = Seat(0)
    while len(logged.records) < EVENTS:
        logged.play(seat, LayCard(card=logged.match.state.hands[seat][0]))
        logged.play(seat, TakeCardBack())
    return logged


if __name__ == "__main__":
    run()
