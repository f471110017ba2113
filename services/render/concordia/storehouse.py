"""A storehouse: twelve cells with goods and colonists, and the goods that are on their way to it."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.concordia.data import DATA, GOODS, KINDS, Good, Kind
from domain.concordia.state import Overflow, Player
from services.render.concordia.pen import Box, ConcordiaPen, lettered

COLUMNS = 6
_HEAD = 24
_GAP = 5
_PILL = 70


class Cells(NamedTuple):
    """Where a storehouse lies, and how large its cells are."""

    x: float
    y: float
    width: float
    height: float

    def box(self, index: int) -> Box:
        """A cell, counted row by row."""
        column, row = index % COLUMNS, index // COLUMNS
        return (
            self.x + column * (self.width + _GAP),
            self.y + _HEAD + row * (self.height + _GAP),
            self.width,
            self.height,
        )

    @property
    def wide(self) -> float:
        """The width of all columns."""
        return COLUMNS * (self.width + _GAP) - _GAP


def storehouse(pen: ConcordiaPen, seat: int, cells: Cells) -> str:
    """The cells: goods from the cheapest, colonists, then free ones."""
    player = pen.public.players[seat]
    drawn, index = [_head(pen, seat, cells)], 0
    for what, count in _contents(player):
        boxes = [cells.box(index + i) for i in range(count)]
        drawn += _held(pen, seat, what, boxes)
        index += count
    drawn += [pen.rect(cells.box(i), edge="line", width=1.2, dash="4 3") for i in range(index, DATA.storehouse.cells)]
    return "".join(drawn)


def _contents(player: Player) -> list[tuple[Good | Kind, int]]:
    """What lies in the cells, in their order, and how many of it."""
    goods: list[tuple[Good | Kind, int]] = [(good, player.goods[good]) for good in GOODS]
    return goods + [(kind, player.stored[kind]) for kind in KINDS]


def _held(pen: ConcordiaPen, seat: int, what: Good | Kind, boxes: Sequence[Box]) -> list[str]:
    """All of one kind; the reader points at them together."""
    handle = f"cell:{what}"
    together = seat == pen.drawing.seat and pen.state_of(handle) in ("legal", "chosen") and bool(boxes)
    found = []
    for number, box in enumerate(boxes, 1):
        thing = f"stored:{seat}:{what}:{number}"
        frame = pen.frame(handle if together else thing, box, fill="ground")
        found.append(pen.thing(thing, frame, lettered(_content(pen, seat, what, box))))
    return [pen.thing(handle, *found)] if together else found


def _content(pen: ConcordiaPen, seat: int, what: Good | Kind, box: Box) -> str:
    x, y, width, height = box
    middle = (x + width / 2, y + height / 2)
    size = min(30, height * 0.62)
    for kind in KINDS:
        if kind == what:
            return pen.piece(kind, seat, *middle, size * 0.86)
    return pen.good(what, *middle, size)


def _head(pen: ConcordiaPen, seat: int, cells: Cells) -> str:
    player, drawing = pen.public.players[seat], pen.drawing
    free = DATA.storehouse.cells - sum(player.goods.values()) - sum(player.stored.values())
    own = seat == drawing.seat
    room = cells.wide - (2 * _PILL + 12 if own else 0)
    words = drawing.say("draw.cells", free=free)
    head = pen.heading(cells.x, cells.y + 15, drawing.say("draw.storehouse"), words, room)
    return head + (_order(pen, player, cells) if own else "")


def _order(pen: ConcordiaPen, player: Player, cells: Cells) -> str:
    """What happens to goods that do not fit and come out of turn: two fields, the one in force is filled."""
    drawn = []
    for i, order in enumerate(("dearest", "ask")):
        x, in_force = cells.x + cells.wide - _PILL * (2 - i), player.order == order
        box = (x + 1, cells.y + 2, _PILL - 2, 17.0)
        pill = pen.rect(box, fill="sunk" if in_force else "card", edge="con-card-edge", radius=8.5)
        words = pen.text(
            x + _PILL / 2,
            cells.y + 14.5,
            pen.drawing.say(f"draw.order.{order}"),
            size=11,
            colour="ink" if in_force else "faint",
            anchor="middle",
            room=_PILL - 12,
        )
        drawn.append(pen.thing(f"order:{order}", pill, words))
    return "".join(drawn)


# Goods on their way


def incoming(pen: ConcordiaPen, seat: int, x: float, y: float) -> str:
    """Goods that do not all fit, dearest first, and goods that have not arrived yet."""
    drawn, at = [], x
    for owed in pen.public.overflows:
        if owed.seat == seat:
            words = pen.drawing.say("draw.keep", room=owed.room, all=len(owed.goods))
            drawn += [pen.text(at, y + 28, words, face="sans-600", size=12.5, room=110), _owed(pen, owed, at + 116, y)]
            at += 130 + 46 * len(owed.goods)
    for receipt in pen.public.receipts:
        if receipt.seat == seat:
            drawn.append(pen.text(at, y + 28, pen.drawing.say("draw.due"), size=12.5, colour="faint", room=90))
            drawn.append(_row(pen, f"due:{seat}", receipt.goods, at + 96, y))
            at += 110 + 46 * len(receipt.goods)
    return "".join(drawn)


def is_awaiting(pen: ConcordiaPen, seat: int) -> bool:
    """Whether goods are on their way to a player."""
    waiting = {one.seat for one in pen.public.overflows} | {one.seat for one in pen.public.receipts}
    return seat in waiting


def _owed(pen: ConcordiaPen, owed: Overflow, x: float, y: float) -> str:
    return _row(pen, f"owed:{owed.seat}", owed.goods, x, y, own=owed.seat == pen.drawing.seat)


def _row(pen: ConcordiaPen, prefix: str, goods: Sequence[Good], x: float, y: float, *, own: bool = False) -> str:
    drawn = []
    ordered = sorted(goods, key=GOODS.index, reverse=True)
    for i, good in enumerate(ordered):
        number = ordered[: i + 1].count(good)
        box = (x + 46 * i, y + 2, 42.0, 42.0)
        thing, handle = f"{prefix}:{good}:{number}", f"incoming:{good}:{number}"
        state = pen.state_of(handle) if own else ""
        frame = pen.frame(handle if state else thing, box, fill="ground")
        piece = pen.thing(thing, frame, lettered(pen.good(good, box[0] + 21, box[1] + 21, 27)))
        drawn.append(pen.thing(handle, piece) if state else piece)
    return "".join(drawn)
