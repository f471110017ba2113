"""Cases T-35 to T-46: building tiles, reward tracks, envoys and areas."""

from collections import Counter

import pytest

from domain.forum_trajanum import GAME
from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum import events as ev
from domain.forum_trajanum.data import Colour
from domain.forum_trajanum.state import ForumTrajanumState, Owed, Placed, Shape
from domain.kernel.ids import Seat
from tests.domain.forum_trajanum import positions as at
from tests.kit.scenario import Given, given

CELLS = ("r2c1", "r2c2", "r3c1", "r3c2", "r3c3")
RICH = {"builder": 9, "assistant": 9, "worker_blue": 9, "worker_green": 9, "worker_orange": 9, "worker_yellow": 9}
PAIRED: dict[str, Colour] = {"library": "blue", "basilica": "orange", "market": "yellow"}


def build_single(scene: Given, colour: Colour, shape: Shape, cell: str) -> Given:
    scene.when(0, cmd.ChooseBuilding(colour=colour, shape=shape))
    scene.when(0, cmd.ChooseSite(cells=(cell,)))
    return scene.when(0, at.pay(builders=1) if shape == "grey" else at.pay(**{colour: 1}))


def nth(track: str, number: int, state: ForumTrajanumState | None = None) -> Given:
    """Seat 0 builds the nth building of a track and is asked for its reward."""
    state = at.built(state or at.opened(), dict.fromkeys(CELLS[: number - 1], track))
    at.colony_of(state).stock = dict.fromkeys(at.colony_of(state).stock, 0) | RICH
    at.uncover(state, "r4c4", "r4c5", "r4c6")
    scene = build_single(given(GAME, at.building(state)), PAIRED[track], "grey", "r4c4")
    return scene.when(0, cmd.CollectReward(cell="r4c4"))


def top(scene: Given) -> str:
    owed: list[Owed] = scene.state.public.turn.owed
    return owed[-1].kind


def gained(scene: Given) -> dict[str, int]:
    received = [event for event in scene.events if isinstance(event, ev.ResourcesGained)]
    return dict(Counter(name for event in received for name in event.resources))


def test_t35_the_second_library_brings_its_reward_or_an_earlier_one() -> None:
    scene = nth("library", 2).refuses(0, cmd.TakeReward(space=3), "space_not_reached")
    scene.refuses(0, cmd.TakeReward(space=0), "space_not_reached").offers(0, cmd.TakeReward(space=1))
    assert gained(scene.when(0, cmd.TakeReward(space=2))) == {"builder": 1}


def test_t35_the_first_library_brings_a_tribune_and_a_worker_of_any_colour() -> None:
    scene = nth("library", 2).when(0, cmd.TakeReward(space=1))
    assert gained(scene) == {"tribune": 1}
    scene.refuses(0, cmd.DeclineReward(), "not_offered")
    assert gained(scene.when(0, cmd.TakeResource(resource="worker_yellow"))) == {"worker_yellow": 1}


@pytest.mark.parametrize(
    ("track", "space", "resources"),
    [("basilica", 1, {"assistant": 2}), ("basilica", 2, {"tribune": 2}), ("market", 1, {"coin": 1})],
)
def test_rewards_of_resources(track: str, space: int, resources: dict[str, int]) -> None:
    assert gained(nth(track, space).when(0, cmd.TakeReward(space=space))) == resources


def test_the_third_basilica_moves_the_slider() -> None:
    moved = ev.SliderMoved(seat=Seat(0), position=1, trajan_value=3)
    nth("basilica", 3).when(0, cmd.TakeReward(space=3)).then_among(moved)


def test_r29_a_reward_may_be_declined_and_the_marker_moves_all_the_same() -> None:
    scene = nth("basilica", 2).when(0, cmd.DeclineReward())
    assert gained(scene) == {}
    assert at.colony_of(scene.state).markers["basilica"] == 2


