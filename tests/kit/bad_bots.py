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
from workers.bots.bot import BotTurn, Budget, Draft

Chooser = Callable[[BotTurn], Iterator[Draft]]


class MadeBot:
    """A bot made of a function."""

    def __init__(self, choose: Chooser) -> None:
        self._choose = choose

    def choose(self, turn: BotTurn, rng: random.Random, budget: Budget) -> Iterator[Draft]:
        del rng, budget  # it does not care
        return self._choose(turn)


def _first(turn: BotTurn) -> Iterator[Draft]:
    """The one that behaves."""
    yield [turn.options[0]]


def _loops(_turn: BotTurn) -> Iterator[Draft]:
    for _ in count():
        pass
    yield []


def _hesitates(turn: BotTurn) -> Iterator[Draft]:
    yield [turn.options[-1]]
    yield from _loops(turn)


def _floods(turn: BotTurn) -> Iterator[Draft]:
    for number in count():
        yield [turn.options[number % len(turn.options)]]


def _raises(turn: BotTurn) -> Iterator[Draft]:
    yield [turn.options[1 // 0]]


def _silent(_turn: BotTurn) -> Iterator[Draft]:
    yield from ()


def _cheats(turn: BotTurn) -> Iterator[Draft]:
    """Begins as it may, then plays what nobody may: a turn cannot end twice."""
    yield [turn.options[0], cmd.EndTurn(), cmd.EndTurn()]


def _strays(_turn: BotTurn) -> Iterator[Draft]:
    yield [cmd.LayCard(card=10**6)]


def _babbles(_turn: BotTurn) -> Iterator[Draft]:
    nonsense: Any = ["a rabbit", 7]
    yield nonsense


def _eats(_turn: BotTurn) -> Iterator[Draft]:
    yield [cmd.LayCard(card=len(bytearray(2**33)))]


def _dies(_turn: BotTurn) -> Iterator[Draft]:
    os.kill(os.getpid(), signal.SIGKILL)
    yield []


FIRST = MadeBot(_first)
LOOPS, HESITATES, FLOODS = MadeBot(_loops), MadeBot(_hesitates), MadeBot(_floods)
RAISES, SILENT, CHEATS, STRAYS = MadeBot(_raises), MadeBot(_silent), MadeBot(_cheats), MadeBot(_strays)
BABBLES, EATS, DIES = MadeBot(_babbles), MadeBot(_eats), MadeBot(_dies)
