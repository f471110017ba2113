"""The search: what the turns of a seat are worth, found out by playing them in imagined worlds.

It knows nothing but its seat's view. Some turns are proposed; then sequential halving shares the looks among them: all
are played in the same worlds with the same luck, and the better half goes on, until one is left or certain. The
same turn, seed and number of looks give the same ranking on any machine.
"""

import math
import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from domain.kernel.game import Command
from workers.bots.bot import BotTurn, Budget
from workers.bots.chance import PlainRng
from workers.bots.outlook import Effort, Outlook
from workers.bots.proposals import Proposals
from workers.bots.race import Prospect, Race
from workers.bots.trial import OutOfLooks

PROPOSING = 0.25
"""The share of the looks that finds out what is worth a closer look."""
PROPOSED = 12
_SEED_BITS = 64


class Search:
    """A search for the turns of one seat at one moment."""

    def __init__(self, turn: BotTurn, rng: random.Random, budget: Budget, effort: Effort | None = None) -> None:
        """Search with chance from `rng` alone, within a budget that must have a limit."""
        self._turn, self._rng, self._budget = turn, rng, budget
        self._outlook = Outlook(turn, budget, effort or Effort())

    def rankings(self) -> Iterator[Sequence[Prospect]]:
        """What was found out so far, the best first; each one knows more than the one before."""
        drafts: list[tuple[Command, ...]] = []
        for proposed in Proposals(self._turn, self._rng, PROPOSED).improved(self._budget, PROPOSING):
            yield [Prospect(tuple(tried.draft), tried.value, 0.0, 0) for tried in proposed]
            drafts = [tuple(tried.draft) for tried in proposed]
        yield from self._halved(drafts)

    def sample(self, drafts: Sequence[Sequence[Command]]) -> list[float]:
        """The margin after each of these drafts in one fresh world, with the same luck; or `OutOfLooks`."""
        seed = self._rng.getrandbits(_SEED_BITS)
        world = self.world(seed)
        return [self._outlook.margin(world, draft, seed) for draft in drafts]

    def world(self, seed: int) -> Any:  # noqa: ANN401 - any game's state
        """A world that the seat cannot tell from the true one."""
        return self._turn.game.imagine(self._turn.view, PlainRng(random.Random(seed)))  # noqa: S311 - repeatable

    def _halved(self, drafts: Sequence[tuple[Command, ...]]) -> Iterator[Sequence[Prospect]]:
        """Sequential halving. Every round has an equal share of what is left; the last one is between two."""
        race, begun = Race(drafts), self._budget.spent
        rounds = math.ceil(math.log2(len(drafts)))
        for number in range(1, rounds + 1):
            with suppress(OutOfLooks):
                while len(race.running) > 1 and self._budget.spent < begun + (1 - begun) * number / rounds:
                    race.add(self.sample(race.running))
            if ranking := race.ranking():
                yield ranking
            race.halve()
