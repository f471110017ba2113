"""What an option costs and brings as things stand, for its label. Every figure comes from the rules of its action."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from domain.concordia import commands as cmd
from domain.concordia.actions import architect, colonist, diplomat, mercator, prefect, senator, specialist, tribune
from domain.concordia.data import CARDS, DATA, SPECIALISTS, Card
from domain.concordia.guards import owed_by
from domain.concordia.maps import BOARDS
from domain.concordia.scoring import term_of
from domain.concordia.state import Public, Receipt
from domain.concordia.storehouse import cheapest_first, room_for, without
from domain.concordia.turn import magnus_passes_to
from domain.concordia.view import ConcordiaView
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.kernel.words import NO_FACTS, Args, Phrase

_Tell: TypeAlias = Callable[[ConcordiaView, Seat, Any], Args]
_Effect: TypeAlias = Callable[[Public, Seat, Card], Phrase]


def facts(view: ConcordiaView, command: Command) -> Args:
    """What the label of a legal command tells beside its own fields. A spectator has no commands."""
    tell = _FACTS.get(type(command))
    return NO_FACTS if tell is None or view.seat is None else tell(view, view.seat, command)


# Cards that are played or copied


def _play(view: ConcordiaView, seat: Seat, command: cmd.PlayCard | cmd.CopyCard) -> Args:
    card = CARDS[command.card]
    return {"effect": _EFFECTS[card.kind](view.public, seat, card)}


def _tribune(public: Public, seat: Seat, _card: Card) -> Phrase:
    player = public.players[seat]
    cards = len(player.discard) + 1
    is_counted = public.interim is not None and public.interim[seat] is None
    args = {
        "cards": cards,
        "others": len(player.discard),
        "money": tribune.money_for(cards),
        "colonists": colonist.payable(player),
        "scoring": is_counted,
    }
    return Phrase("effect.tribune", args)


def _architect(public: Public, seat: Seat, _card: Card) -> Phrase:
    return Phrase("effect.architect", {"steps": architect.movement(public.players[seat])})


def _prefect(public: Public, seat: Seat, _card: Card) -> Phrase:
    args = {
        "provinces": len(public.markers) - len(public.coin_side),
        "bonus": prefect.bonus(public, seat),
        "money": prefect.income(public),
    }
    return Phrase("effect.prefect", args)


def _colonist(public: Public, seat: Seat, _card: Card) -> Phrase:
    player = public.players[seat]
    payable = colonist.payable(player)
    args = {"colonists": payable, "several": payable > 1, "left": sum(player.stored.values())}
    return Phrase("effect.colonist", {**args, "money": colonist.income(public, seat)})


def _mercator(_public: Public, _seat: Seat, card: Card) -> Phrase:
    return Phrase("effect.mercator", {"money": card.mercator_money, "kinds": DATA.actions.mercator_max_types})


def _diplomat(public: Public, seat: Seat, _card: Card) -> Phrase:
    kinds = list(dict.fromkeys(CARDS[offer.card].kind for offer in diplomat.offers(public, seat)))
    return Phrase("effect.diplomat", {"kinds": kinds})


def _senator(public: Public, seat: Seat, card: Card) -> Phrase:
    payable = len({offer.card for offer in senator.payable(public, seat, card.kind)})
    if len(public.display) == 1:
        return Phrase("effect.last_card", {"payable": payable})
    args = {"most": senator.MOST[card.kind], "payable": payable, "several": payable > 1, "all": len(public.display)}
    return Phrase(f"effect.{card.kind}", args)


def _specialist(public: Public, seat: Seat, card: Card) -> Phrase:
    goods = specialist.produced(public, seat, card)
    return Phrase("effect.specialist", {"goods": goods, "incoming": _incoming(public, Receipt(seat, goods))})


def _incoming(public: Public, receipt: Receipt) -> Phrase:
    """Goods for a player, and how many fit if not all do."""
    room = room_for(public, receipt)
    key = "incoming.all" if len(receipt.goods) == room else "incoming.some" if room else "incoming.none"
    return Phrase(key, {"goods": cheapest_first(receipt.goods), "room": room})


_EFFECTS: Mapping[str, _Effect] = {
    tribune.ACTION: _tribune,
    "architect": _architect,
    "prefect": _prefect,
    "colonist": _colonist,
    "mercator": _mercator,
    "diplomat": _diplomat,
    "senator": _senator,
    "consul": _senator,
    **dict.fromkeys(SPECIALISTS, _specialist),
}
"""Kind of card → what it would do now."""


# Colonists, houses and provinces


def _move(view: ConcordiaView, _seat: Seat, command: cmd.MoveColonist) -> Args:
    """The goods of the cities at the line are what a colonist goes there for; Roma makes none."""
    public, board = view.public, BOARDS[view.public.map]
    line = board.lines[command.line]
    return {
        "goods": [public.produce[city] for city in (line.a, line.b) if city in public.produce],
        "standing": command.origin in board.lines,
        "points": board.ways[command.kind][command.origin][command.line].points,
        "left": public.allowance,
    }


def _end_moves(view: ConcordiaView, _seat: Seat, _command: cmd.EndMoves) -> Args:
    return {"left": view.public.allowance}


def _house(view: ConcordiaView, seat: Seat, command: cmd.BuildHouse) -> Args:
    public, city = view.public, command.city
    return {
        "nth": len(public.houses[city]) + 1,
        "province": BOARDS[public.map].province_of[city],
        "good": public.produce[city],
        "goods": architect.house_goods(public, city),
        "money": architect.house_money(public, city),
        "end": _end(public, is_last=architect.is_last_house(public.players[seat])),
    }


def _end(public: Public, *, is_last: bool) -> Phrase | None:
    """The player who triggers the end of the game is rewarded for it."""
    if not is_last or public.concordia is not None:
        return None
    return Phrase("end.concordia", {"points": DATA.end_of_game.concordia_vp})


def _placement(_view: ConcordiaView, _seat: Seat, _command: cmd.PlaceColonist) -> Args:
    return {"goods": colonist.PRICE}


def _production(view: ConcordiaView, seat: Seat, command: cmd.ProduceGoods) -> Args:
    """What everyone receives; the one who lets produce always receives a bonus."""
    public = view.public
    own, *others = prefect.production(public, seat, command.province)
    gifts = [Phrase("incoming.other", {"seat": it.seat, "goods": _incoming(public, it)}) for it in others]
    passes = Phrase("incoming.magnus", {"seat": magnus_passes_to(public)}) if public.magnus == seat else None
    return {"own": _incoming(public, own), "others": gifts, "magnus": passes}


def _income(view: ConcordiaView, seat: Seat, _command: cmd.TakeIncome) -> Args:
    public = view.public
    if public.action == prefect.ACTION:
        turned = Phrase("income.prefect", {"provinces": public.coin_side})
        return {"money": prefect.income(public), "why": turned}
    on_board = colonist.colonists_on_board(public.players[seat])
    kept = Phrase("income.colonist", {"base": colonist.BASE, "colonists": on_board})
    return {"money": colonist.income(public, seat), "why": kept}


# Goods, trade and cards for sale


def _trade(_view: ConcordiaView, _seat: Seat, command: cmd.SellGoods | cmd.BuyGoods) -> Args:
    return {"money": mercator.price(command.good, command.count)}


def _card(view: ConcordiaView, seat: Seat, command: cmd.BuyCard) -> Args:
    public, card = view.public, CARDS[command.card]
    return {
        "slot": public.display.index(command.card) + 1,
        "god": card.god,
        "points": term_of(public, public.players[seat], card).points,
        "end": _end(public, is_last=senator.is_last_card(public, view.deck_size)),
    }


def _storing(view: ConcordiaView, seat: Seat, command: cmd.StoreGoods) -> Args:
    owed = owed_by(view.public, seat)
    return {"forgone": () if owed is None else without(owed.goods, command.goods)}


def _end_action(view: ConcordiaView, _seat: Seat, _command: cmd.EndAction) -> Args:
    public = view.public
    return {"stop": Phrase(f"{'idle' if public.idle else 'stop'}.{public.action}")}


def _order(view: ConcordiaView, seat: Seat, _command: cmd.OrderOverflow) -> Args:
    return {"now": view.public.players[seat].order}


_FACTS: Mapping[type[Command], _Tell] = {
    cmd.PlayCard: _play,
    cmd.CopyCard: _play,
    cmd.MoveColonist: _move,
    cmd.EndMoves: _end_moves,
    cmd.BuildHouse: _house,
    cmd.PlaceColonist: _placement,
    cmd.ProduceGoods: _production,
    cmd.TakeIncome: _income,
    cmd.SellGoods: _trade,
    cmd.BuyGoods: _trade,
    cmd.BuyCard: _card,
    cmd.StoreGoods: _storing,
    cmd.EndAction: _end_action,
    cmd.OrderOverflow: _order,
}
