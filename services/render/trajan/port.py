"""The port: three ships with both their tables of values, the draw pile and the two discard piles."""

from domain.trajan.data import SHIPS, Ship
from services.render import svg
from services.render.drawing import Drawing, Part
from services.render.trajan import tiles
from services.render.trajan.pen import Box, TablePen

SIZE = (256, 274)
_ROW, _PITCH = 58, 65
_FIRST, _STEP = 92.5, 45
_CARD = (41.0, 55.0)
_CARD_PITCH = 5.6


def port(drawing: Drawing) -> Part:
    """The port as a part."""
    pen = TablePen(drawing)
    ships = [_ship(pen, ship, 0.5 + _PITCH * row) for row, ship in enumerate(SHIPS.values())]
    coloured = len(SHIPS) - len(pen.public.grey_ships)
    title = pen.say("part.port", coloured=coloured, ships=len(SHIPS))
    return pen.part(
        "port", title, SIZE, *ships, _draw_pile(pen), _discards(pen, "left", 128), _discards(pen, "right", 194)
    )


def _ship(pen: TablePen, ship: Ship, y: float) -> str:
    grey = ship.id in pen.public.grey_ships
    look = "trajan-grey" if grey else "trajan-ship"
    box = Box(0.5, y, 255, _ROW)
    vessel = pen.icon(f"ship-{ship.id}", 8, y + 2, 47.8, look, height=42.3)
    name = pen.text(33, y + 54.5, pen.say(f"ship.{ship.id}"), face="sans-600", size=10.5, anchor="middle", room=62)
    cargo = _cargo(pen, ship, y + 4.5)
    front = _values(pen, ship.front, y + 15, 20, None if grey else ("trajan-ship", "trajan-on-ship"))
    back = _values(pen, ship.back, y + 36.5, 18, ("trajan-grey", "trajan-on-grey") if grey else None)
    return pen.piece(
        f"ship:{ship.id}", box, pen.rect(box, f"{look}-row", rx=5), vessel, name, cargo, front, back, margin=-0.5
    )


def _cargo(pen: TablePen, ship: Ship, y: float) -> str:
    """Above each value, small cards that show what so many units are; one path for each kind of good."""
    outlines = ["", "", "", ""]
    unit = ship.unit_cards * _CARD_PITCH + (2.2 if ship.unit_cards > 1 else 0)
    for units in range(1, ship.max_units + 1):
        left = _FIRST + _STEP * (units - 1) - (units * unit - 1.2) / 2
        for place in range(units * ship.unit_cards):
            number, card = divmod(place, ship.unit_cards)
            x = svg.number(left + number * unit + card * _CARD_PITCH)
            outlines[number if ship.id != "same" else 0] += f"M{x} {svg.number(y)}h4.4v6.5h-4.4z"
    fills = ("ink", None, "trajan-mosaic-2", "coin")
    return "".join(pen.path(d, fill, "ink", stroke_width=0.9) for d, fill in zip(outlines, fills, strict=True) if d)


def _values(pen: TablePen, values: tuple[int, ...], y: float, height: float, up: tuple[str, str] | None) -> str:
    box = Box(70, y, _STEP * len(values), height)
    band = pen.rect(box, up[0], rx=3) if up else pen.rect(box, None, "trajan-dash", rx=3, stroke_width=0.8)
    figures = [
        pen.text(
            _FIRST + _STEP * place,
            y + height / 2 + 5.2,
            str(value),
            face="serif-700" if up else "serif",
            size=15 if up else 13,
            colour=up[1] if up else "faint",
            anchor="middle",
            room=_STEP,
        )
        for place, value in enumerate(values)
    ]
    return band + "".join(figures)


def _draw_pile(pen: TablePen) -> str:
    size = pen.view.draw_pile_size
    box = Box(2.5, 204.5, *_CARD)
    under = [pen.rect(Box(box.x + 1.6 * n, box.y - 1.6 * n, *_CARD), "trajan-stone", "trajan-dash") for n in (0, 1)]
    top = Box(box.x + 3.2, box.y - 3.2, *_CARD)
    pile = "".join(under) + tiles.card_back(pen, top) if size else pen.hole(box)
    count = pen.text(top.centre[0], top.y + 50, str(size), face="serif-700", size=15, anchor="middle", room=36)
    drawn = pen.piece("pile:draw", Box(2.5, 201, 45, 59), pile, count, margin=1.4)
    words = pen.text(56, 216, pen.say("port.draw_pile"), face="sans-600", size=11.5, room=66)
    words += pen.text(56, 230, pen.say("port.draw"), size=11, colour="faint", room=66)
    words += pen.text(56, 243, pen.say("port.discard"), size=11, colour="faint", room=66)
    return drawn + words + pen.text(26, 272, pen.say("port.unseen"), size=11, colour="faint", anchor="middle", room=50)


def _discards(pen: TablePen, pile: str, x: float) -> str:
    cards = pen.public.discards.get(pile, [])
    box = Box(x + 0.5, 204.5, *_CARD)
    under = pen.rect(Box(x + 2.5, 202.5, *_CARD), "trajan-stone", "trajan-dash") if len(cards) > 1 else ""
    top = tiles.goods_card(pen, cards[-1], box, named=True) if cards else pen.hole(box)
    label = pen.say(f"port.{pile}", cards=len(cards))
    drawn = pen.piece(f"pile:{pile}", box, under, top)
    return drawn + pen.text(box.centre[0], 272, label, size=11, colour="faint", anchor="middle", room=64)
