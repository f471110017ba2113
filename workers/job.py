"""The edge of every job: settings, connections, one canonical line, and a name that a second run shares."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import Literal

from domain.kernel.ids import GameId, Version
from services.bootstrap import Services, build
from services.commands.tables import Request, waits_for_server
from services.logs import canonical_line, learn
from services.settings import load
from services.store.events import CommandKey

Outcome = Literal["ok", "superseded"]
"""Superseded: somebody else had done what this run came for, or is about to."""
Work = Callable[[Services, GameId], Awaitable[Outcome]]


def run_job(name: str, game_id: str, version: int, work: Work) -> Outcome:
    """Run a job's work on fresh connections. Jobs hold ids and versions, never state: what is owed is read anew."""

    async def run() -> Outcome:
        services = build(load(environ=os.environ), nudging=False)
        try:
            outcome = await work(services, GameId(game_id))
            if outcome == "ok":
                await _pass_on(services, GameId(game_id))
        finally:
            await services.close()
        return outcome

    with canonical_line("job", job=name, game=game_id, version=version):
        outcome = asyncio.run(run())
        learn(outcome=outcome)
        return outcome


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
