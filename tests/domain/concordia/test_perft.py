"""How many sequences of choices there are from fixed positions: any change of the rules shows here."""

import pytest

from domain.concordia import GAME
from tests.kit.logged_match import LoggedMatch, position
from tests.kit.perft import perft


def test_from_the_opening() -> None:
    match = LoggedMatch(GAME, 2, 1).match
    assert [perft(match, depth) for depth in (1, 2, 3)] == [6, 73, 512]


@pytest.mark.parametrize(
    ("players", "seed", "plies", "options", "counts"),
    [
        (2, 1, 1, {}, [6, 72, 498]),
        (3, 1, 60, {"map": "imperium"}, [5, 30, 324]),
        (3, 2, 130, {"map": "italia"}, [5, 35, 505]),
        (4, 5, 333, {"map": "italia"}, [5, 25, 494]),
        (5, 3, 200, {"interim_scoring": True}, [32, 462, 1901]),
    ],
)
def test_from_positions_of_random_games(
    players: int, seed: int, plies: int, options: dict[str, object], counts: list[int]
) -> None:
    match = position(GAME, players, seed, plies, options).match
    assert [perft(match, depth) for depth in (1, 2, 3)] == counts
