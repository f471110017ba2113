"""The bots themselves: each chooses one of its options, knowing only what its seat may know."""

import random
from collections.abc import Mapping, Sequence
from typing import Protocol

from domain.kernel.game import Command, View


class Chooser(Protocol):
    """A bot."""

    def choose(self, view: View, options: Sequence[Command], rng: random.Random) -> Command:
        """One of the options."""
        ...


class RandomBot:
    """Takes any option, each with the same chance."""

    def choose(self, view: View, options: Sequence[Command], rng: random.Random) -> Command:  # noqa: ARG002 - blind
        """Any option."""
        return rng.choice(options)


BOTS: Mapping[str, Chooser] = {"random": RandomBot()}
"""Every bot by its name."""
