"""Places, winners and the tie-break that decided, from what counts for each seat."""

import pytest

from domain.kernel.game import Rank
from domain.kernel.ids import Seat
from domain.kernel.ranking import Standing, result_of

NAMES = ("coins", "cards")


def test_more_points_are_ahead_and_nothing_else_is_asked() -> None:
    result = result_of([(5, 0, 0), (9, 0, 0), (7, 9, 9)], NAMES)
    assert result.ranking == (
        Rank(seat=Seat(1), place=1, score=9),
        Rank(seat=Seat(2), place=2, score=7),
        Rank(seat=Seat(0), place=3, score=5),
    )
    assert (result.winners, result.tie_break) == ((1,), None)


@pytest.mark.parametrize(
    ("standings", "winners", "tie_break"),
    [
        ([(9, 1, 0), (9, 2, 0)], (1,), "coins"),
        ([(9, 2, 0), (9, 2, 1)], (1,), "cards"),
        ([(9, 2, 1), (9, 2, 1)], (0, 1), None),
        ([(9, 2, 1), (9, 1, 5), (9, 2, 1)], (0, 2), "coins"),
        ([(9, 2, 1), (9, 1, 5), (9, 2, 3)], (2,), "cards"),
    ],
)
def test_among_equals_the_first_criterion_that_differs_decides(
    standings: list[Standing], winners: tuple[int, ...], tie_break: str | None
) -> None:
    result = result_of(standings, NAMES)
    assert (result.winners, result.tie_break) == (winners, tie_break)


def test_equals_share_a_place_and_the_next_one_is_left_out() -> None:
    result = result_of([(9, 0), (7, 1), (9, 0)], ("coins",))
    assert [(rank.seat, rank.place) for rank in result.ranking] == [(0, 1), (2, 1), (1, 3)]


def test_a_tie_behind_the_winner_names_no_tie_break() -> None:
    assert result_of([(9, 0), (7, 1), (7, 2)], ("coins",)).tie_break is None
