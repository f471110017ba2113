"""The job that lets bots choose, as long as it is their turn."""

import hashlib
import random
import time
from typing import NamedTuple

import structlog

from domain.kernel.errors import BatchRefused, StaleVersion
from domain.kernel.game import Step
from domain.kernel.ids import GameId, Seat, Version
from domain.kernel.match import Match
from services.bootstrap import Services
from services.commands import choices
from services.commands.tables import MatchAt, Written
from services.logs import learn
from workers.bots.bot import RANDOM, BotTurn, Budget, Draft
from workers.bots.registry import bots_by_name
from workers.bots.sandbox import BotFailed, Sandbox
from workers.job import Outcome, request_of, run_job

_LONGEST = 60.0
"""Seconds of one job, for a game that only bots play; then another job goes on, and other games have their turn."""

_log = structlog.get_logger()


class Asked(NamedTuple):
    """A bot that owes a choice, what it is told, and the seed of its whims."""

    bot: str
    turn: BotTurn
    seed: bytes
    game: GameId
    version: Version


def move(game_id: str, version: int) -> Outcome:
    """Play for the bots of a game that waited for one at `version`."""
    return run_job("bots", game_id, version, play_for_bots)


async def play_for_bots(services: Services, game_id: GameId) -> Outcome:
    """Play one draft after the other; whoever comes second finds a draft played and leaves quietly."""
    tables, settings = services.tables, services.settings
    until = time.monotonic() + _LONGEST
    drafts = 0
    with Sandbox(bots_by_name(settings.bots), settings.bot_seconds) as sandbox:
        while time.monotonic() < until:
            async with tables.lock(game_id):
                asked = _asked(await tables.current(game_id))
            learn(drafts=drafts)
            if asked is None:
                return "ok" if drafts else "superseded"
            try:
                written = await _choose(services, sandbox, asked)
            except StaleVersion:
                continue  # a person chose meanwhile; the bot's choice may be owed all the same
            if written.appended.repeated:
                return "superseded"
            drafts += 1
    return "ok"


async def _choose(services: Services, sandbox: Sandbox, asked: Asked) -> Written:
    """Play what the bot chooses; if that cannot be played, what the caretaker does."""
    try:
        draft = sandbox.think(asked.bot, asked.turn, asked.seed)  # a job has nothing else to do meanwhile
        return await _played(services, asked, draft)
    except BotFailed as failure:
        how, why = failure.how, failure.why
    except BatchRefused as refusal:
        how, why = "illegal", str(refusal)
    _log.warning("bot_failed", game=asked.game, version=asked.version, bot=asked.bot, how=how, why=why)
    services.jobs.counters.bot_failed(asked.bot, how)
    return await _played(services, asked, _caretaker(asked))


async def _played(services: Services, asked: Asked, draft: Draft) -> Written:
    request = request_of("bots", asked.game, asked.version)
    return await choices.confirm_for_bot(services.tables, request, asked.turn.seat, draft, asked.version)


def _asked(loaded: MatchAt) -> Asked | None:
    """The next bot that owes a choice."""
    match = loaded.match
    waiting = match.to_act()
    if isinstance(waiting, Step):
        return None
    for seat in waiting:
        bot = match.table.bot_of(seat)
        if bot is not None:
            seed = _seed(match, loaded.version, seat)
            return Asked(bot, BotTurn.of(match, seat), seed, loaded.game_id, loaded.version)
    return None


def _seed(match: Match, version: Version, seat: Seat) -> bytes:
    """The same when the job runs again, and nothing that anyone could foresee."""
    return hashlib.sha256(match.secret + f" {version} {seat}".encode()).digest()


def _caretaker(asked: Asked) -> Draft:
    return next(iter(RANDOM.choose(asked.turn, random.Random(asked.seed), Budget())))  # noqa: S311 - a bot's whim
