"""Games that bots play to fit weights, and to find out whether new ones are better."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from domain.kernel.draft import confirm
from domain.kernel.game import AnyGame, Step
from domain.kernel.ids import Seat
from domain.kernel.match import SYSTEM, Batch
from domain.kernel.valuation import Weights
from domain.registry import Registry
from tests.tuning.fitting import Row, row_of
from workers.arena import opened, play_out, winners_of
from workers.bots.bot import Bot, BotTurn, Budget, Draft
from workers.bots.greedy import GREEDY
from workers.bots.planner import PlannerBot

GREEDY_LOOKS = 200


class Fitting(NamedTuple):
    """What is fitted: the game, and how many play it."""

    slug: str
    players: int


def rows_of(fitting: Fitting, seed: int) -> list[Row]:
    """The rows of one game that greedy plays against itself."""
    game = Registry().get(fitting.slug)
    match = opened(game, fitting.players, {}, seed)
    rng = random.Random(seed)
    seen: list[tuple[Seat, Row]] = []
    while not match.table.over:
        waiting = match.to_act()
        if isinstance(waiting, Step):
            batch = Batch(match, SYSTEM)
            batch.resolve(waiting)
            batch.advance()
        else:
            seen.append((waiting[0], row_of(game, match.state, waiting[0], fitting.players)))
            *_, draft = GREEDY.choose(BotTurn.of(match, waiting[0]), rng, Budget(looks=GREEDY_LOOKS))
            confirm(match, waiting[0], draft)
    scores = match.scores()
    margins = [own - max(scores[:seat] + scores[seat + 1 :]) for seat, own in enumerate(scores)]
    return [(terms, margins[seat] - sure) for seat, (terms, sure) in seen]


class Duel(NamedTuple):
    """One player values things by new weights, the others by those so far."""

    fitting: Fitting
    new: Weights
    looks: int

    def share(self, seed: int) -> float:
        """The share of one game that the new weights won; seats are turned round."""
        game = Registry().get(self.fitting.slug)
        match = opened(game, self.fitting.players, {}, seed)
        planner = PlannerBot(self.looks)
        players: dict[Seat, Bot] = {Seat(seat): planner for seat in range(self.fitting.players)}
        tried = Seat(seed % self.fitting.players)
        players[tried] = Reweighed(planner, self.new)
        play_out(match, players, random.Random(seed), self.looks)
        winners = winners_of(match)
        return (tried in winners) / len(winners)


class Reweighed:
    """A bot that values things by other weights than the game's."""

    def __init__(self, bot: Bot, weights: Weights) -> None:
        self._bot = bot
        self._weights = weights

    def choose(self, turn: BotTurn, rng: random.Random, budget: Budget) -> Iterator[Draft]:
        """What the bot chooses in a game that differs in nothing but its weights."""
        return self._bot.choose(turn._replace(game=_by_weights(turn.game, self._weights)), rng, budget)


def _by_weights(game: AnyGame, weights: Weights) -> AnyGame:
    other: AnyGame = type(type(game).__name__, (type(game),), {"weights": weights})()
    return other
