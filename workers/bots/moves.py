"""The job that lets bots choose, as long as it is their turn."""

import asyncio
import hashlib
import random

import structlog

from domain.kernel.errors import BatchRefused, StaleVersion
from domain.kernel.game import Step
from domain.kernel.ids import GameId, Seat, Version
from domain.kernel.match import Match
from services.bootstrap import Services
from services.commands import play
from services.commands.tables import Loaded
from services.logs import learn
from workers.bots.bot import Budget, Draft, Situation
from workers.bots.choosers import BOTS, CARETAKER
from workers.bots.sandbox import BotFailed, think
from workers.job import request_of, run_job

_MOST = 100
"""Drafts in one job: a bound for a game that only bots play."""

_log = structlog.get_logger()


def move(game_id: str, version: int) -> None:
    """Play for the bots of a game that waited for one at `version`."""
    run_job("bots", game_id, version, _play)


async def _play(services: Services, game_id: GameId) -> None:
    tables, seconds = services.tables, services.settings.bot_seconds
    for drafts in range(_MOST):
        async with tables.lock(game_id):
            loaded = await tables.current(game_id)
            at, asked = loaded.version, _asked(loaded)
        if asked is None:
            learn(drafts=drafts)
            return
        name, situation, seed = asked
        request = request_of("bots", game_id, at)
        try:
            try:
                draft = await asyncio.to_thread(think, BOTS[name], situation, seed, seconds)
                await play.bot_plays(tables, request, situation.seat, draft, at)
            except (BotFailed, BatchRefused) as failure:
                _log.warning("bot_failed", game=game_id, version=at, bot=name, why=str(failure))
                await play.bot_plays(tables, request, situation.seat, _caretaker(situation, seed), at)
        except StaleVersion:
            learn(drafts=drafts, outcome="superseded")
            return


def _asked(loaded: Loaded) -> tuple[str, Situation, bytes] | None:
    """The next bot that owes a choice, what it is told, and the seed of its whims."""
    match = loaded.match
    waiting = match.to_act()
    if isinstance(waiting, Step):
        return None
    for seat in waiting:
        bot = match.table.bot_of(seat)
        if bot is not None:
            view = match.game.view(match.state, seat)
            situation = Situation(match.game, seat, view, match.choices(seat))
            return bot, situation, _seed(match, loaded.version, seat)
    return None


def _seed(match: Match, version: Version, seat: Seat) -> bytes:
    """The same when the job runs again, and nothing that anyone could foresee."""
    return hashlib.sha256(match.secret + f" {version} {seat}".encode()).digest()


def _caretaker(situation: Situation, seed: bytes) -> Draft:
    return next(iter(CARETAKER.choose(situation, random.Random(seed), Budget())))  # noqa: S311 - a bot's whim
