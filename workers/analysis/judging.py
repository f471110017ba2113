"""Judging one decision: what was played beside what a search finds best, on fresh worlds.

The search picks its favourite on worlds of its own; that pick looks better there than it is. So both are compared anew
in worlds that neither has seen, with the same luck for both, and the error of the difference is told with it.
"""

import math
import random
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.kernel.game import Command
from services.story.analysis import CommandValues, JudgedTurn
from workers.analysis.decisions import Decision
from workers.analysis.sources import PointsTally
from workers.bots.bot import Budget
from workers.bots.chance import PlainRng
from workers.bots.outlook import Effort, Outlook
from workers.bots.search import Search


class Analyst(NamedTuple):
    """How carefully games are judged. The same one judges a game the same way on any machine."""

    looks: int = 1000
    samples: int = 24
    effort: Effort = Effort()

    def judged(self, decision: Decision, seed: int) -> JudgedTurn:
        """One decision; the same seed draws the same worlds."""
        turn = decision.turn
        search = Search(turn, random.Random(seed), Budget(looks=self.looks), self.effort)  # noqa: S311 - repeatable
        *_, ranking = search.rankings()
        best = ranking[0].draft
        trial = _Trial(decision, self.effort)
        fresh = random.Random(~seed)  # noqa: S311 - repeatable
        for _ in range(self.samples):
            trial.sample(best, fresh.getrandbits(64))
        return trial.outcome(best)


class _Trial:
    """Two drafts in the same worlds: the best, and what was played."""

    def __init__(self, decision: Decision, effort: Effort) -> None:
        self._decision, self._points = decision, PointsTally(decision.turn.game)
        self._turn = decision.turn._replace(game=self._points.game)
        self._outlook = Outlook(self._turn, Budget(), effort)
        self._pairs: list[tuple[list[float], list[float]]] = []
        self._more: Counter[str] = Counter()

    def sample(self, best: Sequence[Command], drawn: int) -> None:
        """One more world, with the same luck for both."""
        world = self._turn.game.imagine(self._turn.view, PlainRng(random.Random(drawn)))  # noqa: S311 - repeatable
        by_best, better = self._margins(world, best, drawn)
        by_played, worse = self._margins(world, self._decision.played, drawn)
        self._pairs.append((by_best, by_played))
        self._more.update(better)
        self._more.subtract(worse)

    def _margins(self, world: Any, draft: Sequence[Command], drawn: int) -> tuple[list[float], Counter[str]]:  # noqa: ANN401 - any game's state
        state = self._outlook.after(world, draft, drawn)
        return self._outlook.margins_in(state), self._points.of(state, self._turn.seat)

    def outcome(self, best: Sequence[Command]) -> JudgedTurn:
        """What all worlds together say."""
        seat, samples = self._turn.seat, len(self._pairs)
        losses = [by_best[seat] - by_played[seat] for by_best, by_played in self._pairs]
        return JudgedTurn(
            version=self._decision.version,
            until=self._decision.until,
            seat=seat,
            played=_values(self._decision.played),
            best=_values(best),
            before=_each(_mean, [by_best for by_best, _ in self._pairs]),
            after=_each(_mean, [by_played for _, by_played in self._pairs]),
            spread=_each(_error, [by_played for _, by_played in self._pairs]),
            error=_error(losses),
            sources={
                source: told for source, points in sorted(self._more.items()) if (told := round(100 * points / samples))
            },
        )


def _values(commands: Sequence[Command]) -> CommandValues:
    return tuple(msgspec.to_builtins(command) for command in commands)


def _each(told: Callable[[Sequence[float]], int], samples: Sequence[Sequence[float]]) -> tuple[int, ...]:
    return tuple(told(seat) for seat in zip(*samples, strict=True))


def _mean(numbers: Sequence[float]) -> int:
    """The mean in hundredths, as a whole number: sums of such are exact."""
    return round(100 * statistics.fmean(numbers))


def _error(numbers: Sequence[float]) -> int:
    """The standard error of the mean in hundredths."""
    return round(100 * statistics.stdev(numbers) / math.sqrt(len(numbers)))
