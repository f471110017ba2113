"""The job that a table waits for."""

from domain.kernel.game import Step
from services.queue.jobs import MOVE, RUN_OUT, SCORE, Jobs
from services.queue.turns import turn_of
from services.tables.folding import MatchAt
from services.tables.hot_tables import waits_for_server


def job_for(loaded: MatchAt) -> str:
    """The job for a table that waits for the server, or for a player whose time is over."""
    if isinstance(loaded.match.to_act(), Step):
        return SCORE
    return MOVE if waits_for_server(loaded.match) else RUN_OUT


def enqueue_owed(jobs: Jobs, loaded: MatchAt) -> None:
    """Enqueue the job that a table waits for now."""
    turn = turn_of(loaded.match.table.host, attended=True)  # somebody has just done something at this table
    jobs.submit(job_for(loaded), loaded.game_id, loaded.version, turn)
