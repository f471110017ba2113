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
from services.foundation import Services
from services.logs import learn
from services.tables import choices
from services.tables.folding import MatchAt
from services.tables.hot_tables import Tables, Written
from workers.bots.bot import RANDOM, BotTurn, Budget, Draft
from workers.bots.registry import bots_by_name
from workers.bots.sandbox import BotFailed, Sandbox
from workers.job import Outcome, request_of, run_job

_MAX_SECONDS = 1.0
"""Seconds after which a job begins no further turn; another job goes on, after the other hosts have had their turn."""

_log = structlog.get_logger()


class PendingChoice(NamedTuple):
    """A choice that a bot owes: what the bot is told, and the seed of its randomness."""

    bot: str
    turn: BotTurn
    seed: bytes
    game: GameId
    version: Version


def move(game_id: str, version: int) -> Outcome:
    """Play for the bots of a game that waited for one at `version`."""
    return run_job("bots", game_id, version, play_for_bots)


async def play_for_bots(services: Services, game_id: GameId) -> Outcome:
    """Play one draft after the other; a second run finds the draft played and ends."""
    tables, settings = services.tables, services.settings
    until = time.monotonic() + _MAX_SECONDS
    drafts = 0
    with Sandbox(bots_by_name(settings.bots), settings.bot_seconds) as sandbox:
        while not drafts or time.monotonic() < until:
            async with tables.lock(game_id):
                pending = _pending_choice(await tables.current(game_id))
            learn(drafts=drafts)
            if pending is None:
                return "ok" if drafts else "superseded"
            try:
                written = await _choose(services, sandbox, pending)
            except StaleVersion:
                continue  # a person chose meanwhile; the bot's choice may still be owed
            if written.appended.repeated:
                return "superseded"
            drafts += 1
    return "ok"


async def _choose(services: Services, sandbox: Sandbox, pending: PendingChoice) -> Written:
    """Confirm what the bot chooses; if that fails, what the caretaker chooses."""
    try:
        draft = sandbox.choose(pending.bot, pending.turn, pending.seed)  # blocks; the job has nothing else to do
        return await _confirm(services.tables, pending, draft)
    except BotFailed as failure:
        how, why = failure.how, failure.why
    except BatchRefused as refusal:
        how, why = "illegal", str(refusal)
    _log.warning("bot_failed", game=pending.game, version=pending.version, bot=pending.bot, how=how, why=why)
    services.jobs.counters.bot_failed(pending.bot, how)
    return await _confirm(services.tables, pending, _caretaker(pending))


async def _confirm(tables: Tables, pending: PendingChoice, draft: Draft) -> Written:
    request = request_of("bots", pending.game, pending.version)
    return await choices.confirm_for_bot(tables, request, pending.turn.seat, draft, pending.version)


def _pending_choice(loaded: MatchAt) -> PendingChoice | None:
    """The next bot that owes a choice."""
    match = loaded.match
    waiting = match.to_act()
    if isinstance(waiting, Step):
        return None
    for seat in waiting:
        bot = match.table.bot_of(seat)
        if bot is not None:
            seed = _seed(match, loaded.version, seat)
            return PendingChoice(bot, BotTurn.of(match, seat), seed, loaded.game_id, loaded.version)
    return None


def _seed(match: Match, version: Version, seat: Seat) -> bytes:
    """Where chance begins for this choice: equal whenever the job runs again, and foreseen by nobody."""
    return hashlib.sha256(match.secret + f" {version} {seat}".encode()).digest()


def _caretaker(pending: PendingChoice) -> Draft:
    return next(iter(RANDOM.choose(pending.turn, random.Random(pending.seed), Budget())))  # noqa: S311 - not for cryptography
