"""Bots that misbehave, each in its own way, and one that does not.

Tests register them by setting: `ACTA_BOTS=tests.kit.bad_bots:LOOPS`.
"""

import os
import random
import signal
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from tests.kit.taberna import commands as cmd
from workers.bots.bot import Budget, Draft, Situation

Chooser = Callable[[Situation], Iterator[Draft]]


class MadeBot:
    """A bot made of a function."""

    def __init__(self, choose: Chooser) -> None:
        self._choose = choose

    def choose(self, situation: Situation, rng: random.Random, budget: Budget) -> Iterator[Draft]:
        del rng, budget  # it does not care
        return self._choose(situation)


def _first(situation: Situation) -> Iterator[Draft]:
    """The one that behaves."""
    yield [situation.options[0]]


def _loops(_situation: Situation) -> Iterator[Draft]:
    for _ in count():
        pass
    yield []


def _hesitates(situation: Situation) -> Iterator[Draft]:
    yield [situation.options[-1]]
    yield from _loops(situation)


def _floods(situation: Situation) -> Iterator[Draft]:
    for number in count():
        yield [situation.options[number % len(situation.options)]]


def _raises(situation: Situation) -> Iterator[Draft]:
    yield [situation.options[1 // 0]]


def _silent(_situation: Situation) -> Iterator[Draft]:
    yield from ()


def _cheats(situation: Situation) -> Iterator[Draft]:
    """Begins as it may, then plays what nobody may: a turn cannot end twice."""
    yield [situation.options[0], cmd.EndTurn(), cmd.EndTurn()]


def _strays(_situation: Situation) -> Iterator[Draft]:
    yield [cmd.LayCard(card=10**6)]


def _babbles(_situation: Situation) -> Iterator[Draft]:
    nonsense: Any = ["a rabbit", 7]
    yield nonsense


def _eats(_situation: Situation) -> Iterator[Draft]:
    yield [cmd.LayCard(card=len(bytearray(2**33)))]


def _dies(_situation: Situation) -> Iterator[Draft]:
    os.kill(os.getpid(), signal.SIGKILL)
    yield []


FIRST = MadeBot(_first)
LOOPS, HESITATES, FLOODS = MadeBot(_loops), MadeBot(_hesitates), MadeBot(_floods)
RAISES, SILENT, CHEATS, STRAYS = MadeBot(_raises), MadeBot(_silent), MadeBot(_cheats), MadeBot(_strays)
BABBLES, EATS, DIES = MadeBot(_babbles), MadeBot(_eats), MadeBot(_dies)
