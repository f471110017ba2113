"""Folds that are kept as a head start: those that were used most recently, as many as fit into some memory."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

import msgspec

from domain.kernel.ids import GameId
from domain.kernel.match import Match

_OBJECTS = 3
"""How many times the bytes of its encoding a match takes as objects, roughly."""
_BESIDES = 2048
"""Bytes that every fold takes besides."""


class Fold(Protocol):
    """What is folded from one log."""

    game_id: GameId
    weight: int
    """Its bytes as they were when it was weighed; 0 if that is to be done when it is next kept."""


F = TypeVar("F", bound=Fold)


class KeptFolds(Generic[F]):
    """Keeps folds up to a weight, one at least. Whoever takes one out puts it back, unless it is spoiled."""

    def __init__(self, most: int, weigh: Callable[[F], int]) -> None:
        """Begin with none; `weigh` is asked for each fold whose weight is not known."""
        self._most = most
        self._weigh = weigh
        self._kept: OrderedDict[GameId, tuple[F, int]] = OrderedDict()
        self._weight = 0

    def take(self, game_id: GameId) -> F | None:
        """The fold of a game, which is not kept any more."""
        found = self._kept.pop(game_id, None)
        if found is None:
            return None
        fold, weight = found
        self._weight -= weight
        return fold

    def put(self, fold: F) -> None:
        """Keep a fold, and let go of those that were not used for the longest time."""
        self.take(fold.game_id)
        fold.weight = fold.weight or self._weigh(fold)
        self._kept[fold.game_id] = fold, fold.weight
        self._weight += fold.weight
        while self._weight > self._most and len(self._kept) > 1:
            _, (_, weight) = self._kept.popitem(last=False)
            self._weight -= weight


def weight_of(match: Match) -> int:
    """About how many bytes a match takes in memory."""
    return weight_of_encoded(len(msgspec.msgpack.encode([match.table, match.state])))


def weight_of_encoded(size: int) -> int:
    """The same of a match that takes so many bytes as MessagePack."""
    return size * _OBJECTS + _BESIDES
