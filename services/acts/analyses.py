"""Asking the computer to analyse a finished game. It is made in the background; whoever may read the game may ask."""

from limits import RateLimitItemPerHour

from domain.kernel.ids import GameId
from services.acts.acts import Acts
from services.acts.ask import Ask
from services.acts.asking import act
from services.identity.access import PLAY
from services.problems import too_many_requests
from services.queries.analysis import Progress, read_progress
from services.queries.queries import ReadRequest
from services.queries.visible_log import open_log
from services.queue.jobs import ANALYSE

PER_HOUR = RateLimitItemPerHour(20, namespace="analyses-account")
"""How many analyses one person may ask for in an hour; each takes half a minute of a processor."""
MOST_OWED = 50
"""How many may be owed on the whole server."""
_LATER_SECONDS = 300


@act(PLAY)
async def analyse(acts: Acts, ask: Ask, game_id: str, code: str | None = None) -> Progress:
    """Have a finished game analysed. One that is being made, or was made, is not made again."""
    log = await open_log(acts, ReadRequest(game_id, ask.user, code))
    analyses, game = acts.services.analyses, GameId(game_id)
    found = await read_progress(log, analyses)
    if found.state == "made" or (found.state == "working" and game in await analyses.owed()):
        return found
    if len(await analyses.owed()) >= MOST_OWED:
        raise too_many_requests(_LATER_SECONDS)
    await acts.limits.count_account(PER_HOUR, ask.user)
    await analyses.ask(game, acts.tables.now())
    acts.services.jobs.submit(ANALYSE, game, found.judged, "")
    return Progress("working", found.judged, found.turns)
