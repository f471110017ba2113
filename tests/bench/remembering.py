"""What a running game takes of the store an event, by kind of key: played as the server plays, without read models.

A finished game can be moved out of the store as a whole (`acta admin archive`).
"""

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from domain.kernel.game import AnyGame
from domain.registry import GAMES, Registry
from services.bootstrap import connect
from services.commands.tables import Tables
from services.store import usage
from services.store.events import EventStore
from services.store.keys import KeyKind
from services.store.snapshots import Snapshots
from tests.bench.cold import played_in_store
from tests.bench.prepared import guests
from tests.bench.report import show
from tests.kit.processes import running_server

EVENTS = 300
TABLES = 4
KINDS = (KeyKind.EVENTS, KeyKind.COMMANDS, KeyKind.FACTS, KeyKind.FEED, KeyKind.SNAPSHOTS)


def run() -> None:
    """Print the figures."""
    rows = []
    for game in GAMES:
        with tempfile.TemporaryDirectory() as folder, running_server(Path(folder), fsync="everysec") as redis:
            rows.append(asyncio.run(_measured(game, redis.url)))
    head = ("bytes an event", "all (300 wanted)", *(kind.name.lower() for kind in KINDS))
    show(f"Memory of running games of {EVENTS} events", head, rows)


async def _measured(game: AnyGame, url: str) -> tuple[str | float, ...]:
    client: Any = connect(url)
    people = await guests(client, max(game.meta.players))
    store = EventStore(client)
    known = Tables(store, Snapshots(client), Registry(GAMES), lambda _loaded: None)
    for number in range(TABLES):
        await played_in_store(known, game, people, number, EVENTS)
    events = sum([await store.version(name) for name in await store.games()])
    used = await usage.measure(client)
    await client.aclose()
    each = [used[kind].bytes / events if kind in used else 0.0 for kind in KINDS]
    return game.meta.slug, sum(each), *each


if __name__ == "__main__":
    run()
