"""How many sequences of choices there are from fixed positions: any change of the rules shows here."""

import pytest

from domain.concordia import GAME
from tests.kit.logged_match import LoggedMatch, position
from tests.kit.perft import perft


def test_from_the_opening() -> None:
    match = LoggedMatch(GAME, 2, 1).match
    assert [perft(match, depth) for depth in (1, 2, 3)] == [7, 85, 618]


@pytest.mark.parametrize(
    ("players", "seed", "plies", "options", "counts"),
    [
        (2, 1, 1, {}, [23, 119, 580]),
        (3, 1, 60, {"map": "imperium"}, [2, 12, 178]),
        (3, 2, 130, {"map": "italia"}, [2, 17, 191]),
        (4, 5, 333, {"map": "italia"}, [50, 689, 5033]),
        (5, 3, 200, {"interim_scoring": True}, [2, 15, 175]),
    ],
)
def test_from_positions_of_random_games(
    players: int, seed: int, plies: int, options: dict[str, object], counts: list[int]
) -> None:
    match = position(GAME, players, seed, plies, options).match
    assert [perft(match, depth) for depth in (1, 2, 3)] == counts
