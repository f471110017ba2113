"""What a position is worth to bots: cards by what their god counts, goods by what they pay for together."""

import math
from collections.abc import Callable

import pytest

from domain.concordia import GAME
from domain.concordia import commands as cmd
from domain.concordia.data import Good
from domain.concordia.state import ConcordiaState
from domain.kernel.ids import Seat
from tests.domain.concordia import positions as at
from tests.kit.logged_match import LoggedMatch
from tests.kit.scenario import given

GAINS: dict[str, Callable[[ConcordiaState], None]] = {
    "a house": lambda state: at.build(state, 0, "genua"),
    "a card": lambda state: at.holds(state, 0, "I-prefect"),
    "a colonist on the board": lambda state: at.station(state, 0, "land", "roma"),
    "a sestertius": lambda state: at.stock(state, 0, money=1),
    "cards taken back": lambda state: state.public.players[0].hand.append(state.public.players[0].discard.pop()),
}


def _bare() -> ConcordiaState:
    """Two players on Italia; seat 0 has nothing in store, and one card on its pile."""
    state = at.opening(2)
    at.stock(state, 0, money=0)
    at.discarded(state, 0, "start-diplomat")
    return state


def _value(state: ConcordiaState) -> float:
    return GAME.value(state, Seat(0))


@pytest.mark.parametrize("gain", GAINS)
def test_it_is_worth_something(gain: str) -> None:
    state = _bare()
    before = _value(state)
    GAINS[gain](state)
    assert _value(state) > before


def test_the_concordia_card_counts_in_full() -> None:
    state = _bare()
    before = _value(state)
    state.public.concordia = Seat(0)
    assert _value(state) == before + 7
    state.public.concordia = Seat(1)
    assert _value(state) == before


@pytest.mark.parametrize(
    ("card", "points"),
    [("I-architect", 3), ("I-prefect", 2), ("I-mercator", 4), ("I-colonist", 4), ("II-weaver", 10), ("I-mason", 0)],
)
def test_a_card_is_worth_what_its_god_counts(card: str, points: int) -> None:
    """Two cloth houses and a tool house in two provinces, two colonists."""
    worth = []
    for cities in ((), ("genua", "nicaea", "cosa")):
        state = _bare()
        at.makes(state, genua="cloth", nicaea="cloth", cosa="tool")
        if not cities:
            at.stand(state, 0)
        at.build(state, 0, *cities)
        before = _value(state)
        at.holds(state, 0, card)
        worth.append(_value(state) - before)
    assert worth[1] - worth[0] == pytest.approx(points)


def _beside_cosa(**goods: int) -> ConcordiaState:
    """A land colonist stands beside Cosa, which makes tools; everything around makes cloth."""
    state = _bare()
    around: dict[str, Good] = dict.fromkeys(state.public.produce, "cloth")
    at.makes(state, **around | {"cosa": "tool"})
    at.stand(state, 0, land=(at.line_between(state, "land", "roma", "cosa"),))
    at.stock(state, 0, money=6, **goods)
    return state


def test_goods_that_pay_for_a_house_in_reach_are_worth_more_than_their_price() -> None:
    alone = _value(_beside_cosa(brick=1)) + _value(_beside_cosa(tool=1)) - _value(_beside_cosa())
    assert _value(_beside_cosa(brick=1, tool=1)) > alone + 1


def test_goods_for_which_no_city_is_in_reach_are_worth_no_more_than_their_price() -> None:
    alone = _value(_beside_cosa(brick=1)) + _value(_beside_cosa(wine=1)) - _value(_beside_cosa())
    assert _value(_beside_cosa(brick=1, wine=1)) == pytest.approx(alone)


def test_a_second_set_of_goods_counts_only_by_its_price_if_there_is_one_city() -> None:
    one, two = _beside_cosa(brick=1, tool=1), _beside_cosa(brick=2, tool=2)
    prices = _value(_beside_cosa(brick=1)) + _value(_beside_cosa(tool=1)) - 2 * _value(_beside_cosa())
    assert _value(two) - _value(one) == pytest.approx(prices)


def test_building_beats_being_able_to_build() -> None:
    scene = given(GAME, _beside_cosa(brick=1, tool=1)).when(0, cmd.PlayCard(card="start-architect"))
    scene.when(0, cmd.EndMoves())
    before = _value(scene.state)
    assert _value(scene.when(0, cmd.BuildHouse(city="cosa")).state) > before


def test_food_and_tools_are_worth_more_while_there_is_a_colonist_to_bring() -> None:
    state = _beside_cosa(food=1, tool=1)
    alone = _value(_beside_cosa(food=1)) + _value(_beside_cosa(tool=1)) - _value(_beside_cosa())
    assert _value(state) > alone + 0.5
    before = _value(state)
    state.public.players[0].stored = {"land": 0, "sea": 0}
    assert _value(state) < before - 0.5


def test_every_position_of_a_game_has_a_value() -> None:
    logged = LoggedMatch(GAME, 3, 3, {"interim_scoring": True})
    for _ in logged.steps(3):
        assert all(math.isfinite(GAME.value(logged.match.state, Seat(seat))) for seat in range(3))