def test_t36_the_fourth_market_sets_the_marker_beside_the_column_after_the_reward() -> None:
    state = at.settle(at.opened(), 5, 2)
    scene = nth("market", 4, state)
    scene.offers(0, *(cmd.TakeReward(space=space) for space in (1, 2, 3, 4))).then_scored(0, 0)
    scene.when(0, cmd.TakeReward(space=1)).then_scored(0, 3 + 2, "fourth_building")
    assert at.colony_of(scene.state).beside_column == ["market"]


def test_t36_the_points_count_a_citizen_gained_by_the_reward_itself() -> None:
    state = at.opened()
    state.fronts[0]["r5c5"] = "C-A-m"
    scene = nth("market", 4, state).when(0, cmd.TakeReward(space=4)).when(0, cmd.TakeColonyTile(cell="r5c5"))
    scene.then_scored(0, 0).when(0, cmd.PlaceCitizen(row=5)).then_scored(0, 3 + 1, "fourth_building")


def test_t36_the_points_come_also_if_the_reward_is_declined() -> None:
    nth("library", 4).when(0, cmd.DeclineReward()).then_scored(0, 3, "fourth_building")


def test_t36_the_fifth_market_brings_no_reward_and_no_points() -> None:
    scene = nth("market", 5).then_scored(0, 0)
    assert top(scene) == "close"
    assert at.colony_of(scene.state).markers["market"] == 4


def test_take_and_use_a_resource_tile_makes_it_an_envoy() -> None:
    state = at.opened()
    state.fronts[0]["r5c5"] = "R19"
    scene = nth("library", 4, state).when(0, cmd.TakeReward(space=4))
    scene.refuses(0, cmd.TakeColonyTile(cell="r4c4"), "no_tile_there").when(0, cmd.TakeColonyTile(cell="r5c5"))
    assert gained(scene) == {"builder": 1, "coin": 1}
    assert (at.colony_of(scene.state).ship, at.colony_of(scene.state).envoys) == (2, ["R19"])


def test_take_and_use_a_corner_opens_its_crane() -> None:
    scene = nth("library", 4).when(0, cmd.TakeReward(space=4)).when(0, cmd.TakeColonyTile(cell="r1c1"))
    assert "r1c1" not in at.colony_of(scene.state).open


def test_t38_a_structure_can_be_built_without_an_envoy_on_the_ship() -> None:
    state = at.uncover(at.give(at.opened(), worker_green=1), "r4c4")
    at.colony_of(state).ship = 0
    scene = build_single(given(GAME, at.building(state)), "green", "structure", "r4c4")
    scene.when(0, cmd.CollectReward(cell="r4c4"))
    assert GAME.legal(scene.state, Seat(0)) == [cmd.DeclineReward()]
    free = next(cell for area in scene.state.public.forum.areas for cell in area.cells if area.colour == "green")
    scene.refuses(0, cmd.SendEnvoy(cell=free), "no_envoy")


def test_t39_both_sides_of_a_kind_come_from_one_pool() -> None:
    state = at.uncover(at.give(at.opened(), **RICH), "r4c4", "r4c5", "r4c6")
    state.public.singles["green"] = 1
    scene = build_single(given(GAME, at.building(state)), "green", "structure", "r4c4")
    assert scene.state.public.singles["green"] == 0
    empty = given(GAME, at.building(scene.state))
    for shape in ("grey", "structure"):
        empty.refuses(0, cmd.ChooseBuilding(colour="green", shape=shape), "none_left")
    empty.offers(0, cmd.ChooseBuilding(colour="green", shape="two_structures"))


def test_t39_unlimited_buildings_never_run_out() -> None:
    state = at.uncover(at.give(at.opened(unlimited_buildings=True), **RICH), "r4c4")
    scene = build_single(given(GAME, at.building(state)), "green", "structure", "r4c4")
    assert scene.state.public.singles["green"] == 14


