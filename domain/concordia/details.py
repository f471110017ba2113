"""What an option costs or brings as things stand, for its label. It only repeats what the rules of its action say."""

from collections.abc import Callable
from typing import Any

from domain.concordia import commands as cmd
from domain.concordia.actions import architect, colonist, prefect
from domain.concordia.data import CARDS, PRICES
from domain.concordia.maps import board_of
from domain.concordia.state import ConcordiaState
from domain.concordia.storehouse import cheapest_first
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.kernel.words import Args


def details(state: ConcordiaState, seat: Seat, command: Command) -> Args:
    """What the words of a legal command name besides its own fields."""
    tell = _DETAILS.get(type(command))
    return {} if tell is None else tell(state, seat, command)


def _move(state: ConcordiaState, _seat: Seat, command: cmd.MoveColonist) -> Args:
    return {"points": board_of(state).ways[command.kind][command.origin][command.line].points}


def _house(state: ConcordiaState, _seat: Seat, command: cmd.BuildHouse) -> Args:
    return {"goods": architect.house_goods(state, command.city), "money": architect.house_money(state, command.city)}


def _production(state: ConcordiaState, seat: Seat, command: cmd.ProduceGoods) -> Args:
    own, *_others = prefect.production(state, seat, command.province)
    return {"goods": cheapest_first(own.goods)}


def _income(state: ConcordiaState, seat: Seat, _command: cmd.TakeIncome) -> Args:
    at_prefect = state.public.action == prefect.ACTION
    return {"money": prefect.income(state) if at_prefect else colonist.income(state, seat)}


def _placement(_state: ConcordiaState, _seat: Seat, _command: cmd.PlaceColonist) -> Args:
    return {"goods": colonist.PRICE}


def _trade(_state: ConcordiaState, _seat: Seat, command: cmd.SellGoods | cmd.BuyGoods) -> Args:
    return {"money": PRICES[command.good] * command.count}


def _card(_state: ConcordiaState, _seat: Seat, command: cmd.BuyCard) -> Args:
    return {"god": CARDS[command.card].god}


_DETAILS: dict[type[Command], Callable[[ConcordiaState, Seat, Any], Args]] = {
    cmd.MoveColonist: _move,
    cmd.BuildHouse: _house,
    cmd.ProduceGoods: _production,
    cmd.TakeIncome: _income,
    cmd.PlaceColonist: _placement,
    cmd.SellGoods: _trade,
    cmd.BuyGoods: _trade,
    cmd.BuyCard: _card,
}
