"""Cases T-01 to T-13: points of columns, cranes, areas and rows, and what a building tile costs."""

import pytest

from domain.forum_trajanum import GAME
from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum.data import Colour
from domain.forum_trajanum.state import Shape
from tests.domain.forum_trajanum import positions as at
from tests.kit.scenario import Given, given


def column_built(phase: int, citizens: dict[int, int], inactive: dict[int, int] | None = None) -> Given:
    state = at.uncover(at.give(at.opened(), builder=1), "r2c2")
    for row, number in citizens.items():
        at.settle(state, row, number)
    for row, number in (inactive or {}).items():
        at.settle(state, row, number, active=False)
    state.public.phase = phase
    return (
        given(GAME, at.building(state))
        .when(0, cmd.ChooseBuilding(colour="green", shape="grey"))
        .when(0, cmd.ChooseSite(cells=("r2c2",)))
        .when(0, at.pay(builders=1))
        .when(0, cmd.CollectReward(cell="r2c2"))
    )


def test_t01_column_in_phase_1_with_2_active_citizens_scores_5() -> None:
    column_built(1, {1: 1, 4: 1}).then_scored(0, 5, "triumphal_column")


def test_t02_column_without_citizens_in_phase_2_scores_2() -> None:
    column_built(2, {}).then_scored(0, 2)


def test_t02_inactive_citizens_do_not_count_for_a_column() -> None:
    column_built(3, {1: 2, 5: 2}, inactive={6: 1}).then_scored(0, 5)


def price(colour: Colour, shape: Shape, **stock: int) -> Given:
    """The player has that stock and is asked to pay for a tile whose site is chosen."""
    rich = at.building(at.uncover(at.give(at.opened(), **stock), "r2c1", "r2c2"))
    cells = ("r2c1",) if shape in {"grey", "structure"} else ("r2c1", "r2c2")
    chosen = given(GAME, rich).when(0, cmd.ChooseBuilding(colour=colour, shape=shape))
    return chosen.when(0, cmd.ChooseSite(cells=cells))


RICH = {"builder": 2, "assistant": 3, "worker_blue": 3, "worker_green": 3, "worker_orange": 3, "worker_yellow": 3}


def test_t03_a_green_worker_and_an_assistant_count_as_orange() -> None:
    price("orange", "two_structures", **RICH).when(0, at.pay(orange=1, green=1, assistants=1))


def test_t04_two_wrong_workers_need_two_assistants() -> None:
    scene = price("orange", "two_structures", **RICH)
    scene.refuses(0, at.pay(blue=1, green=1, assistants=1), "wrong_payment")
    scene.when(0, at.pay(blue=1, green=1, assistants=2))


def test_t05_two_blue_workers_pay_two_blue_structures() -> None:
    price("blue", "two_structures", **RICH).when(0, at.pay(blue=2))


@pytest.mark.parametrize(
    "payment",
    [
        at.pay(builders=1, green=1),
        at.pay(builders=1, blue=1, assistants=1),
        at.pay(blue=2, green=1),
        at.pay(green=3),
    ],
)
def test_t06_column_and_park(payment: cmd.Pay) -> None:
    price("green", "grey_and_structure", **RICH).when(0, payment)


@pytest.mark.parametrize(
    "payment",
    [
        at.pay(builders=1, green=1, assistants=1),
        at.pay(builders=1, green=2),
        at.pay(builders=1, blue=1),
        at.pay(builders=2),
        at.pay(),
        cmd.Pay(resources=("worker_green", "builder")),
        cmd.Pay(resources=("builder", "nothing")),
    ],
)
def test_t06_column_and_park_for_more_or_less_is_refused(payment: cmd.Pay) -> None:
    price("green", "grey_and_structure", **RICH).refuses(0, payment, "wrong_payment")


def test_t08_a_single_structure() -> None:
    price("yellow", "structure", **RICH).offers(0, at.pay(yellow=1), at.pay(blue=1, assistants=1)).refuses(
        0, at.pay(blue=1), "wrong_payment"
    )


def test_t08_a_single_grey_building() -> None:
    price("yellow", "grey", **RICH).offers(0, at.pay(builders=1), at.pay(blue=2)).refuses(
        0, at.pay(blue=1, green=1), "wrong_payment"
    )


def test_t08_nobody_pays_with_what_he_does_not_have() -> None:
    price("yellow", "structure", worker_yellow=1).refuses(0, at.pay(blue=1, assistants=1), "too_few")


def test_r24_an_assistant_makes_two_unlike_workers_a_builder() -> None:
    price("yellow", "grey", **RICH).when(0, at.pay(blue=1, green=1, assistants=1))


def test_r25_what_is_paid_is_gone_and_nothing_else() -> None:
    scene = price("green", "grey_and_structure", **RICH).when(0, at.pay(blue=2, green=1))
    stock = at.colony_of(scene.state).stock
    assert {name: stock[name] for name in RICH} == RICH | {"worker_blue": 1, "worker_green": 2}


def cranes(phase: int, structures: int, *corners: str) -> Given:
    state = at.opened()
    colony = at.colony_of(state)
    colony.cranes = {"r1c1": "green", "r1c6": "blue", "r6c1": "orange", "r6c6": "yellow"}
    parks = ("r2c1", "r2c2", "r3c1", "r3c2", "r3c3")[:structures]
    at.built(at.uncover(state, *corners), dict.fromkeys(parks, "park") | {"r5c1": "fountain"})
    return given(GAME, at.scoring(state, "cranes", phase))


def test_t09_an_open_green_crane_in_phase_2_scores_2_for_each_of_4_parks() -> None:
    scene = cranes(2, 4, "r1c1").when_resolved().then_scored(0, 8, "cranes")
    assert at.colony_of(scene.state).scored_cranes == ["r1c1"]


def test_t10_a_scored_crane_never_scores_again() -> None:
    scene = cranes(2, 4, "r1c1").when_resolved()
    given(GAME, at.scoring(scene.state, "cranes", 3)).when_resolved().then_scored(0, 0)


def test_t10_a_crane_without_structures_scores_nothing_and_is_turned_over() -> None:
    scene = cranes(1, 4, "r6c1").when_resolved().then_scored(0, 0)
    assert at.colony_of(scene.state).scored_cranes == ["r6c1"]


def test_t11_two_cranes_opened_in_one_phase_both_score() -> None:
    cranes(1, 2, "r1c1", "r1c6").when_resolved().then_scored(0, 3 * 2 + 3 * 1)


def test_t12_a_largest_group_of_6_is_worth_6_at_the_start_of_the_track() -> None:
    row = [f"r4c{column}" for column in range(1, 7)]
    state = at.envoys(at.example_forum(at.opened(3)), 0, *row, "r6c8")
    given(GAME, at.scoring(state, "forum")).when_resolved().then_scored(0, 6, "largest_area")


@pytest.mark.parametrize(("citizens", "points"), [(0, 4), (1, 8), (2, 12)])
def test_t13_a_row_with_four_different_greys(citizens: int, points: int) -> None:
    state = at.settle(at.opened(), 3, citizens)
    at.built(state, {"r3c1": "column", "r3c2": "library", "r3c3": "basilica", "r3c4": "market"})
    given(GAME, at.scoring(state, "colony")).when_resolved().then_scored(0, points, "colony")


def test_t13_equal_greys_count_once() -> None:
    state = at.built(at.opened(), {"r3c1": "column", "r3c2": "column", "r3c3": "market", "r3c4": "park"})
    given(GAME, at.scoring(state, "colony")).when_resolved().then_scored(0, 2)
