"""Mercator (section 6.6)."""

import pytest

from domain.concordia import GAME
from domain.concordia import commands as cmd
from domain.concordia import events as ev
from domain.concordia.state import ConcordiaState
from domain.concordia.storehouse import free_cells
from domain.kernel.ids import Seat
from tests.domain.concordia.positions import discarded, holds, opening, stock
from tests.kit.scenario import given

PLAY = cmd.PlayCard(card="start-mercator")


def _example() -> ConcordiaState:
    state = opening()
    stock(state, 0, money=2, wine=3, tool=3)
    assert free_cells(state.public.players[0]) == 2
    return state


def test_t13_sell_three_wine_and_buy_four_bricks() -> None:
    scene = given(GAME, _example()).when(0, PLAY).when(0, cmd.SellGoods(good="wine", count=3))
    player = scene.state.public.players[0]
    assert player.money == 23
    assert free_cells(player) == 5
    scene.offers(0, cmd.BuyGoods(good="brick", count=5))
    scene.refuses(0, cmd.BuyGoods(good="brick", count=6), "no_room")
    scene.when(0, cmd.BuyGoods(good="brick", count=4))
    assert player.money == 11
    assert free_cells(player) == 1
    scene.refuses(0, cmd.BuyGoods(good="food", count=1), "not_your_turn")
    assert scene.state.public.active == 1


def test_t14_one_direction_for_each_good() -> None:
    scene = given(GAME, _example()).when(0, PLAY).when(0, cmd.SellGoods(good="wine", count=1))
    scene.refuses(0, cmd.BuyGoods(good="wine", count=1), "traded_already")
    scene.refuses(0, cmd.SellGoods(good="wine", count=1), "traded_already")


def test_t14_a_market_mercator_pays_five() -> None:
    state = _example()
    holds(state, 0, "II-mercator")
    scene = given(GAME, state).when(0, cmd.PlayCard(card="II-mercator"))
    scene.then_among(ev.MoneyReceived(seat=Seat(0), money=5, source="mercator", base=5))


@pytest.mark.parametrize(("card", "money"), [("start-mercator", 3), ("V-mercator", 5)])
def test_t14_a_copied_mercator_pays_what_the_copied_card_says(card: str, money: int) -> None:
    state = _example()
    discarded(state, 1, card)
    scene = given(GAME, state).when(0, cmd.PlayCard(card="start-diplomat"))
    scene.when(0, cmd.CopyCard(opponent=Seat(1), card=card))
    scene.then_among(ev.MoneyReceived(seat=Seat(0), money=money, source="mercator", base=money))


def test_r11_any_two_goods_in_any_order() -> None:
    state = _example()
    state.public.players[0].money = 20
    scene = given(GAME, state).when(0, PLAY)
    scene.when(0, cmd.BuyGoods(good="cloth", count=2)).when(0, cmd.SellGoods(good="tool", count=3))
    assert scene.state.public.players[0].money == 23 - 14 + 15
    twice = given(GAME, state).when(0, PLAY)
    twice.when(0, cmd.BuyGoods(good="cloth", count=1)).when(0, cmd.BuyGoods(good="brick", count=1))
    assert twice.state.public.players[0].money == 23 - 7 - 3
    both = given(GAME, state).when(0, PLAY)
    both.when(0, cmd.SellGoods(good="wine", count=1)).when(0, cmd.SellGoods(good="tool", count=1))
    assert both.state.public.players[0].money == 23 + 6 + 5


def test_trade_is_limited_by_money_and_stock_and_may_be_left_out() -> None:
    scene = given(GAME, _example()).when(0, PLAY)
    scene.refuses(0, cmd.BuyGoods(good="wine", count=1), "no_money")
    scene.refuses(0, cmd.SellGoods(good="wine", count=4), "not_that_many")
    scene.refuses(0, cmd.SellGoods(good="wine", count=0), "trade_at_least_one")
    scene.refuses(0, cmd.BuyGoods(good="brick", count=-1), "trade_at_least_one")
    scene.when(0, cmd.EndAction())
    assert scene.state.public.players[0].money == 5
