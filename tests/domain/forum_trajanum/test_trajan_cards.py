"""Cases T-47 and T-52, and what §10.3 and §10.5 say about counting; every card's own count is in the examples."""

from collections.abc import Callable, Mapping

import pytest

from domain.forum_trajanum import GAME, trajan_cards
from domain.forum_trajanum.data import DATA, TRAJAN_CARD, TrajanCard
from domain.forum_trajanum.phases.build import buildings_of
from domain.forum_trajanum.state import ForumTrajanumState, Placed, TrajanUnit
from tests.domain.forum_trajanum import positions as at
from tests.kit.scenario import given


def test_t47_a_horizontal_row_does_not_fulfil_a_vertical_card_nor_the_other_way_round() -> None:
    horizontal, vertical = {"r5c1": "column", "r5c2": "park", "r5c3": "market"}, at.grid("K", "C", "g", "M")
    assert trajan_cards.times_built(TRAJAN_CARD["II-4"], horizontal) == 0
    assert trajan_cards.times_built(TRAJAN_CARD["I-1"], horizontal) == 1
    assert trajan_cards.times_built(TRAJAN_CARD["I-1"], vertical) == 0
    assert trajan_cards.times_built(TRAJAN_CARD["II-4"], vertical) == 1


def test_10_3_a_temple_breaks_a_line() -> None:
    """Column 3 with its temple at r2c3: the greys above and below it are not one below the other."""
    assert trajan_cards.times_built(TRAJAN_CARD["I-3"], {"r1c3": "column", "r3c3": "market"}) == 0
    assert trajan_cards.times_built(TRAJAN_CARD["I-3"], {"r3c3": "column", "r4c3": "market"}) == 1


def test_t52_objectives_add_up_and_resources_stay() -> None:
    """Card I-1 built twice and collected once at value 5: 15 points."""
    state = at.give(at.opened(), tribune=1, coin=1)
    at.built(state, at.grid("K....K", "..TMoC", "CgLbT."))
    at.colony_of(state).slider = 2
    state.public.trajan_cards[0] = "I-1"
    scene = given(GAME, at.scoring(state, "trajan")).when_resolved().then_scored(0, 15, "trajan_card")
    assert (at.colony_of(scene.state).stock["tribune"], at.colony_of(scene.state).stock["coin"]) == (1, 1)


def test_r33_a_crane_scored_in_this_phase_counts_for_its_card() -> None:
    state = at.uncover(at.give(at.opened(), worker_blue=1, worker_green=1), "r1c1", "r6c6")
    state.public.trajan_cards[2] = "III-3"
    scene = given(GAME, at.scoring(state, "cranes", 3))
    for _ in range(3):
        scene.when_resolved()
    scene.when_resolved().then_scored(0, 3, "trajan_card")


def test_inactive_citizens_do_not_count_for_cards() -> None:
    state = at.settle(at.settle(at.settle(at.opened(), 1), 3), 5, active=False)
    assert trajan_cards.times_collected(TRAJAN_CARD["III-1"], at.colony_of(state)) == 0
    assert trajan_cards.times_collected(TRAJAN_CARD["III-1"], at.colony_of(at.settle(state, 5))) == 1


@pytest.mark.parametrize("card", DATA.trajan_card, ids=[card.id for card in DATA.trajan_card])
def test_r34_no_card_collects_columns_that_its_own_pattern_could_use(card: TrajanCard) -> None:
    coloured_only = card.build.type == "one_of_each_colour" or (
        card.build.type == "pattern" and all(part.wanted == "coloured" for part in card.build.cells)
    )
    assert coloured_only or "column_built" not in {need.kind for need in card.collect.needs}


def doubles(state: ForumTrajanumState, *tiles: Placed) -> ForumTrajanumState:
    """These double tiles stand in the colony of seat 0."""
    for tile in tiles:
        at.colony_of(state).placed.append(tile)
        at.built(state, dict(zip(tile.cells, buildings_of(tile.colour, tile.shape), strict=True)))
    return state


def between_two_temples(unit: str) -> ForumTrajanumState:
    """A double tile lies below one temple and above another; a building stands on their other sides."""
    state = at.built(at.give(at.opened(trajan_unit=unit)), {"r1c3": "park", "r5c2": "park"})
    state.public.trajan_cards[0] = "I-2"
    return doubles(state, Placed("blue", "two_structures", ("r3c2", "r3c3")))


def four_colours(unit: str) -> ForumTrajanumState:
    """Two structures of each colour, those of one colour on one tile."""
    state = at.give(at.opened(trajan_unit=unit))
    state.public.trajan_cards[0] = "II-3"
    at.built(state, at.grid("", "gg", "oo", "y", "y"))
    return doubles(state, Placed("blue", "two_structures", ("r5c2", "r5c3")))


@pytest.mark.parametrize("position", [between_two_temples, four_colours])
@pytest.mark.parametrize(("unit", "points"), [("square", 6), ("tile", 3)])
def test_r31_both_halves_of_a_double_tile_serve_one_combination_if_the_table_says_so(
    position: Callable[[str], ForumTrajanumState], unit: str, points: int
) -> None:
    given(GAME, at.scoring(position(unit), "trajan")).when_resolved().then_scored(0, points, "trajan_card")


def columns_and_parks(unit: str, singles: Mapping[str, str]) -> ForumTrajanumState:
    """A column and its park on one tile, and what card II-3 collects with two columns."""
    state = at.give(at.opened(trajan_unit=unit), worker_blue=1)
    state.public.trajan_cards[0] = "II-3"
    at.built(state, {"r2c1": "fountain", "r3c1": "house", "r4c1": "stable", "r5c1": "column", **singles})
    return doubles(state, Placed("green", "grey_and_structure", ("r5c2", "r5c3")))


@pytest.mark.parametrize(
    ("unit", "singles", "times"),
    [
        ("square", {}, (1, 1)),
        ("tile", {}, (1, 0)),
        ("tile", {"r6c2": "park"}, (1, 1)),
        ("tile", {"r6c2": "column"}, (1, 1)),
    ],
)
def test_r34_a_double_tile_is_not_collected_and_part_of_the_pattern(
    unit: TrajanUnit, singles: dict[str, str], times: tuple[int, int]
) -> None:
    colony = at.colony_of(columns_and_parks(unit, singles))
    assert trajan_cards.times_fulfilled(TRAJAN_CARD["II-3"], colony, unit) == times


def test_an_empty_colony_fulfils_nothing() -> None:
    colony = at.colony_of(at.give(at.opened()))
    colony.ship = 0
    assert all(trajan_cards.times_built(card, {}) == 0 for card in DATA.trajan_card)
    assert all(trajan_cards.times_collected(card, colony) == 0 for card in DATA.trajan_card)
