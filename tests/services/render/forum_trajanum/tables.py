"""Positions of Forum Trajanum to be drawn: a few random games of every number of players and every option."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec

from domain.forum_trajanum import GAME
from domain.forum_trajanum.view import ForumTrajanumView
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from tests.kit.logged_match import LoggedMatch

TABLES: tuple[tuple[int, Mapping[str, Any]], ...] = (
    (2, {"newcomers": [1], "first_game": True}),
    (3, {"board_side": "B"}),
    (4, {"unlimited_buildings": True}),
    (2, {"board_side": "B", "trajan_unit": "tile"}),
    (4, {"newcomers": [0, 2]}),
    (3, {}),
)
PEOPLE = ("Livia", "Marcus", "Quinta", "Zenobia")


class Position(NamedTuple):
    """What a seat sees and may do; a spectator has no seat and no commands."""

    view: ForumTrajanumView
    players: tuple[str, ...]
    legal: tuple[Command, ...] = ()

    def watched(self) -> "Position":
        """The same position as a spectator sees it."""
        hidden = dict.fromkeys(("seat", "secret", "first_envoy", "own_tile", "received_tile", "passed_tile"))
        return Position(msgspec.structs.replace(self.view, **hidden), self.players)


@cache
def positions() -> tuple[Position, ...]:
    """Every choice of one game a table, as the seat that makes it sees it."""
    return tuple(position for seed, table in enumerate(TABLES) for position in _played(seed, *table))


def _played(seed: int, players: int, options: Mapping[str, Any]) -> Iterator[Position]:
    logged = LoggedMatch(GAME, players, seed, options)
    names = PEOPLE[:players]
    seats = [Seat(chair) for chair in range(players)]
    for _ in logged.steps(seed):
        match = logged.match
        for seat in seats:
            if legal := match.legal(seat):
                yield Position(GAME.view(match.state, seat), names, tuple(legal))
    yield Position(GAME.view(logged.match.state, None), names)


def sampled(every: int) -> list[Position]:
    """Some of these positions, spread over all games; and the end of the last one."""
    return [*positions()[::every], positions()[-1]]
