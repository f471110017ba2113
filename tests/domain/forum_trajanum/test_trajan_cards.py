"""Cases T-47 and T-52, and what §10.3 and §10.5 say about counting; every card's own count is in the examples."""

import pytest

from domain.forum_trajanum import GAME, trajan_cards
from domain.forum_trajanum.data import DATA, TRAJAN_CARD, TrajanCard
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


def test_an_empty_colony_fulfils_nothing() -> None:
    colony = at.colony_of(at.give(at.opened()))
    colony.ship = 0
    assert all(trajan_cards.times_built(card, {}) == 0 for card in DATA.trajan_card)
    assert all(trajan_cards.times_collected(card, colony) == 0 for card in DATA.trajan_card)
