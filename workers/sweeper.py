"""The sweeper: finds games that wait for the system or a bot without progress, and enqueues the next attempt.

It also finds the games in which a seat is out of time and notes that itself, and plays plans whose turn has come. For a
deadline that is near it enqueues a job at the very moment. Once a day it makes the digest of heads. What nobody needs
any more is dropped (`settling.py`), and older lines of logs are packed (`packing.py`). Guests who have not come back
for long are forgotten, and tables that never begin are closed (`lobbies.py`).

Jobs may be lost with their queue or die with their worker. What is owed is kept in the store beside the events, so a
lost job costs at most a sweep. A job that still waits in its queue is not lost; one that fails again and again is
enqueued less and less often.
"""

import asyncio
from collections.abc import Collection
from typing import NamedTuple

import structlog

from domain.kernel.clock import SECOND
from domain.kernel.errors import ActaError, StoreUnavailable
from domain.kernel.ids import GameId, Version
from services.foundation import Services
from services.queue.jobs import ANALYSE, FIRST, MOVE, RUN_OUT, SCORE, Jobs
from services.queue.turns import turn_of
from services.tables.hot_tables import waits_for_server
from services.tables.owed_jobs import job_for
from workers.analysis.job import sweep_analyses
from workers.attendance import is_attended
from workers.bots.sandbox import SLACK
from workers.deadlines import expire
from workers.guests import forget_guests
from workers.heads import HeadsDigester
from workers.lobbies import QuietLobbies
from workers.packing import keep_packing
from workers.plans import play_in_time, sweep_plans
from workers.settling import Settling
from workers.sweep_failures import SweepFailures

_EVERY_SWEEP = 3
"""Attempts that follow each other sweep by sweep; a job that died with its worker needs one."""
_MOST_DOUBLINGS = 5
"""How far the pause between attempts grows: to some minutes, so that a mended server comes back to its games soon."""

_CLOCKS_DIFFER = 0.05
"""Seconds that a job comes after its deadline: on another machine it may not be that late yet."""

_log = structlog.get_logger()


class Owed(NamedTuple):
    """The job that a game waits for at a version."""

    job: str
    version: Version


class _Enqueued(NamedTuple):
    owed: Owed
    attempts: int
    again: float


class RetryPacing:
    """Remembers which jobs were enqueued for which game, and says when to enqueue one again."""

    def __init__(self, sweep_seconds: float, bot_seconds: float) -> None:
        self._sweep_seconds = sweep_seconds
        self._thought = bot_seconds * SLACK
        self._enqueued: dict[GameId, _Enqueued] = {}

    def should_enqueue(self, game_id: GameId, owed: Owed, now: float) -> bool:
        """Whether to enqueue (again) the job that a game waits for; if so, that is remembered."""
        last = self._enqueued.get(game_id)
        if last is None or last.owed != owed:
            # A bot that thinks long may be at work; it shows progress only when it is done.
            wait = max(0.0, self._thought - self._sweep_seconds / 2) if owed.job == MOVE else 0.0
            last = self._enqueued[game_id] = _Enqueued(owed, 0, now + wait)
        if now < last.again:
            return False
        attempts = last.attempts + 1
        self._enqueued[game_id] = _Enqueued(owed, attempts, now + self._pause(attempts))
        return True

    def _pause(self, attempts: int) -> float:
        doublings = min(attempts - _EVERY_SWEEP + 1, _MOST_DOUBLINGS)
        return self._sweep_seconds * 2.0**doublings if doublings > 0 else 0.0

    def forget_all_but(self, games: Collection[GameId]) -> None:
        """Forget the games that moved on."""
        self._enqueued = {game: last for game, last in self._enqueued.items() if game in games}


