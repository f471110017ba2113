"""What a bot is: it composes a draft, knowing only what its seat may know."""

import hashlib
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
        self._began = time.monotonic()
        self._seconds = seconds
        self._looks = looks
        self._taken = 0

    def spend(self) -> bool:
        """Take one look; false when none is left."""
        if self._looks is not None and self._taken >= self._looks:
            return False
        self._taken += 1
        return self._seconds is None or time.monotonic() - self._began < self._seconds

    @property
    def spent(self) -> float:
        """The share of it that is gone, from 0 to 1; always 0 without any limit."""
        time_gone = 0.0 if self._seconds is None else (time.monotonic() - self._began) / max(self._seconds, 1e-9)
        looks_gone = 0.0 if self._looks is None else self._taken / max(self._looks, 1)
        return min(max(time_gone, looks_gone), 1.0)

    def at_most(self, looks: int) -> "Budget":
        """The rest of its time, and what is left of its looks up to so many."""
        seconds = None if self._seconds is None else self._seconds - (time.monotonic() - self._began)
        return Budget(seconds, looks if self._looks is None else min(looks, self._looks - self._taken))


class BotTurn(NamedTuple):
    """All that a bot is told: the game's rules, its seat, what that seat sees, and what it may do."""

    game: AnyGame
    seat: Seat
    view: View
    options: Sequence[Command]
    character: bytes = b""
    """What makes this bot differ from others at the table, the same all game long; it tells nothing of the game."""

    @classmethod
    def of(cls, match: Match, seat: Seat) -> "BotTurn":
        """What a seat that owes a choice is told. The state stays behind."""
        character = hashlib.sha256(match.secret + f" character {seat}".encode()).digest()
        return cls(match.game, seat, match.game.view(match.state, seat), match.choices(seat), character)


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
