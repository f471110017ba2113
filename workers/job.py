"""The edge of every job: settings, connections, one canonical line, and a name that a second run shares."""

import asyncio
import os
from collections.abc import Awaitable, Callable

from domain.kernel.ids import GameId, Version
from services.bootstrap import Services, build
from services.commands.tables import Request, waits_for_server
from services.logs import canonical_line
from services.settings import load
from services.store.events import CommandKey

Work = Callable[[Services, GameId], Awaitable[None]]


def run_job(name: str, game_id: str, version: int, work: Work) -> None:
    """Run a job's work on fresh connections. Jobs hold ids and versions, never state: what is owed is read anew."""

    async def run() -> None:
        services = build(load(environ=os.environ), nudging=False)
        try:
            await work(services, GameId(game_id))
            await _pass_on(services, GameId(game_id))
        finally:
            await services.close()

    with canonical_line("job", job=name, game=game_id, version=version):
        asyncio.run(run())


async def _pass_on(services: Services, game_id: GameId) -> None:
    """What the game waits for now may be another job's work."""
    async with services.tables.lock(game_id):
        loaded = await services.tables.current(game_id)
        if waits_for_server(loaded.match):
            services.jobs.nudge(loaded)


def request_of(name: str, game_id: GameId, version: Version) -> Request:
    """The same for every run at this version, so that two runs write at most once."""
    command_id = f"{name}-{game_id}-{version}"
    return Request(game_id, command_id, CommandKey(command_id, ""))
