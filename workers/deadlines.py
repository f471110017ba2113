"""Deadlines: note that a seat is out of time. A job runs at that moment; the sweeper finds what it missed.

Whether a deadline has passed is decided on the newest state and written at exactly its version, so it does not matter
if this runs twice or too early.
"""

from domain.kernel.errors import NotAllowed, StaleVersion
from domain.kernel.ids import GameId
from services.bootstrap import Services
from services.commands import choices
from services.commands.tables import Tables
from workers.job import Outcome, request_of, run_job


def run_out(game_id: str, version: int) -> Outcome:
    """Look at a game whose deadline, as it was at `version`, has just passed."""
    return run_job("deadlines", game_id, version, _run_out)


async def _run_out(services: Services, game_id: GameId) -> Outcome:
    return "ok" if await expire(services.tables, game_id) else "superseded"


async def expire(tables: Tables, game_id: GameId) -> bool:
    """Let the time of a game's late players run out; false if none is late any more, or another process noted it."""
    async with tables.lock(game_id):
        version = (await tables.current(game_id)).version
    try:
        written = await choices.run_out(tables, request_of("deadlines", game_id, version), version)
    except (NotAllowed, StaleVersion):
        return False
    return not written.appended.repeated
