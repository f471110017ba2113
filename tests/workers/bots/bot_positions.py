"""Bots asked in single positions: what they are told, and what they would play."""

import random
from typing import Any

from domain.kernel.game import AnyGame, Step
from domain.kernel.ids import Seat
from domain.kernel.match import Match
from tests.kit.logged_match import LoggedMatch, position
from workers.bots.bot import Bot, BotTurn, Budget, Draft


def turn_in(game: AnyGame, state: Any) -> BotTurn:  # noqa: ANN401 - any game's state
    """What seat 0 is told in a position that a test has built."""
    match = Match(game, bytes(32))
    match.table.phase = "active"
    match.state = state
    return BotTurn.of(match, Seat(0))


def drafts(bot: Bot, turn: BotTurn, seed: int = 1, budget: Budget | None = None) -> list[Draft]:
    """All that a bot gives, the best last."""
    return list(bot.choose(turn, random.Random(seed), budget or Budget(looks=400)))


def position_with_choice(game: AnyGame, seed: int, plies: int) -> tuple[LoggedMatch, Seat] | None:
    """A position of a random game for two and a seat that owes a choice in it; an earlier one, if the game is over."""
    logged = position(game, 2, seed, plies)
    waiting = logged.match.to_act()
    if not waiting:
        return position_with_choice(game, seed, plies // 2)
    return None if isinstance(waiting, Step) else (logged, random.Random(seed).choice(waiting))
