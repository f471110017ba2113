"""Turns tried in imagined worlds: the beginning as somebody wants it, the rest at random."""

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from domain.kernel.errors import IllegalMove
from domain.kernel.game import AnyGame, Command, Step
from domain.kernel.ids import Seat
from domain.kernel.rng import Rng
from domain.kernel.valuation import Weights
from workers.bots.bot import Budget

MAX_CHOICES = 60
"""A bound for turns that random choices would never end; real ones are far shorter."""


class OutOfLooks(Exception):
    """The budget ended in the middle of something that is worth nothing unless it is finished."""


class TriedTurn(NamedTuple):
    """A turn that was tried: the choices up to the first thing that it would reveal, and what its end is worth."""

    choices: list[Command]
    draft: list[Command]
    value: float


class Luck(NamedTuple):
    """Where chance comes from: what is chosen at random, and what a game draws."""

    choices: random.Random
    draws: Rng


class Trials:
    """Tries turns of a game, and judges them by some weights."""

    def __init__(self, game: AnyGame, weights: Weights | None = None) -> None:
        """Judge by the game's own weights, or by others."""
        self.game = game
        self._weights = weights

    def turn(
        self,
        seat: Seat,
        world: Any,  # noqa: ANN401 - any game's state
        beginning: Sequence[Command],
        luck: Luck,
    ) -> TriedTurn | None:
        """Play a turn to its end in a world, which is changed; nothing if the beginning is not legal there."""
        game = self.game
        recorder = game.recorder(world, luck.draws)
        choices: list[Command] = []
        drafted: int | None = None
        for _ in range(MAX_CHOICES):
            waiting = game.to_act(world)
            if isinstance(waiting, Step) or seat not in waiting:
                break
            options = [option for option in game.legal(world, seat) if not option.ASIDE]
            if len(options) == 1 and not options[0].SECRET:
                command = options[0]
            else:
                command = beginning[len(choices)] if len(choices) < len(beginning) else luck.choices.choice(options)
                choices.append(command)
            try:
                game.decide_into(recorder, seat, command)
            except IllegalMove:  # the beginning was tried in another world
                return None
            if drafted is None and any(event.REVEALS for event in recorder.events):
                drafted = len(choices)
            recorder.events.clear()
        return TriedTurn(choices, choices[:drafted], game.value(world, seat, self._weights))

    def best_turn(
        self,
        seat: Seat,
        world: Any,  # noqa: ANN401 - any game's state
        tries: int,
        luck: Luck,
        budget: Budget,
    ) -> tuple[Any, bool]:
        """Try so many turns of a seat: the world after the one that leaves it best off, and whether it had a choice.

        The first half is played at random; the second keeps beginnings of the best one so far and plays its end anew.
        """
        best: TriedTurn | None = None
        after = world
        for number in range(tries):
            if not budget.spend():
                raise OutOfLooks
            beginning: list[Command] = []
            if best is not None and number >= tries // 2:
                beginning = best.choices[: luck.choices.randrange(len(best.choices))]
            trial = self.game.copy(world)
            tried = self.turn(seat, trial, beginning, luck)
            if tried is not None and not tried.choices:
                return trial, False
            if tried is not None and (best is None or tried.value > best.value):
                best, after = tried, trial
        return after, True

    def margin(self, world: Any, seat: Seat) -> float:  # noqa: ANN401 - any game's state
        """How far a seat is ahead of the best of the others: by true scores, once the game is over."""
        seats = range(len(world.scores))
        if self.game.to_act(world):
            worths = [self.game.value(world, Seat(each), self._weights) for each in seats]
        else:
            worths = world.scores
        return float(worths[seat] - max(worths[each] for each in seats if each != seat))
