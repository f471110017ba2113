"""Positions of random games, sampled from the opening to the end, for everything that is drawn."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from domain.concordia import GAME
from domain.concordia.view import ConcordiaView
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from tests.kit.sitting import Sitting

TABLES: tuple[tuple[int, dict[str, object]], ...] = (
    (2, {}),
    (3, {"map": "imperium", "interim_scoring": True}),
    (4, {"map": "italia"}),
    (5, {}),
)
_EVERY = 23
"""One position in so many is looked at: all kinds of choices come up, and the tests stay quick."""


class Position(NamedTuple):
    """What a seat sees, and every legal command of it."""

    view: ConcordiaView
    seat: Seat
    legal: tuple[Command, ...]


@cache
def positions() -> tuple[Position, ...]:
    """The sample."""
    games = (_game(players, options, number) for number, (players, options) in enumerate(TABLES, 1))
    return tuple(found for game in games for found in game)


def _game(players: int, options: dict[str, object], seed: int) -> Iterator[Position]:
    sitting = Sitting(GAME, players, seed, options)
    for ply, _ in enumerate(sitting.steps(seed)):
        if ply % _EVERY == 0 or sitting.match.table.over:
            seat = _seat_to_act(sitting)
            legal = () if sitting.match.table.over else tuple(sitting.match.legal(seat))
            yield Position(GAME.view(sitting.match.state, seat), seat, legal)


def _seat_to_act(sitting: Sitting) -> Seat:
    waiting = sitting.match.to_act()
    return waiting[0] if isinstance(waiting, tuple) and waiting else Seat(0)
