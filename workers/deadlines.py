"""Deadlines: note that a seat is out of time. A job runs at that moment; the sweeper finds what it missed.

Whether a deadline has passed is decided on the newest state and written at exactly its version, so it does not matter
if this runs twice or too early. A clock that is wrong would end people's time for good, so none is ended while this
process and the store disagree about what time it is: who is late then is found again at the next sweep.
"""

import structlog

from domain.kernel.clock import SECOND, Millis
from domain.kernel.errors import NotAllowed, StaleVersion
from domain.kernel.ids import GameId
from services.foundation import Services
from services.tables import choices
from services.tables.hot_tables import Tables
from workers.job import Outcome, request_of, run_job
from workers.plans import play_in_time

MOST_APART: Millis = 5 * SECOND
"""How far two clocks that are kept right may be apart, with time to spare."""

_ADVICE = "set the clocks of this machine and of the store right (NTP); until then nobody's time runs out"
_log = structlog.get_logger()


def run_out(game_id: str, version: int) -> Outcome:
    """Look at a game whose deadline, as it was at `version`, has just passed."""
    return run_job("deadlines", game_id, version, _run_out)


async def _run_out(services: Services, game_id: GameId) -> Outcome:
    if await play_in_time(services, game_id):
        return "ok"
    return "ok" if await expire(services.tables, game_id) else "superseded"


async def expire(tables: Tables, game_id: GameId) -> bool:
    """Let the time of a game's late players run out; false if none is late any more, or another process noted it.

    False too while the clocks disagree.
    """
    if not await _clocks_agree(tables, game_id):
        return False
    async with tables.lock(game_id):
        version = (await tables.current(game_id)).version
    try:
        written = await choices.run_out(tables, request_of("deadlines", game_id, version), version)
    except (NotAllowed, StaleVersion):
        return False
    return not written.appended.repeated


async def _clocks_agree(tables: Tables, game_id: GameId) -> bool:
    """Whether the store's clock says what ours does, give or take the time to ask; the log tells if not."""
    asked = tables.now()
    theirs, answered = await tables.store_now(), tables.now()
    if asked - MOST_APART <= theirs <= answered + MOST_APART:
        return True
    _log.error("clocks_differ", game=game_id, seconds_ahead_of_store=(answered - theirs) / SECOND, advice=_ADVICE)
    return False
