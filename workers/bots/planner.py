"""Planner: plays what a search finds best. It looks at everybody's turns up to the end of its own next one."""

import random
from collections.abc import Iterator

from workers.bots.bot import BotTurn, Budget, Draft
from workers.bots.search import Search

MOST_LOOKS = 8000
"""More of them find hardly better turns; they take up to a second."""


class PlannerBot:
    """See the module."""

    def __init__(self, looks: int = MOST_LOOKS) -> None:
        """Take so many looks at most."""
        self._looks = looks

    def choose(self, turn: BotTurn, rng: random.Random, budget: Budget) -> Iterator[Draft]:
        """The best turn so far, whenever it is another one."""
        best: Draft = ()
        for ranking in Search(turn, rng, budget.at_most(self._looks)).rankings():
            if ranking[0].draft != best:
                best = ranking[0].draft
                yield list(best)


PLANNER = PlannerBot()