@pytest.mark.parametrize("cell", ["r2c3", "r1c1", "r5c5", "r2c2", "r9c9"])
def test_t40_only_free_cells_can_be_built_on(cell: str) -> None:
    """A temple, a crane corner, a covered cell, a built one, and none at all."""
    state = at.built(at.uncover(at.give(at.opened(), **RICH), "r4c4", "r1c1"), {"r2c2": "park"})
    scene = given(GAME, at.building(state)).when(0, cmd.ChooseBuilding(colour="green", shape="grey"))
    scene.refuses(0, cmd.ChooseSite(cells=(cell,)), "not_free").offers(0, cmd.ChooseSite(cells=("r4c4",)))


@pytest.mark.parametrize("cells", [("r4c4", "r4c5"), ("r4c5", "r4c4"), ("r4c5", "r5c5"), ("r5c5", "r4c5")])
def test_t40_a_double_lies_either_way_round(cells: tuple[str, str]) -> None:
    state = at.uncover(at.give(at.opened(), **RICH), "r4c4", "r4c5", "r5c5")
    scene = given(GAME, at.building(state)).when(0, cmd.ChooseBuilding(colour="green", shape="grey_and_structure"))
    scene.when(0, cmd.ChooseSite(cells=cells)).when(0, at.pay(builders=1, green=1))
    assert at.colony_of(scene.state).built == {cells[0]: "column", cells[1]: "park"}
    assert at.colony_of(scene.state).placed == [Placed("green", "grey_and_structure", cells)]


def test_t40_a_double_needs_two_neighbouring_cells() -> None:
    state = at.uncover(at.give(at.opened(), **RICH), "r4c4", "r5c5", "r5c6")
    scene = given(GAME, at.building(state)).when(0, cmd.ChooseBuilding(colour="green", shape="two_structures"))
    scene.refuses(0, cmd.ChooseSite(cells=("r4c4", "r5c5")), "not_adjacent")
    scene.refuses(0, cmd.ChooseSite(cells=("r4c4",)), "wrong_size")
    scene.refuses(0, cmd.ChooseSite(cells=("r5c6", "r5c5")), "upper_left_first")
    assert GAME.legal(scene.state, Seat(0)) == [cmd.ChooseSite(cells=("r5c5", "r5c6"))]


def test_t40_without_a_free_pair_only_singles_are_offered() -> None:
    state = at.uncover(at.give(at.opened(), **RICH), "r4c4")
    given(GAME, at.building(state)).refuses(
        0, cmd.ChooseBuilding(colour="green", shape="two_structures"), "no_free_pair"
    ).offers(0, cmd.ChooseBuilding(colour="green", shape="structure"))


def test_6_1_one_building_tile_a_turn() -> None:
    state = at.uncover(at.give(at.opened(), **RICH), "r4c4", "r4c5")
    scene = build_single(given(GAME, at.building(state)), "green", "grey", "r4c4")
    scene.when(0, cmd.CollectReward(cell="r4c4"))
    scene.refuses(0, cmd.ChooseBuilding(colour="green", shape="grey"), "not_offered").offers(0, cmd.EndTurn())


def sending(of: str, state: ForumTrajanumState) -> Given:
    return given(GAME, at.owing(at.example_forum(state), Owed(kind="envoy", of=of)))


def cells_offered(scene: Given) -> set[str]:
    return {option.cell for option in GAME.legal(scene.state, Seat(0)) if isinstance(option, cmd.SendEnvoy)}


GREEN = {"r1c1", "r2c1", "r3c2", "r3c6", "r3c7", "r4c4", "r4c5", "r5c4", "r6c1", "r6c5"}


def test_t41_without_a_started_area_any_free_cell_of_the_colour() -> None:
    assert cells_offered(sending("green", at.opened(3))) == GREEN


