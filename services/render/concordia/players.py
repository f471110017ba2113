"""The players in turn order: what each has, the top of the pile that a Diplomat can copy, and whose turn it is."""

from collections.abc import Callable
from typing import NamedTuple

from domain.concordia.data import CARDS
from domain.concordia.state import OVER
from services.render import text
from services.render.concordia.cards import picture_of
from services.render.concordia.hand import glyphs
from services.render.concordia.holdings import (
    awaited,
    badges,
    badges_width,
    chip_width,
    counted,
    holdings,
    magnus,
    number,
    pile_chip,
)
from services.render.concordia.pen import ConcordiaPen
from services.render.drawing import Drawing, Part

STRIP_HEIGHT = 116.0
_ROW_WIDTH, _ROW_HEIGHT = 304.0, 64.0
_NARROW, _NARROW_HEIGHT = 390.0, 74.0
_COLUMNS = {2: 2, 3: 3, 4: 2, 5: 3}
"""By the number of players: the fields of a row on a tablet."""
_CROWD = 5
"""So many players share the width that their goods need a line of their own."""
_NAME = 90.0
"""A name is shown whole up to this width, before anything beside it is."""


class Field(NamedTuple):
    """Where a player's field lies."""

    x: float
    y: float
    width: float
    height: float


_Draw = Callable[[ConcordiaPen, int, Field], str]


def players(drawing: Drawing) -> Part:
    """The list beside the board; on a tablet below it, in columns; on a phone a strip of narrow fields."""
    pen = ConcordiaPen(drawing, "players")
    count = len(pen.public.players)
    if drawing.tablet:
        columns = _COLUMNS[count]
        places = [divmod(i, columns) for i in range(count)]
        fields = [Field(_ROW_WIDTH * x, _ROW_HEIGHT * y, _ROW_WIDTH, _ROW_HEIGHT) for y, x in places]
        return _part(pen, (_ROW_WIDTH * columns, _ROW_HEIGHT * (places[-1][0] + 1)), fields, _row)
    if drawing.compact:
        wide = _NARROW / count
        fields = [Field(wide * i, 0, wide, _NARROW_HEIGHT) for i in range(count)]
        return _part(pen, (_NARROW, _NARROW_HEIGHT), fields, _narrow)
    fields = [Field(0, _ROW_HEIGHT * i, _ROW_WIDTH, _ROW_HEIGHT) for i in range(count)]
    return _part(pen, (_ROW_WIDTH, _ROW_HEIGHT * count), fields, _row)


def strip(drawing: Drawing, width: float) -> Part:
    """The players side by side, with all their cards as small pictures."""
    pen = ConcordiaPen(drawing, "players")
    count = len(pen.public.players)
    height = STRIP_HEIGHT if count < _CROWD else STRIP_HEIGHT + 26
    fields = [Field(width / count * i, 0, width / count, height) for i in range(count)]
    return _part(pen, (width, height), fields, _strip_field)


def _part(pen: ConcordiaPen, size: tuple[float, float], fields: list[Field], draw: _Draw) -> Part:
    """The players from the first one on."""
    count = len(pen.public.players)
    drawn = []
    for i, field in enumerate(fields):
        seat = (pen.public.first + i) % count
        drawn.append(pen.thing(f"player:{seat}", _ground(pen, seat, field, size), draw(pen, seat, field)))
    return pen.part("players", pen.drawing.say("draw.players"), size, *drawn)


def _ground(pen: ConcordiaPen, seat: int, field: Field, size: tuple[float, float]) -> str:
    """The ground of a field; the active player's has an accent edge."""
    active = seat == pen.public.active and pen.public.step != OVER
    x, y, width, height = field
    beside = width < size[0]
    ground = pen.rect(field, fill="turn-soft" if active else "card", radius=0)
    rule = (pen.rule(x, y, 0, height) if beside else "") + ("" if beside and not y else pen.rule(x, y, width, 0))
    if not active:
        return ground + rule
    edge = (x, y, width, 4.0) if beside else (x, y, 4.0, height)
    return ground + rule + pen.rect(edge, fill="accent", radius=0)


def _row(pen: ConcordiaPen, seat: int, field: Field) -> str:
    """A line of the list: name and badges, below them the numbers."""
    x, y, right = field.x, field.y, field.x + field.width - 12
    named = _has_room(pen, seat, 15, right - x - 44 - 46)
    chip, chip_left = pile_chip(pen, seat, right, y + 9, named=named)
    in_hand = len(pen.public.players[seat].hand)
    cards = pen.icon("cards", chip_left - 42, y + 11, 17, "faint") + pen.text(
        chip_left - 23, y + 25, str(in_hand), face="sans-600", size=13.5, colour="faint", room=20
    )
    worn, left = badges(pen, seat, chip_left - 46, y + 20)
    name = pen.text(x + 44, y + 26, pen.drawing.players[seat], face="sans-600", size=15, room=left - x - 48)
    numbers = holdings(pen, seat, x + 12, (y + 48,), field.width - 20)
    return pen.seat_mark(seat, x + 24, y + 21, 24) + name + worn + cards + chip + numbers


def _strip_field(pen: ConcordiaPen, seat: int, field: Field) -> str:
    """A field of the strip: name and badges, the numbers, the cards."""
    x, right = field.x, field.x + field.width - 14
    named = _has_room(pen, seat, 17, right - x - 48 - 4)
    chip, chip_left = pile_chip(pen, seat, right, 18, named=named)
    worn, left = badges(pen, seat, chip_left - 4, 28)
    name = pen.text(x + 48, 34, pen.drawing.players[seat], face="sans-600", size=17, room=left - x - 52)
    below = field.height - 18
    coming, until = awaited(pen, seat, right, below)
    cards = glyphs(pen, seat, x + 14, below - 8, until - x - 20)
    lines = (64.0,) if field.height == STRIP_HEIGHT else (62.0, 88.0)
    numbers = holdings(pen, seat, x + 14, lines, field.width - 22)
    return pen.seat_mark(seat, x + 29, 28, 26) + name + worn + chip + numbers + cards + coming


def _has_room(pen: ConcordiaPen, seat: int, size: float, room: float) -> bool:
    """Whether the card on a pile can be named beside its player: of the two names the player's goes first."""
    name = min(text.width(pen.drawing.players[seat], "sans-600", size), _NAME)
    return name + 4 + badges_width(pen, seat) + chip_width(pen, seat, named=True) <= room


def _narrow(pen: ConcordiaPen, seat: int, field: Field) -> str:
    """A field on a phone: money, houses and the top of the pile."""
    x, right, player = field.x, field.x + field.width, pen.public.players[seat]
    money = number(pen, f"money:{seat}", player.money, pen.coin(x + 38, 24, 15), (x + 48, 24), field.width - 50)
    house = pen.piece("house", seat, x + 14, 54, 13, letter=False)
    houses = number(pen, f"count:{seat}:house", len(player.houses), house, (x + 24, 54), 20)
    thing = f"pile:{seat}"
    top = picture_of(pen, CARDS[player.discard[-1]], right - 17, 54, 17) if player.discard else ""
    chip = pen.thing(thing, pen.frame(thing, (right - 30, 42, 26, 24), radius=4), top)
    wreath = magnus(pen, right - 12, 11, 14) if pen.public.magnus == seat else ""
    return pen.seat_mark(seat, x + 16, 24, 24) + counted(pen, money, houses) + chip + wreath
