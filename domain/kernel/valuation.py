"""What a position is worth to a player, in points: for bots, never for the rules.

A game tells what a seat has: points that are sure, and terms that will become points, such as cards in hand. What a
term is worth lies in `weights.toml` beside its `valuation.py`, once for the beginning of the game and once for its end:
a card that can bring much in the first round brings next to nothing in the last.
"""

import math
from collections.abc import Sequence
from importlib.resources import files
from typing import NamedTuple

import msgspec

FILE = "weights.toml"


class Assessment(NamedTuple):
    """What a seat has in a position: sure points, how much of each term, and the share of the game that is left."""

    sure: float
    terms: Sequence[float] = ()
    left: float = 0.0


class Worth(NamedTuple):
    """What one of a term is worth in points; in between it is in between."""

    beginning: float
    end: float


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How weights were found: by hand, or fitted to so many games from that seed on, and how they did since."""

    by: str
    games: int = 0
    seed: int = 0
    result: str = ""


class Weights:
    """What each term of a game is worth."""

    def __init__(self, worths: dict[str, Worth]) -> None:
        """Begin with the terms in the order in which an assessment tells them."""
        self.worths = worths
        self._end = tuple(worth.end for worth in worths.values())
        self._more = tuple(worth.beginning - worth.end for worth in worths.values())

    def value(self, assessment: Assessment) -> float:
        """The position in points, rounded once: what `sum` gives depends on the version of Python."""
        sure, terms, left = assessment
        worths = zip(terms, self._end, self._more, strict=True)
        return sure + math.fsum(number * (end + more * left) for number, end, more in worths)


class WeightsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data beside a game's `valuation.py`."""

    origin: Origin
    worth: dict[str, Worth]

    @classmethod
    def beside(cls, package: str) -> "WeightsFile":
        """Read the file of a game."""
        return msgspec.toml.decode((files(package) / FILE).read_bytes(), type=cls)

    def weights(self, terms: Sequence[str]) -> Weights:
        """The weights in the order of a game's terms, each of which has one."""
        if set(terms) != set(self.worth):
            raise ValueError(f"{FILE} and valuation.py differ in {sorted(set(terms) ^ set(self.worth))}")
        return Weights({term: self.worth[term] for term in terms})


NO_WEIGHTS = Weights({})
"""For games whose positions are worth what is sure."""
