"""The prestige track (3.5): what the slider is worth on both sides and at every position."""

import pytest

from domain.forum_trajanum.prestige import area_points, trajan_value
from domain.forum_trajanum.state import Colony


def slider(position: int, *, advanced: bool) -> Colony:
    return Colony(board=0, stock={}, slider=position, advanced=advanced)


@pytest.mark.parametrize("position", range(7))
@pytest.mark.parametrize("envoys", range(1, 16))
def test_base_side_counts_each_envoy_up_to_ten(envoys: int, position: int) -> None:
    assert area_points(slider(position, advanced=False), envoys) == min(envoys, 10) + position


@pytest.mark.parametrize("position", range(7))
@pytest.mark.parametrize("envoys", range(1, 16))
def test_advanced_side_counts_two_as_three(envoys: int, position: int) -> None:
    counted = 3 if envoys == 2 else min(envoys, 10)
    assert area_points(slider(position, advanced=True), envoys) == counted + position


@pytest.mark.parametrize("advanced", [False, True])
def test_no_envoys_are_worth_nothing(advanced: bool) -> None:
    assert area_points(slider(3, advanced=advanced), 0) == 0


@pytest.mark.parametrize(("advanced", "values"), [(False, [3, 3, 5, 5, 7, 7, 7]), (True, [5, 5, 7, 7, 7, 7, 7])])
def test_trajan_s_head(advanced: bool, values: list[int]) -> None:
    assert [trajan_value(slider(position, advanced=advanced)) for position in range(7)] == values
