"""What a game takes of the store an event, by kind of key: played as the server plays, packed as the sweeper packs.

Read models are left out, and so is what settling drops after days: feed and keys are counted in full. A finished game
can also be moved out of the store as a whole (`acta admin archive`).
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from domain.kernel.game import AnyGame
from domain.registry import GAMES
from services import bootstrap
from services.foundation import Services
from services.settings import Secret, Settings
from services.store import usage
from services.store.keys import KeyKind
from tests.bench.cold import played_in_store, played_out_in_store
from tests.bench.prepared import Person, guests
from tests.bench.report import show
from tests.kit.processes import running_server
from workers.packing import Packing

EVENTS = 300
TABLES = 4
FINISHED = 2
KINDS = (KeyKind.EVENTS, KeyKind.PAGES, KeyKind.COMMANDS, KeyKind.FACTS, KeyKind.FEED, KeyKind.SNAPSHOTS)

Play = Callable[[Services, AnyGame, Sequence[Person]], Awaitable[None]]


def run() -> None:
    """Print the figures."""
    _print(f"Memory of running games of {EVENTS} events", 300, running)
    _print("Memory of finished games", 120, finished)


def _print(title: str, wanted: int, play: Play) -> None:
    head = ("bytes an event", f"all ({wanted} wanted)", "not packed", *(kind.name.lower() for kind in KINDS))
    show(title, head, [measured(game, play) for game in GAMES])


def measured(game: AnyGame, play: Play) -> tuple[str | float, ...]:
    """The bytes an event that are left of games once they are packed, before it, and by kind of key."""
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder), fsync="everysec") as redis:
        return asyncio.run(_measured(game, redis.url, play))


async def running(services: Services, game: AnyGame, people: Sequence[Person]) -> None:
    """Games in the middle."""
    for number in range(TABLES):
        await played_in_store(services.tables, game, people, number, EVENTS)


async def finished(services: Services, game: AnyGame, people: Sequence[Person]) -> None:
    """Games that are over."""
    for number in range(FINISHED):
        await played_out_in_store(services.tables, game, people, number)


async def _measured(game: AnyGame, url: str, play: Play) -> tuple[str | float, ...]:
    services = bootstrap.build(Settings(redis_url=Secret(url)), enqueues_owed=False)
    sweeper = Packing(services)
    await sweeper.catch_up()  # of a store that has no games yet, so that it may pack at once
    await play(services, game, await guests(services.client, max(game.meta.players)))
    store = services.tables.store
    events = sum([await store.version(name) for name in await store.games()])
    before = await _each(services, events)
    await sweeper.catch_up()
    after = await _each(services, events)
    await services.close()
    return game.meta.slug, sum(after), sum(before), *after


async def _each(services: Services, events: int) -> list[float]:
    used = await usage.measure(services.client)
    return [used[kind].bytes / events if kind in used else 0.0 for kind in KINDS]


if __name__ == "__main__":
    run()
