"""What a thing on the table is, in words: of a card its effect, its price, its god and what it is worth."""

from collections.abc import Sequence

from domain.concordia.data import ANY, CARDS, DATA
from domain.concordia.scoring import term_of
from services.render.concordia.cards import effect, god_name
from services.render.concordia.names import thing_name
from services.render.concordia.pen import ConcordiaPen
from services.render.drawing import Drawing

_OF_CARDS = {"card", "sale", "discard"}
_NAMED = {"city", "line", "province", "price", "pile", "order"}


def about(drawing: Drawing, thing: str) -> Sequence[str]:
    """The lines of a plate; none for what has no name."""
    kind, _, rest = thing.partition(":")
    name = rest.rpartition(":")[2]
    if kind in _OF_CARDS and name in CARDS:
        return _card(ConcordiaPen(drawing), name, for_sale=kind == "sale")
    return (thing_name(drawing, thing),) if kind in _NAMED else ()


def _card(pen: ConcordiaPen, name: str, *, for_sale: bool) -> Sequence[str]:
    drawing, card, own = pen.drawing, CARDS[name], pen.own
    seat = pen.public.players[0] if own is None else own
    lines = [drawing.say("draw.thing.sale" if for_sale else "draw.thing.card", what=name), effect(pen, seat, card)]
    if for_sale and name in pen.public.display:
        asked = (*card.cost, *DATA.market.surcharge[pen.public.display.index(name)])
        goods = ", ".join(drawing.say("draw.about.any") if good == ANY else drawing.name(good) for good in asked)
        lines.append(drawing.say("draw.about.price", goods=goods))
    lines.append(drawing.say("draw.about.god", god=god_name(pen, card), rule=drawing.say(f"draw.god.{card.god}")))
    if own is not None:
        lines.append(drawing.say("draw.about.worth", points=term_of(pen.public, own, card).points))
    return lines
