"""What a bot is: it composes a draft, knowing only what its seat may know."""

import random
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from domain.kernel.game import AnyGame, Command, View
from domain.kernel.ids import Seat
from domain.kernel.match import Match

Draft = Sequence[Command]


class Budget:
    """How long a bot may think: for some time, or for a number of looks, whatever ends first."""

    def __init__(self, seconds: float | None = None, looks: int | None = None) -> None:
        """Start the clock."""
        self._until = None if seconds is None else time.monotonic() + seconds
        self._looks = looks

    def spend(self) -> bool:
        """Take one look; false when none is left."""
        if self._looks is not None:
            if self._looks <= 0:
                return False
            self._looks -= 1
        return self._until is None or time.monotonic() < self._until


class BotTurn(NamedTuple):
    """All that a bot is told: the game's rules, its seat, what that seat sees, and what it may do."""

    game: AnyGame
    seat: Seat
    view: View
    options: Sequence[Command]

    @classmethod
    def of(cls, match: Match, seat: Seat) -> "BotTurn":
        """What a seat that owes a choice is told. The state stays behind."""
        return cls(match.game, seat, match.game.view(match.state, seat), match.choices(seat))


@runtime_checkable
class Bot(Protocol):
    """A bot gives drafts, each better than the one before; the last one before its time is up is played."""

    def choose(self, turn: BotTurn, rng: random.Random, budget: Budget) -> Iterator[Draft]:
        """Commands to confirm in one batch, the first of them one of the options."""
        ...


class RandomBot:
    """Takes any option, each with the same chance."""

    def choose(self, turn: BotTurn, rng: random.Random, budget: Budget) -> Iterator[Draft]:
        """Any option."""
        budget.spend()
        yield [rng.choice(turn.options)]


RANDOM = RandomBot()
