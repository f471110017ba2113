"""The truth of a game of Taberna. Only `evolve` changes it."""

from typing import TypeAlias

import msgspec

from domain.kernel.game import Options, Recorder, State
from domain.kernel.ids import Seat

MARKET_DAY, CLOSING, OVER = "market day", "closing", ""
"""The steps that the system can owe; the empty one: the game is over."""


class TabernaOptions(Options, frozen=True, forbid_unknown_fields=True):
    rounds: int = 2


class Owed(msgspec.Struct):
    """One entry of the stack of pending choices."""

    seat: Seat
    kind: str


class Public(msgspec.Struct):
    """What everyone sees."""

    rounds: int = 0
    round: int = 0
    turn: Seat | None = None
    waiting: list[Seat] = []
    feasted: bool = False
    owed: list[Owed] = []
    step: str | None = None
    coins: list[int] = []
    revealed: list[int] = []
    played: list[int] = []


class TabernaState(State):
    public: Public = msgspec.field(default_factory=Public)
    hands: list[list[int]] = []
    laid: list[int | None] = []
    deck: list[int] = []


TabernaRecorder: TypeAlias = Recorder[TabernaState]
