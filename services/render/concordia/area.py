"""What lies before a player: purse, storehouse, hand and pile."""

from services.render.concordia.hand import LARGE, discard, discard_line, hand, rows_of_hand
from services.render.concordia.pen import ConcordiaPen, lettered
from services.render.concordia.storehouse import Cells, incoming, is_awaiting, storehouse
from services.render.drawing import Drawing, Part

_WIDTH, _HEIGHT = 1200.0, 150.0
_NARROW = 390.0
_INCOMING = 50.0
_EDGE = 14.0


def area_name(drawing: Drawing, seat: int) -> str:
    """What the area of a player is called among the parts of the table."""
    return "own" if seat == drawing.seat else f"area:{seat}"


def area(drawing: Drawing, seat: int) -> Part:
    """The area of a player; the reader's own can be pointed at."""
    name = area_name(drawing, seat)
    pen = ConcordiaPen(drawing)
    draw = _narrow if drawing.compact else _wide
    size, body = draw(pen, seat)
    plate = pen.rect((0.5, 0.5, size[0] - 1, size[1] - 1), fill="card", edge="line", radius=8)
    return pen.part(name, drawing.say("draw.area", seat=seat), size, plate, body)


def _wide(pen: ConcordiaPen, seat: int) -> tuple[tuple[float, float], str]:
    awaiting = is_awaiting(pen, seat)
    top = 9 + (_INCOMING if awaiting else 0)
    right = _WIDTH - _EDGE - LARGE[0] - 12
    body = (
        _purse(pen, seat, top)
        + storehouse(pen, seat, Cells(150, top, 48, 50))
        + hand(pen, seat, 488, top, right - 510)
        + discard(pen, seat, right, top)
    )
    if awaiting:
        body += incoming(pen, seat, _EDGE, 6)
    return (_WIDTH, _HEIGHT + top - 9), body


def _purse(pen: ConcordiaPen, seat: int, y: float) -> str:
    player, drawing = pen.public.players[seat], pen.drawing
    mark = pen.seat_mark(seat, 26, y + 12, 24)
    name = pen.text(44, y + 18, drawing.players[seat], face="serif-600", size=16, room=88)
    changed = pen.state_of(f"money:{seat}") == "changed"
    money = pen.text(
        56, y + 76, str(player.money), face="serif-700", size=34, colour="accent-deep" if changed else "ink", room=78
    )
    left = drawing.say("draw.houses_left", houses=player.houses_left)
    houses = lettered(pen.piece("house", seat, 26, y + 118, 17)) + pen.text(
        44, y + 123, left, size=13, colour="faint", room=90
    )
    return mark + name + pen.coin(27, y + 65, 28) + money + houses + pen.rule(138, y, 0, 132)


def _narrow(pen: ConcordiaPen, seat: int) -> tuple[tuple[float, float], str]:
    """One below the other, for a phone: first the hand, with which every turn begins."""
    player, drawing = pen.public.players[seat], pen.drawing
    awaiting = is_awaiting(pen, seat)
    left = drawing.say("draw.houses_left", houses=player.houses_left)
    head = (
        pen.seat_mark(seat, 24, 22, 24)
        + pen.text(42, 28, drawing.players[seat], face="serif-600", size=16, room=130)
        + lettered(pen.coin(198, 22, 20), pen.piece("house", seat, 272, 21, 17))
        + pen.text(212, 28, str(player.money), face="serif-700", size=18, room=44)
        + pen.text(288, 27, left, size=13, colour="faint", room=92)
    )
    cards = hand(pen, seat, 12, 40, _NARROW - 24)
    waiting_top = 40 + 24 + 112 * rows_of_hand(pen, seat, _NARROW - 24) + 6
    waiting = incoming(pen, seat, 12, waiting_top) if awaiting else ""
    top = waiting_top + (_INCOMING if awaiting else 0)
    store = storehouse(pen, seat, Cells(12, top, 57, 44))
    pile_top = top + 24 + 2 * 49 + 8
    size = (_NARROW, pile_top + 34)
    return size, head + cards + waiting + store + discard_line(pen, seat, 12, pile_top, _NARROW - 24)
