"""The outlook of a turn: how far ahead of its best opponent a seat is after its next turn, in one imagined world.

The turn is played, then everybody's, up to the seat's own next turn: opponents' are tried quickly, its own thoroughly,
since what a turn prepares shows only there. A game that ends on the way is counted by its true scores.
"""

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from domain.kernel.game import Command, Step
from domain.kernel.ids import Seat
from workers.bots.bot import BotTurn, Budget
from workers.bots.chance import PlainRng
from workers.bots.style import weights_of
from workers.bots.trial import Luck, OutOfLooks, Trials

MAX_STEPS = 60
"""A bound for what happens until the own next turn."""


class Effort(NamedTuple):
    """How often turns are tried on the way."""

    own: int = 16
    others: int = 3


class Outlook:
    """Plays turns of one seat on, in worlds that are handed to it."""

    def __init__(self, turn: BotTurn, budget: Budget, effort: Effort) -> None:
        """Look ahead for the seat of `turn`."""
        self._game, self._seat = turn.game, turn.seat
        self._trials = Trials(turn.game, weights_of(turn))
        self._budget, self._effort = budget, effort

    def margin(self, world: Any, draft: Sequence[Command], seed: int) -> float:  # noqa: ANN401 - any game's state
        """How far ahead the seat is once its next turn is over, or `OutOfLooks`. The same seed draws the same luck."""
        return self._trials.margin(self.after(world, draft, seed), self._seat)

    def margins_in(self, state: Any) -> list[float]:  # noqa: ANN401 - any game's state
        """How far ahead each seat is in a world."""
        return [self._trials.margin(state, Seat(seat)) for seat in range(len(state.scores))]

    def after(self, world: Any, draft: Sequence[Command], seed: int) -> Any:  # noqa: ANN401 - any game's state
        """A world in which the seat's next turn is over, or `OutOfLooks`. The world that was given stays as it is."""
        if not self._budget.spend():
            raise OutOfLooks
        game, seat = self._game, self._seat
        rng = random.Random(seed)  # noqa: S311 - not for cryptography
        luck = Luck(rng, PlainRng(rng))
        state = game.copy(world)
        self._play(state, draft, luck)
        begun = True  # a turn that revealed something goes on in the same breath
        for _ in range(MAX_STEPS):
            waiting = game.to_act(state)
            if not waiting:
                break
            if isinstance(waiting, Step):
                game.resolve_into(game.recorder(state, luck.draws), waiting)
                begun = False
                continue
            next_turn = seat in waiting and not begun
            tries = self._effort.own if next_turn else self._effort.others
            actor = seat if seat in waiting else waiting[0]
            state, chose = self._trials.best_turn(actor, state, tries, luck, self._budget)
            if next_turn and chose:
                break
            begun = False
        return state

    def _play(self, state: Any, draft: Sequence[Command], luck: Luck) -> None:  # noqa: ANN401 - any game's state
        """Play a draft, and what it forces the seat to on the way."""
        recorder = self._game.recorder(state, luck.draws)
        for command in draft:
            while (forced := self._forced(state)) is not None:
                self._game.decide_into(recorder, self._seat, forced)
            self._game.decide_into(recorder, self._seat, command)

    def _forced(self, state: Any) -> Command | None:  # noqa: ANN401 - any game's state
        options = [option for option in self._game.legal(state, self._seat) if not option.ASIDE]
        return options[0] if len(options) == 1 and not options[0].SECRET else None
