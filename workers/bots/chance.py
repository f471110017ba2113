"""Chance in imagined worlds: plain random numbers, which cost less than the keyed ones and need no proof."""

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class PlainRng:
    """What the rules ask of chance (`domain.kernel.rng.Rng`), answered by Python's own generator."""

    def __init__(self, source: random.Random) -> None:
        self._source = source

    def below(self, purpose: str, n: int) -> int:  # noqa: ARG002 - the protocol's signature
        """Give a number from 0 to n - 1, each with the same chance."""
        return self._source.randrange(n)

    def shuffled(self, purpose: str, items: Sequence[T]) -> list[T]:  # noqa: ARG002 - the protocol's signature
        """Give the items in random order."""
        return self._source.sample(items, len(items))
