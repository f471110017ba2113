"""The job that analyses a finished game, a slice at a time: bots and deadlines wait no longer than one slice.

What it judges is kept turn by turn beside the game. A job that dies loses the turn at hand; the sweeper sees that the
rest is owed.
"""

import time
from collections.abc import Collection
from typing import NamedTuple

import structlog

from domain.kernel.ids import GameId
from domain.kernel.log import read, read_created
from services.foundation import Services
from services.logs import canonical_line, learn
from services.queue.jobs import ANALYSE, FIRST
from services.story.analysis import ANALYST, decode_turn, encode, played_part
from workers.analysis.judging import Analyst
from workers.analysis.report import Analysing
from workers.job import Outcome, with_services

SLICE_SECONDS = 0.5
"""A slice begins no further turn after so long; one turn takes a quarter of a second."""
MOST_TRIES = 3
"""After so many slices that did not get through a single turn it is given up."""

_log = structlog.get_logger()


class Slice(NamedTuple):
    """What came of a slice: how many turns are judged by now, and how many there are."""

    judged: int
    turns: int


def analyse(game_id: str, judged: int) -> Outcome:
    """Go on with the analysis of a game of which so many turns were judged."""

    async def run(services: Services) -> Outcome:
        done = await analyse_slice(services, GameId(game_id))
        if done is None:
            return "superseded"
        learn(turns=done.turns, judged=done.judged)
        if done.judged < done.turns:
            await services.jobs.enqueue(ANALYSE, GameId(game_id), done.judged, FIRST)
        return "ok"

    with canonical_line("job", job="analysis", game=game_id, version=judged):
        outcome = with_services(run)
        learn(outcome=outcome)
        return outcome


async def analyse_slice(services: Services, game: GameId, analyst: Analyst | None = None) -> Slice | None:
    """Judge for a while; nothing if no analysis of the game is owed."""
    analyses, until = services.analyses, time.monotonic() + SLICE_SECONDS
    found = await analyses.under_way(game)
    if found is None or found.failed:
        await analyses.settle(game)  # a worker died between its last two writes
        return None
    if found.tries >= MOST_TRIES:
        _log.error("analysis_given_up", game=game, judged=len(found.judged))
        await analyses.give_up(game)
        return None
    tables = services.tables
    records = await tables.store.read(game)
    codec = tables.codec(tables.registry.get(read_created(records).game))
    log = played_part(read(codec, records))
    if not log:  # it goes on: nobody may know more of it than the table shows
        await analyses.drop(game)
        return None
    analysing = Analysing(codec.game, log, analyst)
    subject = f"{ANALYST} {analysing.head}"
    turns = {number: decode_turn(turn) for number, turn in found.judged.items()} if found.subject == subject else {}
    await analyses.begin(game, subject, len(analysing), found.tries + 1)
    for number in range(len(analysing)):
        if number not in turns:
            turns[number] = analysing.judged(number)  # blocks; the job has nothing else to do
            await analyses.keep_turn(game, number, encode(turns[number]))
            if time.monotonic() >= until:
                break
    if len(turns) == len(analysing):
        await analyses.finish(game, encode(analysing.whole([turns[number] for number in range(len(turns))])))
    return Slice(len(turns), len(analysing))


async def sweep_analyses(services: Services, queued: Collection[str]) -> int:
    """Enqueue a job for every analysis that is owed and for which none waits; give how many are owed."""
    owed = await services.analyses.owed()
    for game in owed:
        if game not in queued:
            found = await services.analyses.under_way(game)
            judged = len(found.judged) if found else 0
            await services.jobs.enqueue(ANALYSE, game, judged, f"{services.tables.now()}")
    return len(owed)
