"""The job that does what the system owes: scoring phases, step by step."""

from domain.kernel.errors import StaleVersion
from domain.kernel.game import Step
from domain.kernel.ids import GameId
from services.foundation import Services
from services.logs import learn
from services.tables import choices
from workers.job import Outcome, request_of, run_job


def score(game_id: str, version: int) -> Outcome:
    """Score a game that waited for the system at `version`."""
    return run_job("scoring", game_id, version, _score)


async def _score(services: Services, game_id: GameId) -> Outcome:
    """Do one step after the other; a second run finds the step done and ends."""
    tables = services.tables
    steps = 0
    while True:
        async with tables.lock(game_id):
            loaded = await tables.current(game_id)
            owed = loaded.match.to_act()
        learn(steps=steps)
        if not isinstance(owed, Step):
            return "ok" if steps else "superseded"
        try:
            written = await choices.resolve(tables, request_of("scoring", game_id, loaded.version), loaded.version)
        except StaleVersion:
            continue  # a player resigned or voted meanwhile; the step may still be owed
        if written.appended.repeated:
            return "superseded"
        steps += 1
