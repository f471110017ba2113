"""Mercator: money, then trade with the bank in up to two kinds of goods (§6.6)."""

from domain.concordia import commands as cmd
from domain.concordia import events as ev
from domain.concordia.data import DATA, GOODS, PRICES, Card, Good
from domain.concordia.guards import must_be_at
from domain.concordia.state import ConcordiaRecorder, ConcordiaState
from domain.concordia.storehouse import free_cells
from domain.concordia.turn import end_turn
from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command
from domain.kernel.ids import Seat

ACTION = "mercator"


def begin(recorder: ConcordiaRecorder, seat: Seat, card: Card) -> None:
    money = card.mercator_money
    recorder.emit(ev.MoneyReceived(seat=seat, money=money, source="mercator", base=money))
    recorder.emit(ev.ActionBegan(seat=seat, action=ACTION, allowance=DATA.actions.mercator_max_types))


def options(state: ConcordiaState, seat: Seat) -> list[Command]:
    player = state.public.players[seat]
    room = free_cells(player)
    found: list[Command] = []
    for good in GOODS:
        if good not in state.public.traded:
            found += [cmd.SellGoods(good=good, count=count) for count in range(1, player.goods[good] + 1)]
            most = min(room, player.money // PRICES[good])
            found += [cmd.BuyGoods(good=good, count=count) for count in range(1, most + 1)]
    return found


def sell_goods(recorder: ConcordiaRecorder, seat: Seat, command: cmd.SellGoods) -> None:
    _must_be_open(recorder.state, seat, command.good, command.count)
    held = recorder.state.public.players[seat].goods[command.good]
    if command.count > held:
        raise IllegalMove("not_that_many", rule="§6.6", good=command.good, held=held)
    money = price(command.good, command.count)
    recorder.emit(ev.GoodsSold(seat=seat, good=command.good, count=command.count, money=money))
    _go_on(recorder)


def buy_goods(recorder: ConcordiaRecorder, seat: Seat, command: cmd.BuyGoods) -> None:
    _must_be_open(recorder.state, seat, command.good, command.count)
    player = recorder.state.public.players[seat]
    money = price(command.good, command.count)
    if command.count > free_cells(player):
        raise IllegalMove("no_room", rule="§5.5", room=free_cells(player))
    if money > player.money:
        raise IllegalMove("no_money", rule="§6.6", money=money, held=player.money)
    recorder.emit(ev.GoodsBought(seat=seat, good=command.good, count=command.count, money=money))
    _go_on(recorder)


def price(good: Good, count: int) -> int:
    """The bank's price, the same for buying and selling."""
    return PRICES[good] * count


def _must_be_open(state: ConcordiaState, seat: Seat, good: Good, count: int) -> None:
    must_be_at(state, seat, ACTION)
    if good in state.public.traded:
        raise IllegalMove("traded_already", rule="§6.6", good=good)
    if count < 1:
        raise IllegalMove("trade_at_least_one", rule="§6.6")


def _go_on(recorder: ConcordiaRecorder) -> None:
    if not recorder.state.public.allowance:
        end_turn(recorder)
