"""The edge of every job: settings, connections, one canonical line, and a name that a second run shares."""

import asyncio
import os
from collections.abc import Awaitable, Callable

from domain.kernel.ids import GameId, Version
from services.bootstrap import Services, build
from services.commands.tables import Request
from services.logs import canonical_line
from services.settings import load
from services.store.events import CommandKey

Work = Callable[[Services, GameId, Version], Awaitable[None]]


def run_job(name: str, game_id: str, version: int, work: Work) -> None:
    """Run a job's work on fresh connections; jobs hold ids and versions, never state."""

    async def run() -> None:
        services = build(load(environ=os.environ))
        try:
            await work(services, GameId(game_id), Version(version))
        finally:
            await services.close()

    with canonical_line("job", job=name, game=game_id, version=version):
        asyncio.run(run())


def request_of(name: str, game_id: GameId, version: Version) -> Request:
    """The same for every run at this version, so that two runs write at most once."""
    command_id = f"{name}-{version}"
    return Request(game_id, command_id, CommandKey(command_id, ""))
