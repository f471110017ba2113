"""The sweeper: finds games that wait for the system or a bot without progress, and enqueues the next attempt.

It also finds the games in which somebody's time is over, and sees to that itself; and deliveries that are due.

Jobs may be lost with their queue or die with their worker. What is owed stands in the store beside the events, so a
lost job costs at most a sweep.
"""

import asyncio

import structlog

from domain.kernel.clock import SECOND, Millis
from domain.kernel.errors import ActaError, StoreUnavailable
from domain.kernel.game import Step
from domain.kernel.ids import GameId
from services.bootstrap import MOVE, SCORE, Services
from services.commands.tables import waits_for_server
from workers.deadlines import claim

_MINUTE: Millis = 60 * SECOND

_log = structlog.get_logger()


async def sweep(services: Services, grace: float) -> int:
    """See to every game that has waited longer than `grace` seconds; give how many."""
    now = services.tables.now() / SECOND
    overdue = await services.tables.store.owed(now - grace)
    for game_id in overdue:
        try:
            await _see_to(services, game_id, attempt=f"{now:.0f}")
        except StoreUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one game must not keep the others waiting
            _log.error("game_not_swept", game=game_id, error=type(error).__name__)
    return len(overdue)


async def _see_to(services: Services, game_id: GameId, attempt: str) -> None:
    async with services.tables.lock(game_id):
        loaded = await services.tables.current(game_id)
        match, version = loaded.match, loaded.version
        waits = waits_for_server(match)
        job = SCORE if isinstance(match.to_act(), Step) else MOVE
    if not waits:
        if await claim(services.tables, game_id):
            _log.info("time_ran_out", game=game_id, version=version)
        return
    await asyncio.to_thread(services.jobs.enqueue, job, game_id, version, attempt)
    _log.info("swept", game=game_id, version=version, job=job)


async def sweep_outbox(services: Services, grace: float) -> int:
    """Enqueue what has been due for longer than `grace` seconds, each at most once a minute; give how many."""
    now = services.tables.now()
    overdue = await services.outbox.due(now - int(grace * SECOND))
    for delivery in overdue:
        await asyncio.to_thread(services.jobs.enqueue_delivery, delivery, f"{now // _MINUTE}")
    return len(overdue)


async def keep_sweeping(services: Services) -> None:
    """Sweep for ever; a store that does not answer is asked again at the next turn."""
    seconds = services.settings.sweep_seconds
    while True:
        await asyncio.sleep(seconds)
        try:
            await sweep(services, grace=seconds / 2)
            await sweep_outbox(services, grace=seconds / 2)
        except ActaError as error:
            _log.warning("sweep_failed", error=type(error).__name__)