def test_t41_a_started_area_must_be_continued_anywhere_in_it() -> None:
    scene = sending("green", at.opened(3))
    at.envoys(scene.state, 2, "r4c4", "r3c2")
    assert cells_offered(scene) == {"r4c5", "r5c4"}
    scene.refuses(0, cmd.SendEnvoy(cell="r1c1"), "cell_not_allowed")


def test_r30_of_several_started_areas_any() -> None:
    scene = sending("green", at.opened(3))
    at.envoys(scene.state, 2, "r4c4", "r1c1")
    assert cells_offered(scene) == {"r4c5", "r5c4", "r2c1"}


def test_t41_patrician_1_may_ignore_started_areas_but_not_the_colour() -> None:
    scene = sending("green", at.settle(at.opened(3), 1))
    at.envoys(scene.state, 2, "r4c4")
    assert cells_offered(scene) == GREEN - {"r4c4"}


def test_t42_an_area_across_two_boards_is_complete_when_it_is_full_on_both() -> None:
    scene = sending("blue", at.opened(3))
    at.envoys(scene.state, 1, "r3c3", "r3c5", "r2c5", "r2c6")
    at.envoys(scene.state, 2, "r2c7")
    scene.when(0, cmd.SendEnvoy(cell="r3c4"))
    assert top(scene) == "area_bonus"


def test_t42_an_area_that_is_full_on_one_board_only_is_not_complete() -> None:
    scene = sending("blue", at.opened(3))
    at.envoys(scene.state, 1, "r3c3", "r3c5", "r2c5", "r2c6")
    scene.when(0, cmd.SendEnvoy(cell="r3c4"))
    assert top(scene) == "close"


def test_8_5_each_area_completed_by_a_double_brings_its_own_bonus() -> None:
    state = at.example_forum(at.uncover(at.give(at.opened(3), worker_green=2), "r4c4", "r4c5"))
    at.colony_of(state).ship = 2
    at.envoys(state, 1, "r1c1", "r3c6")
    scene = given(GAME, at.building(state)).when(0, cmd.ChooseBuilding(colour="green", shape="two_structures"))
    scene.when(0, cmd.ChooseSite(cells=("r4c4", "r4c5"))).when(0, at.pay(green=2))
    for structure, cell in (("r4c4", "r2c1"), ("r4c5", "r3c7")):
        scene.when(0, cmd.CollectReward(cell=structure)).when(0, cmd.SendEnvoy(cell=cell))
        scene.when(0, cmd.TakeAreaBonus(bonus="victory_points")).then_scored(0, 2)
    assert scene.state.scores[0] == 4


EAGLES = {"r1c7", "r2c2", "r5c3", "r5c7"}


def test_t44_only_the_third_library_reaches_an_eagle() -> None:
    scene = nth("library", 3, at.example_forum(at.opened(3))).when(0, cmd.TakeReward(space=3))
    assert cells_offered(scene) == EAGLES
    scene.when(0, cmd.SendEnvoy(cell="r5c3"))
    assert top(scene) == "close"


def test_t44_the_third_market_reaches_every_colour_and_no_eagle() -> None:
    state = at.envoys(at.example_forum(at.opened(3)), 1, "r4c4")
    scene = nth("market", 3, state).when(0, cmd.TakeReward(space=3))
    assert cells_offered(scene) == {f"r{row}c{column}" for row in range(1, 7) for column in range(1, 9)} - EAGLES - {
        "r4c4"
    }


@pytest.mark.parametrize(
    ("cells", "patrician", "points"),
    [
        (["r5c3"], False, 2),
        (["r4c3"], False, 1),
        (["r4c4"], False, 0),
        (["r4c4"], True, 1),
        (["r1c3"], True, 1),
        (["r4c3", "r5c3", "r5c2"], False, 4),
    ],
)
def test_t45_eagles(cells: list[str], patrician: bool, points: int) -> None:
    state = at.settle(at.example_forum(at.opened(3)), 1, int(patrician))
    scored = given(GAME, at.scoring(at.envoys(state, 0, *cells), "forum")).when_resolved()
    scored.then_scored(0, points, "eagles")


