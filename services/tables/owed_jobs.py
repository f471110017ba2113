"""The job that a table waits for."""

from contextlib import suppress

from domain.kernel.errors import StoreUnavailable
from domain.kernel.game import Step
from domain.kernel.ids import GameId, UserId, Version
from services.queue.jobs import FIRST, MOVE, PLAY_PLAN, RUN_OUT, SCORE, Jobs
from services.queue.turns import turn_of
from services.store.plans import Plans
from services.tables.folding import MatchAt
from services.tables.hot_tables import waits_for_server
from services.tables.planned_turns import whose_turn_begins


def job_for(loaded: MatchAt) -> str:
    """The job for a table that waits for the server, or for a player whose time is over."""
    if isinstance(loaded.match.to_act(), Step):
        return SCORE
    return MOVE if waits_for_server(loaded.match) else RUN_OUT


def enqueue_owed(jobs: Jobs, loaded: MatchAt) -> None:
    """Enqueue the job that a table waits for now."""
    turn = turn_of(loaded.match.table.host, attended=True)  # somebody has just done something at this table
    jobs.submit(job_for(loaded), loaded.game_id, loaded.version, turn)


def hint_plan(jobs: Jobs, plans: Plans, loaded: MatchAt) -> None:
    """Look whether somebody whose turn has begun had planned it. The request that began it does not wait for that."""
    user = whose_turn_begins(loaded.match)
    if user is not None:
        jobs.soon(enqueue_plan(jobs, plans, loaded.game_id, loaded.version, user))


async def enqueue_plan(jobs: Jobs, plans: Plans, game_id: GameId, version: Version, user: UserId) -> None:
    """Enqueue the job that plays a plan, if there is one. A store that is away is left to the sweeper."""
    with suppress(StoreUnavailable):
        if await plans.waits(game_id, user):
            await jobs.enqueue(PLAY_PLAN, game_id, version, FIRST)
