"""Proposals: a few different turns that are worth a closer look.

Turns are tried in shared imagined worlds, each option at least once; then those that look good are varied. The best
turn of each first command comes before second thoughts on the same one, or all proposals would begin alike.
"""

import random
from collections.abc import Iterator, Sequence
from typing import TypeVar

from domain.kernel.game import Command
from workers.bots.bot import BotTurn, Budget
from workers.bots.chance import PlainRng
from workers.bots.style import weights_of
from workers.bots.trial import Luck, Trials, TriedTurn

WORLDS = 6
"""More than one, so that what is hidden is not taken for known."""
VARIED = 0.7
"""How often one of the best turns is varied; otherwise one of any beginning."""
DIFFERENT = 2 / 3
"""The share of proposals that are kept for turns that differ in their first command."""

Key = TypeVar("Key")


class Proposals:
    """The turns tried so far, and the best of them."""

    def __init__(self, turn: BotTurn, rng: random.Random, most: int) -> None:
        """Look for so many turns of the seat."""
        self._turn, self._rng, self._most = turn, rng, most
        self._untried = rng.sample(list(turn.options), len(turn.options))
        self._luck = Luck(rng, PlainRng(rng))
        self._trials = Trials(turn.game, weights_of(turn))
        self._worlds = [turn.game.imagine(turn.view, self._luck.draws) for _ in range(WORLDS)]
        self._by_draft: dict[tuple[Command, ...], TriedTurn] = {}
        self._by_first: dict[Command, TriedTurn] = {}

    def improved(self, budget: Budget, share: float) -> Iterator[Sequence[TriedTurn]]:
        """Try turns until that share of the budget is gone: the best once each option was tried, and at the end.

        One turn is tried however small the budget is.
        """
        told = False
        while budget.spend() or not self._by_draft:
            self._try()
            if not self._untried and not told:
                told = True
                yield self.best()
            if not self._untried and budget.spent >= share:
                break
        yield self.best()

    def best(self) -> Sequence[TriedTurn]:
        """The proposals, most promising first."""
        firsts = sorted(self._by_first.values(), key=_value, reverse=True)
        different = max(1, round(self._most * DIFFERENT))
        chosen = {tuple(tried.draft): tried for tried in firsts[:different]}
        others = sorted(self._by_draft.values(), key=_value, reverse=True)
        for tried in (*others, *firsts):
            if len(chosen) < self._most:
                chosen.setdefault(tuple(tried.draft), tried)
        return sorted(chosen.values(), key=_value, reverse=True)

    def _try(self) -> None:
        world = self._turn.game.copy(self._rng.choice(self._worlds))
        tried = self._trials.turn(self._turn.seat, world, self._beginning(), self._luck)
        if tried is not None:
            _keep(self._by_draft, tuple(tried.draft), tried)
            _keep(self._by_first, tried.draft[0], tried)

    def _beginning(self) -> Sequence[Command]:
        """An option that was not tried yet; then the beginning of a turn that was, to be played to another end."""
        if self._untried:
            return [self._untried.pop()]
        seen = sorted(self._by_first.values(), key=_value, reverse=True)
        choices = self._rng.choice(seen[: self._most] if self._rng.random() < VARIED else seen).choices
        return choices[: self._rng.randrange(1, max(len(choices), 2))]


def _keep(known: dict[Key, TriedTurn], key: Key, tried: TriedTurn) -> None:
    if key not in known or tried.value > known[key].value:
        known[key] = tried


def _value(tried: TriedTurn) -> float:
    return tried.value