def test_t45_an_envoy_beside_two_eagles_counts_once() -> None:
    state = at.example_forum(at.opened(3))
    state.public.forum.eagles.append("r4c2")
    given(GAME, at.scoring(at.envoys(state, 0, "r4c3"), "forum")).when_resolved().then_scored(0, 1, "eagles")


def test_r38_envoys_on_eagles_connect() -> None:
    state = at.envoys(at.example_forum(at.opened(3)), 0, "r5c2", "r5c3", "r5c4")
    at.envoys(state, 1, "r4c3")
    given(GAME, at.scoring(state, "forum")).when_resolved().then_scored(0, 3, "largest_area")


def test_t46_the_fourth_basilica_allows_another_building_at_full_price() -> None:
    scene = nth("basilica", 4).when(0, cmd.TakeReward(space=4))
    build_single(scene, "green", "structure", "r4c5").when(0, cmd.CollectReward(cell="r4c5"))
    scene.when(0, cmd.DeclineReward()).then_scored(0, 3, "fourth_building")
    assert at.colony_of(scene.state).stock["worker_green"] == RICH["worker_green"] - 1


def test_t46_it_is_refused_if_it_cannot_be_paid() -> None:
    scene = nth("basilica", 4).when(0, cmd.TakeReward(space=4))
    at.give(scene.state)
    scene.refuses(0, cmd.ChooseBuilding(colour="green", shape="structure"), "cannot_pay")
    assert GAME.legal(scene.state, Seat(0)) == [cmd.DeclineReward()]


def test_7_3_a_fifth_basilica_built_with_the_fourth_reward_brings_nothing() -> None:
    scene = nth("basilica", 4).when(0, cmd.TakeReward(space=4))
    build_single(scene, "orange", "grey", "r4c5").when(0, cmd.CollectReward(cell="r4c5"))
    scene.then_scored(0, 3, "fourth_building")
    assert top(scene) == "close"


def test_r28_the_order_of_the_rewards_is_free() -> None:
    state = at.uncover(at.give(at.opened(), **RICH), "r4c4", "r4c5")
    scene = given(GAME, at.building(state)).when(0, cmd.ChooseBuilding(colour="green", shape="grey_and_structure"))
    scene.when(0, cmd.ChooseSite(cells=("r4c4", "r4c5"))).when(0, at.pay(builders=1, green=1))
    scene.refuses(0, cmd.CollectReward(cell="r3c3"), "no_reward_there")
    scene.offers(0, cmd.CollectReward(cell="r4c4")).when(0, cmd.CollectReward(cell="r4c5"))
    scene.when(0, cmd.DeclineReward()).when(0, cmd.CollectReward(cell="r4c4")).then_scored(0, 3, "triumphal_column")


def test_two_structures_alike_bring_their_rewards_in_one_order() -> None:
    state = at.uncover(at.give(at.opened(), **RICH), "r4c4", "r4c5")
    scene = given(GAME, at.building(state)).when(0, cmd.ChooseBuilding(colour="green", shape="two_structures"))
    scene.when(0, cmd.ChooseSite(cells=("r4c4", "r4c5"))).when(0, at.pay(green=2))
    scene.refuses(0, cmd.CollectReward(cell="r4c5"), "upper_left_first")
    assert GAME.legal(scene.state, Seat(0)) == [cmd.CollectReward(cell="r4c4")]


def test_a_building_that_cannot_be_paid_or_placed_is_refused() -> None:
    state = at.give(at.opened(), worker_blue=1)
    given(GAME, at.building(state)).refuses(
        0, cmd.ChooseBuilding(colour="blue", shape="structure"), "no_free_cell"
    ).refuses(0, cmd.ChooseBuilding(colour="green", shape="structure"), "cannot_pay")
