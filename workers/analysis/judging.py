"""Judging one decision: what was played beside what a search finds best, on fresh worlds.

The search picks its favourite on worlds of its own; that pick looks better there than it is. So both are compared anew
in worlds that neither has seen, with the same luck for both, and the error of the difference is told with it.
"""

import math
import random
import statistics
from typing import NamedTuple

from domain.kernel.game import Command
from workers.analysis.decisions import Decision
from workers.bots.bot import Budget
from workers.bots.outlook import Effort, Outlook
from workers.bots.search import Search


class Analyst(NamedTuple):
    """How carefully games are judged. The same one judges a game the same way on any machine."""

    looks: int = 1000
    samples: int = 24
    effort: Effort = Effort()

    def judged(self, decision: Decision, seed: int) -> "Judgement":
        """One decision; the same seed draws the same worlds."""
        turn = decision.turn
        search = Search(turn, random.Random(seed), Budget(looks=self.looks), self.effort)  # noqa: S311 - repeatable
        *_, ranking = search.rankings()
        best = ranking[0].draft
        outlook = Outlook(turn, Budget(), self.effort)
        fresh = random.Random(~seed)  # noqa: S311 - repeatable
        pairs = []
        for _ in range(self.samples):
            world = search.world(drawn := fresh.getrandbits(64))
            pairs.append((outlook.margins(world, best, drawn), outlook.margins(world, decision.played, drawn)))
        return _judgement(decision, best, pairs)


class Judgement(NamedTuple):
    """A decision with what it was worth. Points are margins over the best opponent, in hundredths, by seat."""

    decision: Decision
    best: tuple[Command, ...]
    before: tuple[int, ...]
    """What every seat could expect if the best was played."""
    after: tuple[int, ...]
    """What every seat could expect after what was played."""
    error: int
    """The standard error of the loss."""

    @property
    def loss(self) -> int:
        """What was given away: less than nothing, if the player saw more than the search, or by chance.

        Such losses are kept, or the sum over a game would make good players look worse than they are.
        """
        seat = self.decision.turn.seat
        return self.before[seat] - self.after[seat]


def _judgement(
    decision: Decision, best: tuple[Command, ...], pairs: list[tuple[list[float], list[float]]]
) -> Judgement:
    seat = decision.turn.seat
    losses = [by_best[seat] - by_played[seat] for by_best, by_played in pairs]
    before, after = (_means([pair[which] for pair in pairs]) for which in (0, 1))
    error = statistics.stdev(losses) / math.sqrt(len(losses))
    return Judgement(decision, best, before, after, round(100 * error))


def _means(samples: list[list[float]]) -> tuple[int, ...]:
    """The mean of each seat in hundredths of points, as whole numbers: their sums are exact."""
    return tuple(round(100 * statistics.fmean(seat)) for seat in zip(*samples, strict=True))
