"""What an option costs or brings as things stand, for its label. It only repeats what the rules of its action say."""

from collections.abc import Callable
from typing import Any

from domain.concordia import commands as cmd
from domain.concordia.actions import architect, colonist, prefect
from domain.concordia.data import CARDS, PRICES
from domain.concordia.maps import BOARDS
from domain.concordia.state import Public
from domain.concordia.storehouse import cheapest_first
from domain.concordia.view import ConcordiaView
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.kernel.words import Args


def facts(view: ConcordiaView, command: Command) -> Args:
    """What the label of a legal command tells besides its own fields. Who only looks on has no commands."""
    tell = _FACTS.get(type(command))
    return {} if tell is None or view.seat is None else tell(view.public, view.seat, command)


def _move(public: Public, _seat: Seat, command: cmd.MoveColonist) -> Args:
    return {"points": BOARDS[public.map].ways[command.kind][command.origin][command.line].points}


def _house(public: Public, _seat: Seat, command: cmd.BuildHouse) -> Args:
    return {"goods": architect.house_goods(public, command.city), "money": architect.house_money(public, command.city)}


def _production(public: Public, seat: Seat, command: cmd.ProduceGoods) -> Args:
    own, *_others = prefect.production(public, seat, command.province)
    return {"goods": cheapest_first(own.goods)}


def _income(public: Public, seat: Seat, _command: cmd.TakeIncome) -> Args:
    at_prefect = public.action == prefect.ACTION
    return {"money": prefect.income(public) if at_prefect else colonist.income(public, seat)}


def _placement(_public: Public, _seat: Seat, _command: cmd.PlaceColonist) -> Args:
    return {"goods": colonist.PRICE}


def _trade(_public: Public, _seat: Seat, command: cmd.SellGoods | cmd.BuyGoods) -> Args:
    return {"money": PRICES[command.good] * command.count}


def _card(_public: Public, _seat: Seat, command: cmd.BuyCard) -> Args:
    return {"god": CARDS[command.card].god}


_FACTS: dict[type[Command], Callable[[Public, Seat, Any], Args]] = {
    cmd.MoveColonist: _move,
    cmd.BuildHouse: _house,
    cmd.ProduceGoods: _production,
    cmd.TakeIncome: _income,
    cmd.PlaceColonist: _placement,
    cmd.SellGoods: _trade,
    cmd.BuyGoods: _trade,
    cmd.BuyCard: _card,
}
