"""The whole table as one picture: the six places, time and needs, and below them every seat's circle and belongings."""

from typing import NamedTuple

from domain.kernel.ids import Seat
from domain.trajan.data import ACTION_OF, BOWLS
from services.render import text
from services.render.drawing import Drawing, Part
from services.render.picture import CAPTION, WIDTH
from services.render.renderer import Layout, Placed
from services.render.trajan import mats
from services.render.trajan.calendar import calendar
from services.render.trajan.circle import circle
from services.render.trajan.construction import construction
from services.render.trajan.forum import forum
from services.render.trajan.military import military
from services.render.trajan.pen import Box, TablePen
from services.render.trajan.port import port
from services.render.trajan.senate import senate
from services.render.trajan.stacks import row_of_stacks

_TOP = CAPTION + 10
_GAP, _MARGIN = 10.0, 16.0
_HEAD = 32.0
_PADDING = 8.0
_COLUMNS = ((16.0, 300.0), (326.0, 448.0), (784.0, 400.0))
_BOARD = 654.0
_TALL_PLAYERS = 3


class _Panel(NamedTuple):
    """A card with a head, for the part of one action."""

    action: str
    box: Box


class _Areas(NamedTuple):
    """Where the seats' areas are, and which of them hold changes."""

    boxes: list[Box]
    changed: list[bool]


def table(drawing: Drawing) -> Layout:
    """The picture below its caption."""
    panels = _panels()
    drawn = {
        "port": port(drawing),
        "construction": construction(drawing),
        "military": military(drawing),
        "trajan": row_of_stacks(drawing),
        "forum": forum(drawing),
        "senate": senate(drawing),
    }
    time = Box(_COLUMNS[2][0], _TOP, _COLUMNS[2][1], 126)
    seats = _seat_boxes(len(drawing.players))
    places = [_inside(panel.box, drawn[panel.action]) for panel in panels]
    places.append(Placed(calendar(drawing), time.x + _PADDING - 1, time.y + 7))
    areas = [_seat(drawing, Seat(number), box) for number, box in enumerate(seats)]
    frame = _frame(drawing, panels, time, _Areas(seats, [any(map(_is_changed, area)) for area in areas]))
    bottom = seats[-1].y + seats[-1].height
    return Layout([Placed(frame, 0, 0), *places, *(one for area in areas for one in area)], bottom + 14)


def _is_changed(placed: Placed) -> bool:
    return 'class="changed"' in placed.part.body


def _panels() -> list[_Panel]:
    left, middle, right = _COLUMNS
    port_height, arch_height, forum_height = 346.0, 138.0, 212.0
    below_time = _TOP + 126 + _GAP
    return [
        _Panel("port", Box(left[0], _TOP, left[1], port_height)),
        _Panel("construction", _rest(left, _TOP + port_height + _GAP)),
        _Panel("military", Box(middle[0], _TOP, middle[1], _BOARD - arch_height - _GAP)),
        _Panel("trajan", _rest(middle, _TOP + _BOARD - arch_height)),
        _Panel("forum", Box(right[0], below_time, right[1], forum_height)),
        _Panel("senate", _rest(right, below_time + forum_height + _GAP)),
    ]


def _rest(column: tuple[float, float], y: float) -> Box:
    """From `y` to the foot of the board."""
    return Box(column[0], y, column[1], _TOP + _BOARD - y)


def _inside(box: Box, part: Part) -> Placed:
    """A part below the head of its panel, as large as it fits."""
    width, height = box.width - 2 * _PADDING, box.height - _HEAD - _PADDING
    scale = min(width / part.width, height / part.height)
    x = box.x + (box.width - part.width * scale) / 2
    y = box.y + _HEAD + (height - part.height * scale) / 2
    return Placed(part, x, y, scale)


def _seat_boxes(players: int) -> list[Box]:
    """Three seats stand side by side, two or four in rows of two."""
    columns = _TALL_PLAYERS if players == _TALL_PLAYERS else 2
    size = mats.TALL if columns == _TALL_PLAYERS else mats.WIDE
    width = (WIDTH - 2 * _MARGIN - _GAP * (columns - 1)) / columns
    height = size[1] + 2 * _PADDING + 2
    top = _TOP + _BOARD + _GAP
    return [
        Box(_MARGIN + (width + _GAP) * (n % columns), top + (height + _GAP) * (n // columns), width, height)
        for n in range(players)
    ]


def _seat(drawing: Drawing, seat: Seat, box: Box) -> list[Placed]:
    tall = len(drawing.players) == _TALL_PLAYERS
    area = mats.tall(drawing, seat) if tall else mats.wide(drawing, seat)
    x = box.x + (box.width - area.width) / 2
    y = box.y + _PADDING
    ring = circle(drawing, seat)
    scale = mats.TALL[0] / ring.width if tall else 0.905
    return [Placed(area, x, y), Placed(ring, x, y + 40, scale)]


def _frame(drawing: Drawing, panels: list[_Panel], time: Box, areas: _Areas) -> Part:
    """The cards that everything lies on; the area of a seat with changes has an edge of laurel."""
    pen = TablePen(drawing)
    cards = [_card(pen, box) for box in (time, *(panel.box for panel in panels))]
    cards += [_card(pen, box, changed=changed) for box, changed in zip(*areas, strict=True)]
    heads = [_head(pen, panel) for panel in panels]
    return pen.part("frame", "", (WIDTH, _TOP + _BOARD), *cards, *heads)


def _card(pen: TablePen, box: Box, *, changed: bool = False) -> str:
    return pen.rect(box, "card", "good" if changed else "line", rx=8, stroke_width=2.2 if changed else 1)


def _head(pen: TablePen, panel: _Panel) -> str:
    """Numeral and icon of the bowl that leads here, name, and a hint at the right."""
    box = panel.box
    x, base = box.x + _PADDING, box.y + 23
    numeral = BOWLS[ACTION_OF.index(panel.action)]
    pill = pen.rect(Box(x, base - 14, 25, 18), "card", "trajan-mosaic-2", rx=9)
    pill += pen.text(x + 12.5, base - 0.8, numeral, face="serif-700", size=12, anchor="middle", room=20)
    icon = pen.icon(f"a-{panel.action}", x + 32, base - 14.5, 18)
    words = pen.say(f"place.{panel.action}")
    name = pen.text(x + 58, base, words, face="serif-600", size=17, room=box.width - 90)
    view = pen.view
    hint = pen.say(f"hint.{panel.action}", forum=view.forum_stack_size, extra=view.extra_stack_size)
    room = max(box.width - 2 * _PADDING - 74 - text.width(words, "serif-600", 17), 0)
    return (
        pill
        + icon
        + name
        + pen.text(box.x + box.width - _PADDING - 2, base, hint, size=13, colour="faint", anchor="end", room=room)
    )
