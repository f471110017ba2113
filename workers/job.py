"""The edge of every job: settings, connections, one canonical line, and a name that a second run shares.

A process keeps its connections and the tables that it knows from one job to the next, as the API does; a job that
fails leaves nothing of that behind.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextvars import copy_context
from functools import cache
from typing import Literal

from domain.kernel.ids import GameId, Version
from services.bootstrap import FIRST, Services, build, job_for
from services.commands.tables import Request, waits_for_server
from services.logs import canonical_line, learn
from services.settings import load
from services.store.events import CommandKey

Outcome = Literal["ok", "superseded"]
"""Superseded: somebody else had done what this run came for, or is about to."""
Work = Callable[[Services, GameId], Awaitable[Outcome]]


class _Workplace:
    """What the jobs of this process stand on."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self._services = build(load(environ=os.environ), nudging=False)

    def do(self, work: Work, game_id: GameId) -> Outcome:
        return self._runner.run(self._do(work, game_id), context=copy_context())

    async def _do(self, work: Work, game_id: GameId) -> Outcome:
        outcome = await work(self._services, game_id)
        if outcome == "ok":
            await _pass_on(self._services, game_id)
        return outcome

    def leave(self) -> None:
        """End whatever is still under way, and let go of the connections."""
        self._runner.run(self._services.close())
        self._runner.close()


_workplace = cache(_Workplace)


def run_job(name: str, game_id: str, version: int, work: Work) -> Outcome:
    """Run a job's work. Jobs hold ids and versions, never state: what is owed is read anew."""
    with canonical_line("job", job=name, game=game_id, version=version):
        place = _workplace()
        try:
            outcome = place.do(work, GameId(game_id))
        except BaseException:
            _workplace.cache_clear()
            place.leave()
            raise
        learn(outcome=outcome)
        return outcome


async def _pass_on(services: Services, game_id: GameId) -> None:
    """What the game waits for now may be another job's work."""
    async with services.tables.lock(game_id):
        loaded = await services.tables.current(game_id)
        waits, job, version = waits_for_server(loaded.match), job_for(loaded), loaded.version
    if waits:
        services.jobs.enqueue(job, game_id, version, FIRST)


def request_of(name: str, game_id: GameId, version: Version) -> Request:
    """The same for every run at this version, so that two runs write at most once."""
    command_id = f"{name}-{game_id}-{version}"
    return Request(game_id, command_id, CommandKey(command_id, ""))
