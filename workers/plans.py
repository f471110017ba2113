"""Plays planned turns. A job runs as soon as a turn begins; the sweeper finds what it missed, and what was to wait.

What is to be played is read anew, and its key follows from the plan, so it does not matter how often this runs.
"""

import asyncio

import structlog

from domain.kernel.clock import SECOND, Millis
from domain.kernel.ids import GameId
from services.foundation import Services
from services.tables.planned_turns import attempt
from workers.job import Outcome, run_job

_log = structlog.get_logger()


def play(game_id: str, version: int) -> Outcome:
    """Play the planned turn of a game whose turn began at `version`, if there is one."""
    return run_job("plans", game_id, version, _play)


async def _play(services: Services, game_id: GameId) -> Outcome:
    made = await attempt(services.tables, services.people.plans, game_id)
    return "ok" if made.outcome == "played" else "superseded"


async def play_in_time(services: Services, game_id: GameId) -> bool:
    """Play a plan whose turn is about to end, though its player wanted to think again; whether there was one."""
    return (await attempt(services.tables, services.people.plans, game_id, hurry=True)).outcome == "played"


async def sweep_plans(services: Services, beside: asyncio.TaskGroup, seconds: float) -> None:
    """Play what a lost job left; what is to wait a little longer is played at its moment."""
    for game_id in await services.people.plans.games():
        try:
            made = await attempt(services.tables, services.people.plans, game_id)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one game must not keep the others waiting
            _log.error("plan_not_swept", game=game_id, error=type(error).__name__)
            continue
        if made.outcome == "played":
            _log.info("plan_swept", game=game_id)
        if made.outcome == "waits" and made.until <= services.tables.now() + seconds * SECOND:
            beside.create_task(_play_later(services, game_id, made.until))


async def _play_later(services: Services, game_id: GameId, at: Millis) -> None:
    try:
        await asyncio.sleep(max(0.0, (at - services.tables.now()) / SECOND))
        await attempt(services.tables, services.people.plans, game_id)
    except Exception as error:  # noqa: BLE001 - the next sweep finds that game again
        _log.error("plan_missed", game=game_id, error=type(error).__name__)
