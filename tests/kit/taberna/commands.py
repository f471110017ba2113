"""Every choice of Taberna."""

from typing import Literal

from domain.kernel.game import Command


class LayCard(Command, frozen=True):
    SECRET = True

    card: int


class TakeCardBack(Command, frozen=True):
    """Withdraw the laid card before the reveal."""


class RunErrand(Command, frozen=True):
    what: Literal["sell", "gift", "feast", "draw"]


class AnswerGift(Command, frozen=True):
    """The neighbour's choice, out of turn."""

    take: Literal["coin", "point"]


class Tip(Command, frozen=True):
    """Give a coin for a point, at the end of the turn."""


class EndTurn(Command, frozen=True):
    pass


class Donate(Command, frozen=True):
    """The richest seat's choice inside the scoring."""

    coins: Literal[0, 1]


COMMANDS = (LayCard, TakeCardBack, RunErrand, AnswerGift, Tip, EndTurn, Donate)
