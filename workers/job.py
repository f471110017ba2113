"""What every job needs: settings, connections, one canonical log line, and a key that a second run shares.

A process keeps its connections and the tables that it knows from one job to the next, as the API does; a job that
fails leaves nothing of that behind.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import copy_context
from functools import cache
from typing import Literal, TypeVar

from domain.kernel.ids import GameId, Version
from services.bootstrap import build
from services.foundation import Services
from services.logs import canonical_line, learn
from services.queue.jobs import FIRST, MOVE
from services.queue.turns import turn_of
from services.settings import load
from services.store.events import CommandKey
from services.tables.hot_tables import Request, is_late, waits_for_server
from services.tables.owed_jobs import enqueue_plan, job_for
from services.tables.planned_turns import whose_turn_begins
from workers.attendance import is_attended

Outcome = Literal["ok", "superseded"]
"""Superseded: another run had done this job's work, or is about to."""
GameWork = Callable[[Services, GameId], Awaitable[Outcome]]
Result = TypeVar("Result")
Work = Callable[[Services], Coroutine[None, None, Result]]


class _ProcessServices:
    """The connections and the event loop that the jobs of this process share."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self._services = build(load(environ=os.environ), enqueues_owed=False)

    def run(self, work: Work[Result]) -> Result:
        return self._runner.run(work(self._services), context=copy_context())

    def close(self) -> None:
        """Cancel what is still under way, and close the connections."""
        self._runner.run(self._services.close())
        self._runner.close()


_process_services = cache(_ProcessServices)


def with_services(work: Work[Result]) -> Result:
    """Do some work with the services of this process; they are built anew after a failure."""
    services = _process_services()
    try:
        return services.run(work)
    except BaseException:
        _process_services.cache_clear()
        services.close()
        raise


def run_job(name: str, game_id: str, version: int, work: GameWork) -> Outcome:
    """Run a game's job. Jobs hold ids and versions, never state: what is owed is read anew."""

    async def run(services: Services) -> Outcome:
        outcome = await work(services, GameId(game_id))
        if outcome == "ok":
            await enqueue_next(services, GameId(game_id))
        return outcome

    with canonical_line("job", job=name, game=game_id, version=version):
        outcome = with_services(run)
        learn(outcome=outcome)
        return outcome


async def enqueue_next(services: Services, game_id: GameId) -> None:
    """Enqueue the job that the game waits for now, if any. Bots whom nobody watches are left to the next sweep.

    A table may also have come to somebody who planned the turn that begins.
    """
    async with services.tables.lock(game_id):
        loaded = await services.tables.current(game_id)
        waits = waits_for_server(loaded.match) or is_late(loaded.match, services.tables.now())
        job, version, host = job_for(loaded), loaded.version, loaded.match.table.host
        attended = not waits or job != MOVE or await is_attended(services, loaded)
        user = None if waits else whose_turn_begins(loaded.match)
    if waits and attended:
        await services.jobs.enqueue(job, game_id, version, FIRST, turn_of(host, attended=True))
    if user is not None:
        await enqueue_plan(services.jobs, services.people.plans, game_id, version, user)


def request_of(name: str, game_id: GameId, version: Version) -> Request:
    """The request of a job at a version: equal in each run, so that two runs write at most once."""
    command_id = f"{name}-{game_id}-{version}"
    return Request(game_id, command_id, CommandKey(command_id, ""))
