"""Positions of random games, sampled from the opening to the end, for everything that is drawn."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from domain.concordia import GAME
from domain.concordia.view import ConcordiaView
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from tests.kit.logged_match import LoggedMatch

TABLES: tuple[tuple[int, dict[str, object]], ...] = (
    (2, {}),
    (3, {"map": "imperium", "interim_scoring": True}),
    (4, {"map": "italia"}),
    (5, {}),
)
_EVERY = 41
"""One position in so many is looked at: all kinds of choices come up, and the tests stay quick."""


_RARE = 2
"""Goods that do not fit come up seldom: the first positions of each game where they do are taken too."""


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
    logged = LoggedMatch(GAME, players, seed, options)
    rare = _RARE
    for ply, _ in enumerate(logged.steps(seed)):
        is_rare = rare > 0 and bool(logged.match.state.public.overflows)
        rare -= is_rare
        if ply % _EVERY == 0 or is_rare or logged.match.table.over:
            seat = _seat_to_act(logged)
            legal = () if logged.match.table.over else tuple(logged.match.legal(seat))
            yield Position(GAME.view(logged.match.state, seat), seat, legal)


def _seat_to_act(logged: LoggedMatch) -> Seat:
    waiting = logged.match.to_act()
    return waiting[0] if isinstance(waiting, tuple) and waiting else Seat(0)
