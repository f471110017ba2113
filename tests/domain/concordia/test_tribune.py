"""Tribune (section 6.1)."""

import pytest

from domain.concordia import GAME
from domain.concordia import commands as cmd
from domain.concordia import events as ev
from domain.concordia.data import Kind
from domain.concordia.storehouse import free_cells
from domain.kernel.ids import Seat
from tests.domain.concordia.positions import discarded, opening, station, stock
from tests.kit.scenario import given

FOUR = ("start-architect", "start-mercator", "start-senator", "start-prefect-1")


def test_t01_five_cards_come_back_for_two_sestertii() -> None:
    state = opening()
    discarded(state, 0, *FOUR)
    scene = given(GAME, state).when(0, cmd.PlayCard(card="start-tribune"))
    scene.then_among(ev.CardsReturned(seat=Seat(0), cards=(*FOUR, "start-tribune"), money=2))
    player = scene.state.public.players[0]
    assert sorted(player.hand) == sorted(state.public.players[1].hand)
    assert player.discard == []
    assert player.money == 5 + 2


@pytest.mark.parametrize("kind", ["land", "sea"])
def test_t01_a_new_colonist_goes_to_roma_and_frees_three_cells(kind: Kind) -> None:
    state = opening()
    discarded(state, 0, *FOUR)
    scene = given(GAME, state).when(0, cmd.PlayCard(card="start-tribune"))
    before = free_cells(scene.state.public.players[0])
    scene.when(0, cmd.PlaceColonist(kind=kind, city="roma"))
    player = scene.state.public.players[0]
    assert (player.goods["food"], player.goods["tool"]) == (1, 0)
    assert player.colonists[kind] == ["roma", "roma"]
    assert free_cells(player) == before + 3
    assert scene.state.public.active == 1


@pytest.mark.parametrize(("discards", "money"), [(0, 0), (1, 0), (2, 0), (3, 1), (6, 4)])
def test_t02_money_for_each_card_beyond_the_third(discards: int, money: int) -> None:
    state = opening()
    discarded(state, 0, *state.public.players[0].hand[1 : 1 + discards])
    scene = given(GAME, state).when(0, cmd.PlayCard(card="start-tribune"))
    assert scene.state.public.players[0].money == 5 + money
    assert scene.state.public.players[0].discard == []
    assert len(scene.state.public.players[0].hand) == 7


def test_the_colonist_is_optional_and_only_one() -> None:
    state = opening()
    stock(state, 0, food=2, tool=2)
    scene = given(GAME, state).when(0, cmd.PlayCard(card="start-tribune"))
    scene.offers(0, cmd.EndAction(), cmd.PlaceColonist(kind="land", city="roma"))
    scene.when(0, cmd.PlaceColonist(kind="land", city="roma"))
    scene.refuses(0, cmd.PlaceColonist(kind="sea", city="roma"), "not_your_turn")


def test_the_colonist_needs_goods_a_piece_and_roma() -> None:
    state = opening()
    stock(state, 0, food=1, tool=1)
    for _ in range(2):
        station(state, 0, "sea", "roma")
    scene = given(GAME, state).when(0, cmd.PlayCard(card="start-tribune"))
    scene.refuses(0, cmd.PlaceColonist(kind="sea", city="roma"), "no_colonist_left")
    scene.refuses(0, cmd.PlaceColonist(kind="land", city="aquileia"), "roma_only")
    poor = opening()
    stock(poor, 0, food=3)
    scene = given(GAME, poor).when(0, cmd.PlayCard(card="start-tribune"))
    scene.refuses(0, cmd.PlaceColonist(kind="land", city="roma"), "cannot_pay_colonist")
