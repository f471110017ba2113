"""Levels: six marks from beginner to master, by how many looks a bot takes and how far ahead they go.

Beginners err as people do. They look no further than the end of their own turn, overlook some of what they could do,
and misjudge a little what they see, so that the second-best turn may seem the best; but they play no nonsense. From
the fourth mark on nothing is overlooked, and a search looks ahead.
"""

import random
from collections.abc import Iterator

from workers.bots.bot import BotTurn, Budget, Draft
from workers.bots.planner import PlannerBot
from workers.bots.proposals import Proposals

SEEN_AT_ONCE = 12
"""Turns that somebody compares who looks no further than the end of a turn."""


class ShortSightedBot:
    """Plays the turn that seems to end best, of those that it sees, as far as it can tell."""

    def __init__(self, looks: int, overlooks: float, misjudges: float) -> None:
        """Take so many looks at most; overlook that share of the options; be wrong by so many points (deviation)."""
        self._looks = looks
        self._overlooks = overlooks
        self._misjudges = misjudges

    def choose(self, turn: BotTurn, rng: random.Random, budget: Budget) -> Iterator[Draft]:
        """What seems best, once the looks are taken or every option was tried."""
        seen = [option for option in turn.options if rng.random() >= self._overlooks] or [rng.choice(turn.options)]
        proposals = Proposals(turn._replace(options=seen), rng, SEEN_AT_ONCE)
        for proposed in proposals.improved(budget.at_most(self._looks), share=1.0):
            seeming = max(proposed, key=lambda tried: tried.value + rng.gauss(0, self._misjudges))
            yield seeming.draft


TIRO = ShortSightedBot(30, overlooks=0.4, misjudges=5.0)
MILES = ShortSightedBot(60, overlooks=0.2, misjudges=2.5)
OPTIO = ShortSightedBot(120, overlooks=0.1, misjudges=1.5)
CENTURIO = PlannerBot(600)
TRIBUNUS = PlannerBot(2000)
LEGATUS = PlannerBot(8000)
