"""The cards for sale, each with its full price: what it costs, a thin rule, the surcharge of its slot."""

from domain.concordia.data import CARDS, DATA, Card
from services.render import svg, text
from services.render.concordia.cards import god_name, kind_name, picture_of
from services.render.concordia.pen import ConcordiaPen, lettered
from services.render.drawing import Drawing, Part

_CONSUL, _BUYING = "consul", ("senator", "consul")
_NEXT = 19.5
"""From good to good in a price."""
_STRIP = 24
_DRAWN = 3
"""Of a deck so many cards are drawn."""
_HEAD = 24
"""The height of the heading over a grid."""
_FIRST_ROW = 4
"""Of a row that is wrapped so many cards stay where they are."""


class _Shape:
    """Sizes of the cards: a row, which a page may wrap, or a grid of four by two with the deck as eighth."""

    def __init__(self, *, row: bool, head: bool) -> None:
        self.row = row
        self.head = _HEAD if head else 0
        self.card = (71.0, 97.0) if row else (84.0, 104.0)
        self.gap = 5.0 if row else 6.0
        self.columns = 7 if row else 4
        self.size = (529.0, 116.0) if row else (4 * 84.0 + 3 * 6 + 8, self.head + 2 * 104.0 + 6 + 8)

    def corner(self, slot: int) -> tuple[float, float]:
        """The upper left corner of a slot."""
        width, height = self.card
        x = 1 + (slot % self.columns) * (width + self.gap)
        return x, 1 + (0 if self.row else self.head) + (slot // self.columns) * (height + self.gap)


def market(drawing: Drawing) -> Part:
    """The display and the deck, in a row; on a phone in a grid."""
    return market_grid(drawing) if drawing.compact else _market(drawing, _Shape(row=True, head=False))


def market_grid(drawing: Drawing) -> Part:
    """The display and the deck in two rows."""
    in_drawer = drawing.compact  # which has a heading of its own
    return _market(drawing, _Shape(row=False, head=not (in_drawer and ConcordiaPen(drawing).view.deck_size)))


def _market(drawing: Drawing, shape: _Shape) -> Part:
    pen = ConcordiaPen(drawing)
    cards = [*pen.public.display] + [None] * (DATA.market.slots - len(pen.public.display))
    drawn = [_slot(pen, shape, slot, card) for slot, card in enumerate(cards)]
    if shape.row:  # where a window has no room for a row, its style sheet puts the end of it below the beginning
        end = svg.element("g", *drawn[_FIRST_ROW:], _deck_line(pen, shape), class_="wraps")
        drawn = [*drawn[:_FIRST_ROW], end]
    else:
        drawn.append(_deck_card(pen, shape))
    return pen.part("market", drawing.say("draw.market"), shape.size, *drawn)


def _slot(pen: ConcordiaPen, shape: _Shape, slot: int, name: str | None) -> str:
    x, y = shape.corner(slot)
    width, height = shape.card
    number = pen.text(x + 6, y + 14, str(slot + 1), face="serif-600", size=11, colour="faint")
    if name is None:
        empty = pen.rect((x, y, width, height), fill="card", edge="con-card-edge", dash="4 3", opacity=0.35)
        return empty + number
    thing = f"sale:{name}"
    quiet = pen.public.action in _BUYING and pen.drawing.legal and not pen.state_of(thing)
    drawn = pen.thing(thing, pen.frame(thing, (x, y, width, height)), number, _face(pen, shape, slot, CARDS[name]))
    return svg.element("g", drawn, opacity=0.5) if quiet else drawn


def _face(pen: ConcordiaPen, shape: _Shape, slot: int, card: Card) -> str:
    x, y = shape.corner(slot)
    width, height = shape.card
    middle = x + width / 2
    deck = pen.text(x + width - 6, y + 14, card.deck, face="serif", size=9.5, colour="faint", anchor="end")
    name = pen.text(
        middle, y + height * 0.515, kind_name(pen, card), face="sans-600", size=12.5, anchor="middle", room=width - 6
    )
    drawn = picture_of(pen, card, middle, y + height * 0.227, 25)
    return deck + drawn + name + _god(pen, card, middle, y + height * 0.655, width) + _price(pen, shape, slot, card)


def _god(pen: ConcordiaPen, card: Card, middle: float, base: float, width: float) -> str:
    """The god's symbol and name, centred together."""
    room = width - 20
    name, size = text.fitted(god_name(pen, card), "sans", 10.5, room)
    left = middle - (text.width(name, "sans", size) + 13.5) / 2
    words = pen.text(left + 13.5, base, name, size=size, colour="faint", room=room)
    return pen.icon(f"god-{card.god}", left, base - 9.5, 11) + words


def _price(pen: ConcordiaPen, shape: _Shape, slot: int, card: Card) -> str:
    """Cost and surcharge; a Consul pays no surcharge."""
    (x, y), (width, height) = shape.corner(slot), shape.card
    added = DATA.market.surcharge[slot]
    apart = 6 if added else 0
    count = len(card.cost) + len(added)
    step = min(_NEXT, (width - 8 - apart) / count)
    size = step - 2
    left, middle = x + (width - step * count - apart + 2) / 2 + size / 2, y + height - _STRIP / 2
    goods = [pen.good(good, left + step * i, middle, size) for i, good in enumerate(card.cost)]
    then = left + step * len(card.cost) + apart
    goods += [pen.good(good, then + step * i, middle, size) for i, good in enumerate(added)]
    between = pen.rule(then - size / 2 - apart / 2 - 1, middle - 6, 0, 12, "faint") if added else ""
    waived = pen.public.action == _CONSUL and added
    struck = pen.rule(then - size / 2 - 1, middle, step * len(added), 0, "accent", 1.8) if waived else ""
    return _strip(pen, x, y + height - _STRIP, width) + lettered(*goods) + between + struck


def _strip(pen: ConcordiaPen, x: float, top: float, width: float) -> str:
    """The ground of a price."""
    ground = svg.element(
        "path",
        d=f"M{svg.number(x + 0.7)} {svg.number(top)}h{svg.number(width - 1.4)}v19a4.3 4.3 0 0 1-4.3 4.3"
        f"h{svg.number(10 - width)}a4.3 4.3 0 0 1-4.3-4.3z",
        fill=pen.theme["ground"],
    )
    return ground + pen.rule(x, top, width, 0)


def _deck_words(pen: ConcordiaPen) -> str:
    left = pen.view.deck_size
    return pen.drawing.say("draw.deck", count=left) if left else pen.drawing.say("draw.deck_empty")


def _deck_line(pen: ConcordiaPen, shape: _Shape) -> str:
    words = pen.text(
        shape.size[0] - 3, 112, _deck_words(pen), colour="con-province", anchor="end", room=shape.size[0], halo=3
    )
    return pen.thing("deck", words)


def _deck_card(pen: ConcordiaPen, shape: _Shape) -> str:
    """The heading, and the deck as a stack in the eighth field."""
    drawing = pen.drawing
    head = "" if drawing.compact else pen.text(2, 15, drawing.say("draw.sale"), face="sans-600", size=12.5, room=150)
    if not pen.view.deck_size:
        gone = pen.text(shape.size[0] - 8, 15, drawing.say("draw.deck_empty"), colour="faint", anchor="end", room=180)
        return head + pen.thing("deck", gone)
    (x, y), (width, height) = shape.corner(7), shape.card
    backs = [
        pen.rect((x + 3 * i, y + 6 - 3 * i, width - 6, height - 6), fill="ground", edge="con-card-edge", width=1.1)
        for i in reversed(range(min(pen.view.deck_size, _DRAWN)))
    ]
    middle = x + (width - 6) / 2
    number = pen.text(middle, y + 56, str(pen.view.deck_size), face="serif-700", size=26, anchor="middle")
    words = pen.text(
        middle, y + 74, drawing.say("draw.in_deck"), size=11.5, colour="faint", anchor="middle", room=width - 14
    )
    return head + pen.thing("deck", *backs, number, words)
