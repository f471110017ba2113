"""Colonist (section 6.5)."""

import pytest

from domain.concordia import GAME
from domain.concordia import commands as cmd
from domain.concordia import events as ev
from domain.concordia.state import ConcordiaState
from domain.kernel.ids import Seat
from tests.domain.concordia.positions import build, holds, opening, stand, station, stock
from tests.kit.scenario import given

PLAY = cmd.PlayCard(card="I-colonist")


def _example() -> ConcordiaState:
    state = opening(3, "imperium")
    holds(state, 0, "I-colonist")
    stock(state, 0, food=2, tool=3)
    build(state, 0, "massilia", "aquileia")
    return state


def test_t11_two_colonists_for_two_food_and_two_tools() -> None:
    scene = given(GAME, _example()).when(0, PLAY)
    scene.when(0, cmd.PlaceColonist(kind="sea", city="roma"))
    scene.when(0, cmd.PlaceColonist(kind="land", city="massilia"))
    player = scene.state.public.players[0]
    assert (player.goods["food"], player.goods["tool"]) == (0, 1)
    assert player.colonists == {"land": ["roma", "massilia"], "sea": ["roma", "roma"]}
    scene.refuses(0, cmd.PlaceColonist(kind="land", city="massilia"), "cannot_pay_colonist")


def test_t11_legal_alternatives_and_a_city_without_an_own_house() -> None:
    scene = given(GAME, _example()).when(0, PLAY)
    scene.offers(0, cmd.PlaceColonist(kind="land", city="aquileia"), cmd.PlaceColonist(kind="sea", city="aquileia"))
    scene.refuses(0, cmd.PlaceColonist(kind="land", city="novaria"), "no_own_house")
    scene.when(0, cmd.PlaceColonist(kind="sea", city="aquileia"))
    scene.when(0, cmd.PlaceColonist(kind="land", city="aquileia"))


@pytest.mark.parametrize(("on_board", "money"), [(4, 9), (2, 7)])
def test_t12_five_sestertii_and_one_for_each_colonist(on_board: int, money: int) -> None:
    state = opening(3, "imperium")
    holds(state, 0, "I-colonist")
    for _ in range(on_board - 2):
        station(state, 0, "land", "roma")
    scene = given(GAME, state).when(0, PLAY).when(0, cmd.TakeIncome())
    scene.then_among(ev.MoneyReceived(seat=Seat(0), money=money, source="colonist", base=5, colonists=on_board))


def test_r1_a_colonist_enters_only_a_city_with_a_line_of_its_kind() -> None:
    state = opening(3, "imperium")
    holds(state, 0, "I-colonist")
    build(state, 0, "novaria")
    scene = given(GAME, state).when(0, PLAY).offers(0, cmd.PlaceColonist(kind="land", city="novaria"))
    scene.refuses(0, cmd.PlaceColonist(kind="sea", city="novaria"), "no_line_of_kind")
    island = opening(3, "italia")
    holds(island, 0, "I-colonist")
    build(island, 0, "olbia")
    scene = given(GAME, island).when(0, PLAY).offers(0, cmd.PlaceColonist(kind="sea", city="olbia"))
    scene.refuses(0, cmd.PlaceColonist(kind="land", city="olbia"), "no_line_of_kind")


def test_r13_nobody_placed_is_not_on_offer_and_after_one_there_is_no_money() -> None:
    scene = given(GAME, _example()).when(0, PLAY)
    scene.refuses(0, cmd.EndAction(), "not_offered")
    scene.when(0, cmd.PlaceColonist(kind="sea", city="roma"))
    scene.refuses(0, cmd.TakeIncome(), "not_offered")
    scene.when(0, cmd.EndAction())
    assert scene.state.public.active == 1


def test_only_colonists_left_in_the_storehouse() -> None:
    state = _example()
    stand(state, 0, land=("roma",) * 3)
    scene = given(GAME, state).when(0, PLAY)
    scene.refuses(0, cmd.PlaceColonist(kind="land", city="roma"), "no_colonist_left")
