"""A server of games, and real worker processes beside it."""

import asyncio
import json
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from uuid import uuid4

from domain.kernel.game import Event
from domain.kernel.ids import GameId
from domain.kernel.log import read
from domain.kernel.match import Match
from services.bootstrap import build
from services.foundation import Services
from services.settings import Settings
from services.settings.secret import Secret
from services.tables.hot_tables import Tables
from tests.kit.http import GAMES
from tests.kit.processes import PATIENCE, ProcessTree, Server, running_tree

SECONDS = PATIENCE
"""Within which whatever was lost must be picked up again: a minute is what RQ would take by itself."""


def connected(server: Server, **more: Any) -> Services:  # noqa: ANN401 - any setting
    """What a process on that server stands on."""
    return build(Settings(redis_url=Secret(server.url), games=GAMES, **more))


def running_worker(
    server: Server, folder: Path, *words: str, module: Sequence[str] = ("services.cli", "worker"), **environ: str
) -> AbstractContextManager[ProcessTree]:
    """`acta worker`, which looks for overdue work every half second."""
    settings = {
        "ACTA_REDIS_URL": server.url,
        "ACTA_GAMES": ",".join(GAMES),
        "ACTA_SWEEP_SECONDS": "0.5",
        "ACTA_LOG_FORMAT": "json",
    }
    return running_tree(["-m", *module, *words], folder / f"output-{uuid4().hex}", settings | environ)


def log_lines(tree: ProcessTree, event: str) -> list[dict[str, Any]]:
    """What a worker has logged under a name."""
    found = [json.loads(line) for line in tree.output().splitlines() if line.startswith("{")]
    return [line for line in found if line["event"] == event]


async def current_match(tables: Tables, game: GameId) -> Match:
    """The game as it stands."""
    async with tables.lock(game):
        return (await tables.current(game)).match


async def until_over(tables: Tables, games: Iterable[GameId], seconds: float = SECONDS) -> None:
    """Wait until every game has come to its end."""
    waiting = set(games)
    try:
        async with asyncio.timeout(seconds):
            while waiting:
                waiting -= {game for game in waiting if (await current_match(tables, game)).table.over}
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise AssertionError(f"not over after {seconds} s: {waiting}") from None


async def events_in(tables: Tables, game: GameId) -> list[Event]:
    """All that happened in a game, in order."""
    match = await current_match(tables, game)
    return [entry.event for entry in read(tables.codec(match.game), await tables.store.read(game))]
