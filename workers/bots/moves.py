"""The job that lets bots choose, as long as it is their turn."""

import hashlib
import random

from domain.kernel.errors import StaleVersion
from domain.kernel.game import Command, Step
from domain.kernel.ids import GameId, Seat, Version
from domain.kernel.match import Match
from services.bootstrap import Services
from services.commands import play
from services.commands.tables import Loaded
from services.logs import learn
from workers.bots.choosers import BOTS
from workers.job import request_of, run_job

_MOST = 500
"""Choices in one job: enough for any turn, and a bound for a game that only bots play."""


def move(game_id: str, version: int) -> None:
    """Play for the bots of a game that waited for one at `version`."""
    run_job("bots", game_id, version, _play)


async def _play(services: Services, game_id: GameId) -> None:
    tables = services.tables
    for choices in range(_MOST):
        async with tables.lock(game_id):
            loaded = await tables.current(game_id)
            at, chosen = loaded.version, _choice(loaded)
        if chosen is None:
            learn(choices=choices, outcome="ok" if choices else "superseded")
            return
        seat, command = chosen
        try:
            await play.bot_plays(tables, request_of("bots", game_id, at), seat, [command], at)
        except StaleVersion:
            learn(choices=choices, outcome="superseded")
            return


def _choice(loaded: Loaded) -> tuple[Seat, Command] | None:
    match = loaded.match
    waiting = match.to_act()
    if isinstance(waiting, Step):
        return None
    for seat in waiting:
        bot = match.table.chairs[seat].bot
        if bot is not None:
            view = match.game.view(match.state, seat)
            rng = random.Random(_seed(match, loaded.version, seat))  # noqa: S311 - a bot's whim is no secret
            return seat, BOTS[bot].choose(view, match.legal(seat), rng)
    return None


def _seed(match: Match, version: Version, seat: Seat) -> bytes:
    """A whim that is the same when the job runs again, and that nobody can foresee."""
    return hashlib.sha256(match.secret + f" {version} {seat}".encode()).digest()
