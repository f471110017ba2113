"""Plays the games that are recorded for the suite: python -m tests.domain.forum_trajanum.record

Each game has a seed and a style for its seats, chosen so that together they show everything that `coverage` requires.
"""

import random
from collections.abc import Mapping
from typing import Any, NamedTuple

from domain.forum_trajanum import GAME
from domain.forum_trajanum import commands as cmd
from domain.kernel.game import Command, Step
from domain.kernel.ids import Seat
from tests.kit import recordings
from tests.kit.logged_match import LoggedMatch
from tests.kit.scenario import waited_for

_IDLE = (cmd.EndTurn, cmd.DeclineReward, cmd.GoWithout, cmd.PickNothing)
_EXCHANGES = (cmd.ExchangeWorkers, cmd.HireWorker, cmd.HireBuilder, cmd.SwapResource)


class Table(NamedTuple):
    """A game to record."""

    style: str
    players: int
    seed: int
    options: Mapping[str, Any] = {}


TABLES = {
    "four-builders-1": Table("builders", 4, 88, {"board_side": "B"}),
    "four-builders-2": Table("builders", 4, 310, {"board_side": "B", "trajan_unit": "tile"}),
    "four-builders-3": Table("builders", 4, 307, {"first_game": True, "newcomers": [2]}),
    "four-builders-4": Table("builders", 4, 5, {"board_side": "B", "newcomers": [3]}),
    "four-builders-5": Table("builders", 4, 286, {"first_game": True}),
    "four-builders-6": Table("builders", 4, 125, {"board_side": "B", "newcomers": [0], "unlimited_buildings": True}),
    "three-clearers-1": Table("clearers", 3, 24, {"unlimited_buildings": True}),
    "three-clearers-2": Table("clearers", 3, 20, {"newcomers": [0], "unlimited_buildings": True}),
    "three-clearers-3": Table("clearers", 3, 68),
    "two-idlers-1": Table("idlers", 2, 195, {"first_game": True}),
    "two-idlers-2": Table("idlers", 2, 17, {"board_side": "B"}),
}


def play(table: Table) -> LoggedMatch:
    """A whole game in that style; now and then a seat takes back what it has chosen to keep."""
    rng = random.Random(table.seed)
    logged = LoggedMatch(GAME, table.players, table.seed, table.options)
    match = logged.match
    while not match.table.over:
        waiting = match.to_act()
        if isinstance(waiting, Step):
            logged.resolve()
            continue
        for number in range(table.players):
            if cmd.Withdraw() in match.legal(Seat(number)) and rng.random() < 0.02:
                logged.play(Seat(number), cmd.Withdraw())
        seat = rng.choice(waited_for(match.to_act()))
        logged.play(seat, choose(table.style, rng, match.legal(seat)))
    return logged


def choose(style: str, rng: random.Random, options: list[Command]) -> Command:
    """Builders never stop while they can go on; clearers empty one street after the other; idlers do nothing."""
    eager = [option for option in options if not isinstance(option, (*_IDLE, *_EXCHANGES, cmd.Withdraw))]
    idle = [option for option in options if isinstance(option, _IDLE)]
    if style == "builders" and eager and rng.random() < 0.95:
        return rng.choice(eager)
    if style == "clearers":
        free = [option for option in options if isinstance(option, cmd.TakeTile) and not option.tribune]
        if free and rng.random() < 0.9:
            return free[0]
    if style == "idlers" and idle:
        return idle[0]
    return rng.choice(options)


def main() -> None:
    for name, table in TABLES.items():
        recordings.save(play(table), name)


if __name__ == "__main__":
    main()