async def sweep(
    services: Services, grace: float, pacing: RetryPacing | None = None, failures: SweepFailures | None = None
) -> int:
    """Enqueue a job for every game that has waited longer than `grace` seconds; give how many there are."""
    now = services.tables.now() / SECOND
    pacing = pacing or RetryPacing(services.settings.sweep_seconds, bot_seconds=0)
    failures = failures or SweepFailures()
    overdue = await services.tables.store.owed(now - grace)
    pacing.forget_all_but(set(overdue))
    queued = await _queued(services.jobs, overdue, SCORE, MOVE)
    failed = set()
    for game_id in overdue:
        try:
            owed = await _owed(services, game_id)
            if owed is not None and game_id not in queued and pacing.should_enqueue(game_id, owed, now):
                await _enqueue(services, game_id, owed, f"{now * SECOND:.0f}")
                _log.info("swept", game=game_id, version=owed.version, job=owed.job)
        except StoreUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one game must not keep the others waiting
            failed.add(game_id)
            if failures.should_log(game_id, type(error).__name__, now):
                _log.error("game_not_swept", game=game_id, error=type(error).__name__)
    failures.forget_all_but(failed)
    await asyncio.to_thread(services.jobs.counters.write_stuck_games, failures.listed())
    return len(overdue)


async def _enqueue(services: Services, game_id: GameId, owed: Owed, attempt: str) -> None:
    async with services.tables.lock(game_id):
        loaded = await services.tables.current(game_id)
        turn = turn_of(loaded.match.table.host, attended=await is_attended(services, loaded))
    await services.jobs.enqueue(owed.job, game_id, owed.version, attempt, turn)


async def _queued(jobs: Jobs, overdue: Collection[str], *names: str) -> Collection[str]:
    """The part of this that a queued job will do; all of it if the queue does not answer."""
    queued = await asyncio.to_thread(jobs.queued, *names) if overdue else set()
    if queued is None:
        _log.warning("queue_unreachable", waiting=len(overdue))
        return overdue  # time runs out all the same
    return queued


async def _owed(services: Services, game_id: GameId) -> Owed | None:
    """The job that a game waits for; if it waits for a player, note it if that player is out of time."""
    tables = services.tables
    async with tables.lock(game_id):
        loaded = await tables.current(game_id)
        match, version = loaded.match, loaded.version
        if waits_for_server(match):
            return Owed(job_for(loaded), version)
    if not await play_in_time(services, game_id) and await expire(tables, game_id):
        _log.info("time_ran_out", game=game_id, version=version)
    return None


async def near_deadlines(services: Services, seconds: float) -> list[GameId]:
    """The games in which a person's deadline passes within so many seconds."""
    now = services.tables.now() / SECOND
    return await services.tables.store.owed(now + seconds, after=now)


async def await_deadline(services: Services, game_id: GameId) -> None:
    """Enqueue the job of a deadline when it has passed; if several sweepers do, one job is enqueued."""
    try:
        async with services.tables.lock(game_id):
            loaded = await services.tables.current(game_id)
            due, version = loaded.match.table.due(), loaded.version
        if due is not None:
            await asyncio.sleep(max(0.0, (due - services.tables.now()) / SECOND) + _CLOCKS_DIFFER)
            await services.jobs.enqueue(RUN_OUT, game_id, version, FIRST)
    except Exception as error:  # noqa: BLE001 - the next sweep finds that game again
        _log.error("deadline_missed", game=game_id, error=type(error).__name__)


async def keep_sweeping(services: Services) -> None:
    """Sweep for ever; a store that does not answer is asked again at the next sweep."""
    seconds = services.settings.sweep_seconds
    pacing, failures = RetryPacing(seconds, services.settings.bot_seconds), SweepFailures()
    heads, settling, lobbies = HeadsDigester(services), Settling(services), QuietLobbies(services)
    async with asyncio.TaskGroup() as beside:
        beside.create_task(keep_packing(services))
        while True:
            try:
                await sweep(services, seconds / 2, pacing, failures)
                await sweep_analyses(services, await _queued(services.jobs, await services.analyses.owed(), ANALYSE))
                await sweep_plans(services, beside, seconds * 1.5)
                await heads.catch_up()
                await settling.catch_up()
                await forget_guests(services)
                await lobbies.catch_up()
                for game_id in await near_deadlines(services, seconds * 1.5):
                    beside.create_task(await_deadline(services, game_id))
            except ActaError as error:
                _log.warning("sweep_failed", error=type(error).__name__)
            await asyncio.sleep(seconds)
