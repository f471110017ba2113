"""The steps of a turn of Concordia: the card, the piece and where it goes, what is paid and received."""

from collections.abc import Iterable

from domain.concordia import commands as cmd
from domain.concordia.data import CARDS, SPECIALISTS
from services.render.drawing import Drawing
from services.render.seats import letters, symbol_name
from services.render.steps import ARROW, Facts, Shown, Sign, Tellers

_COIN = Sign("coin", None)


def _goods(goods: Iterable[str]) -> list[Sign]:
    return [Sign(f"good-{good}", None) for good in goods]


def _own(drawing: Drawing, piece: str) -> Sign:
    """A piece of the reader's."""
    return Sign(f"{piece}-{(drawing.seat or 0) + 1}", None)


def _card(drawing: Drawing, name: str) -> Shown:
    """A card by its picture, which is a good for a specialist, and its name."""
    kind = CARDS[name].kind
    picture = Sign(f"good-{SPECIALISTS[kind]}", None) if kind in SPECIALISTS else Sign(f"card-{kind}")
    return (picture, drawing.say(f"draw.kind.{kind}"))


def _copy(drawing: Drawing, command: cmd.CopyCard, _facts: Facts) -> Shown:
    owner = symbol_name(command.opponent, letters(drawing.players)[command.opponent])
    return (Sign(owner, None), *_card(drawing, command.card))


def _move(drawing: Drawing, command: cmd.MoveColonist, facts: Facts) -> Shown:
    return (_own(drawing, command.kind), drawing.name(command.line), f"({facts['points']})")


def _build(drawing: Drawing, command: cmd.BuildHouse, facts: Facts) -> Shown:
    return (_own(drawing, "house"), drawing.name(command.city), *_goods(facts["goods"]), str(facts["money"]), _COIN)


def _place(drawing: Drawing, command: cmd.PlaceColonist, facts: Facts) -> Shown:
    return (_own(drawing, command.kind), drawing.name(command.city), *_goods(facts["goods"]))


def _sell(_drawing: Drawing, command: cmd.SellGoods, facts: Facts) -> Shown:
    return (str(command.count), *_goods([command.good]), ARROW, str(facts["money"]), _COIN)


def _buy(_drawing: Drawing, command: cmd.BuyGoods, facts: Facts) -> Shown:
    return (str(facts["money"]), _COIN, ARROW, str(command.count), *_goods([command.good]))


TELLERS: Tellers = {
    cmd.PlayCard: lambda drawing, command, _: _card(drawing, command.card),
    cmd.CopyCard: _copy,
    cmd.MoveColonist: _move,
    cmd.EndMoves: lambda drawing, *_: (_own(drawing, "house"), drawing.say("draw.bar.build")),
    cmd.BuildHouse: _build,
    cmd.ProduceGoods: lambda drawing, command, _: (Sign("card-prefect"), drawing.name(command.province)),
    cmd.TakeIncome: lambda _, __, facts: (f"+{facts['money']}", _COIN),
    cmd.PlaceColonist: _place,
    cmd.SellGoods: _sell,
    cmd.BuyGoods: _buy,
    cmd.BuyCard: lambda drawing, command, _: (*_card(drawing, command.card), *_goods(command.goods)),
    cmd.EndAction: lambda drawing, *_: (drawing.say("draw.bar.stop"),),
    cmd.StoreGoods: lambda _, command, __: (*_goods(command.goods),),
}
