"""Many games of bots, of every kind and size at once, through the real queues: all come to their end.

A few run with the suite; `make endure` runs 200.
"""

import os
import time
from itertools import cycle, islice
from pathlib import Path

import pytest

from domain.kernel.ids import GameId
from services.foundation import Services
from tests.endure.recorded_players import stored
from tests.kit.bot_tables import open_table
from tests.kit.checker import Evidence, check
from tests.kit.processes import running_server
from tests.workers.running_workers import connected, running_worker, until_over

COUNT = int(os.environ.get("ENDURE_GAMES", "6"))
SECONDS = 40 + 4 * COUNT


@pytest.mark.timeout(SECONDS + 20)
async def test_many_games_of_bots_come_to_their_end_and_none_is_stuck(tmp_path: Path) -> None:
    with running_server(tmp_path / "redis") as server:
        services = connected(server)
        with running_worker(server, tmp_path, ACTA_SWEEP_SECONDS="2"):
            began = time.monotonic()
            games = await opened(services)
            await until_over(services.tables, games, SECONDS)
            took = time.monotonic() - began
        await services.close()
        streams, feed = await stored(server.url)
    events = sum(len(stream.records) for stream in streams.values())
    print(f"{COUNT} games of {events} events in {took:.0f} s")  # noqa: T201 - for people who run the long form
    assert check(Evidence([], streams, feed), services.tables.registry) == []


async def opened(services: Services) -> list[GameId]:
    """Tables of every kind and size in turn."""
    kinds = [(game, players) for game in services.tables.registry for players in game.meta.players]
    mixed = sorted(kinds, key=lambda kind: kind[1])
    return [
        await open_table(services, game, ["random"] * players, number.to_bytes(32, "big"))
        for number, (game, players) in enumerate(islice(cycle(mixed), COUNT))
    ]
