"""Greedy: looks one whole turn ahead in imagined states, and plays the turn that ends in the best position.

It tries turns at random, then varies the best one found so far: keeps its beginning and plays its end anew, until that
has not helped for a while. It looks at nothing beyond the end of its own turn, and knows nothing but its seat's view.
"""

import random
from collections.abc import Iterator
from typing import Any

from domain.kernel.game import Command
from domain.kernel.rng import KeyedRng
from workers.bots.bot import BotTurn, Budget, Draft
from workers.bots.trial import Luck, Trials, TriedTurn

WORLDS = 3
"""More than one, so that what is hidden is not taken for known; each costs time to imagine."""
FRESH_SHARE = 0.4
"""How often a turn is tried from its beginning instead of altering the best one."""
MAX_FUTILE_LOOKS = 40
"""Looks without a better turn before it is content. Its time is a limit, not a duty: the table is waiting."""


class GreedyBot:
    """See the module."""

    def choose(self, turn: BotTurn, rng: random.Random, budget: Budget) -> Iterator[Draft]:
        """Ever better turns; one at least, however little time there is."""
        trials = Trials(turn.game)
        worlds = [_imagined(turn, rng) for _ in range(WORLDS)]
        untried = rng.sample(list(turn.options), len(turn.options))
        best: TriedTurn | None = None
        futile = 0
        while (budget.spend() or best is None) and (untried or futile < MAX_FUTILE_LOOKS):
            beginning = [untried.pop()] if untried else _beginning(best, rng)
            world = turn.game.copy(rng.choice(worlds))
            tried = trials.turn(turn.seat, world, beginning, Luck(rng, KeyedRng(rng.randbytes(32))))
            futile += 1
            if tried is not None and (best is None or tried.value > best.value):
                best, futile = tried, 0
                yield tried.draft


def _beginning(best: TriedTurn | None, rng: random.Random) -> list[Command]:
    """What to keep of the best turn, which may be nothing."""
    if best is None or rng.random() < FRESH_SHARE:
        return []
    return best.choices[: rng.randrange(len(best.choices))]


def _imagined(turn: BotTurn, rng: random.Random) -> Any:  # noqa: ANN401 - any game's state
    return turn.game.imagine(turn.view, KeyedRng(rng.randbytes(32)))


GREEDY = GreedyBot()
