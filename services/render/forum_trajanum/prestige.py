"""The prestige track: a slider, above it what Trajan's head is worth, below it the points of the largest area."""

from collections.abc import Sequence

from domain.forum_trajanum.data import DATA, SliderSide
from domain.forum_trajanum.prestige import next_position
from domain.forum_trajanum.state import Colony
from services.render import svg
from services.render.forum_trajanum.pen import Box, TablePen
from services.render.forum_trajanum.standing import largest
from services.render.svg import number as n
from services.render.text import Face

_TRACK = DATA.prestige
_FIELDS = len(_TRACK.points_below)
_ON_SLIDER = len(_TRACK.base.labels)
_VALUES = max(_TRACK.base.head_field, _TRACK.advanced.head_field) + max(_TRACK.positions)
"""As far as Trajan's head can come."""
_UNBOUNDED = 99
_NARROW = 20
"""Fields of this width need all of it for their figures."""
HEIGHT, HEIGHT_TOLD = 87, 104


class _Lane:
    """The track of one seat, drawn between `left` and `left + width`."""

    def __init__(self, pen: TablePen, seat: int, left: float, width: float) -> None:
        self.pen = pen
        self.seat = seat
        self.left = left
        self.field = width / _FIELDS
        self.width = width
        self.own: Colony = pen.colony(seat)
        self.side = _TRACK.advanced if self.own.advanced else _TRACK.base
        self.letters = min(13.0, self.field * 0.62)

    def middle(self, field: float) -> float:
        return self.left + (field + 0.5) * self.field

    def cells(self, fields: Sequence[int], y: float, *, fill: str, stroke: str | None = None) -> str:
        """A row of fields."""
        wide = self.field - 1
        d = "".join(f"M{n(self.left + field * self.field + 0.5)} {n(y)}h{n(wide)}v17h-{n(wide)}z" for field in fields)
        return self.pen.path(d, fill=fill, stroke=stroke)

    def figures(self, values: Sequence[tuple[int, object]], y: float, *, hit: bool, faint: bool = False) -> str:
        colour = "ft-gold-on" if hit else "faint" if faint else "ink"
        face: Face = "serif-700" if hit else "serif" if faint else "serif-600"
        texts = [(self.middle(field), str(value)) for field, value in values]
        return self.pen.numbers(texts, y, face=face, size=self.letters, colour=colour, room=self.field - 1)


def prestige(pen: TablePen, seat: int, left: float, width: float, *, told: bool = False) -> str:
    """The track of a seat; `told` adds the words, to the left of `left`, and the other side of the slider."""
    lane = _Lane(pen, seat, left, width)
    if told:
        return _drawn(lane, told=True)
    name = pen.of(seat, "slider")
    own, size = lane.own, largest(pen.public, seat)
    key = (name, pen.state_of(name), left, width, own.slider, own.advanced, next_position(own), size)
    return pen.remembered(key, lambda: _drawn(lane, told=False))


def _drawn(lane: _Lane, *, told: bool) -> str:
    pen, seat, left, width = lane.pen, lane.seat, lane.left, lane.width
    hit = field_of(lane.side, largest(pen.public, seat))
    return "".join(
        (
            _values(lane),
            pen.rect(Box(left, 36, width, 31), "ft-street", radius=3),
            _cypresses(lane),
            _next(lane),
            pen.framed(pen.of(seat, "slider"), Box(_slider_x(lane, lane.own.slider) - 2, 35, 0, 0), _slider(lane, hit)),
            _points(lane, hit),
            _told(lane) if told else "",
        )
    )


def field_of(side: SliderSide, envoys: int) -> int | None:
    """The field of the slider that counts so many envoys."""
    return next((i for i, label in enumerate(side.labels) if label and label[0] <= envoys <= label[1]), None)


def _slider_x(lane: _Lane, position: int) -> float:
    return lane.left + position * lane.field


def _values(lane: _Lane) -> str:
    """What Trajan's head is worth on each field; the one that counts now is gold."""
    head = lane.side.head_field - 1 + lane.own.slider
    others = [field for field in range(_VALUES) if field != head]
    values = [(field, _TRACK.points_above[field]) for field in others]
    grounds = lane.cells(others, 16, fill="ft-spine") + lane.cells([head], 16, fill="ft-gold")
    return (
        grounds + lane.figures(values, 29, hit=False) + lane.figures([(head, _TRACK.points_above[head])], 29, hit=True)
    )


def _cypresses(lane: _Lane) -> str:
    drawn = []
    for position in _TRACK.cypress_positions:
        x = _slider_x(lane, position)
        drawn.append(lane.pen.icon("cypress", x - 7.5, 1, 15, "ft-upgrade"))
    dots = [x for x in _TRACK.positions if x != lane.own.slider]
    drawn += [lane.pen.disc(_slider_x(lane, position) + 3, 51.5, 1.6, "faint") for position in dots]
    return "".join(drawn)


def _next(lane: _Lane) -> str:
    """Where the next upgrade takes the slider."""
    position = next_position(lane.own)
    if position == lane.own.slider:
        return ""
    box = Box(_slider_x(lane, position), 37, _ON_SLIDER * lane.field, 29)
    return lane.pen.rect(box, None, radius=4, stroke="ft-upgrade", width=1.4, dash="3 3")


def _slider(lane: _Lane, hit: int | None) -> str:
    pen, x = lane.pen, _slider_x(lane, lane.own.slider)
    changed = pen.state_of(pen.of(lane.seat, "slider")) == "changed"
    body = pen.rect(
        Box(x, 37, _ON_SLIDER * lane.field, 29),
        "card",
        radius=4,
        stroke="accent" if changed else "ink",
        width=2.4 if changed else 1.5,
    )
    head = x + (lane.side.head_field - 0.5) * lane.field
    pointer = pen.path(f"M{n(head - 5.5)} 37.5l5.5-6l5.5 6z", fill="ink")
    ticks = "".join(f"M{n(x + i * lane.field)} 41v21" for i in range(1, _ON_SLIDER))
    labels = _labels(lane, lane.side)
    others = [label for field, label in labels if field != hit]
    drawn = [body, pointer, pen.path(ticks, stroke="line"), _numbers(lane, others, "ink", "sans")]
    if hit is not None:
        at, wide = lane.middle(hit + lane.own.slider), lane.field - 4
        drawn.append(pen.rect(Box(at - wide / 2, 39, wide, 25), "ft-gold", radius=3))
        drawn.append(_numbers(lane, [dict(labels)[hit]], "ft-gold-on", "sans-700"))
    return "".join(drawn)


def _labels(lane: _Lane, side: SliderSide) -> list[tuple[int, tuple[float, str]]]:
    """What each field of that side of the slider shows, and where."""
    found = []
    for field, label in enumerate(side.labels):
        if label:
            first, last = label
            content = str(first) if first == last else f"{first}+" if last == _UNBOUNDED else f"{first}–{last}"
            found.append((field, (lane.middle(field + lane.own.slider), content)))
    return found


def _numbers(lane: _Lane, labels: Sequence[tuple[float, str]], colour: str, face: Face) -> str:
    return lane.pen.numbers(
        labels, 57, face=face, size=lane.letters, colour=colour, room=lane.field - (4 if lane.field > _NARROW else 1)
    )


def _points(lane: _Lane, hit: int | None) -> str:
    """What the largest area brings; gold where it stands now."""
    scored = None if hit is None else hit + lane.own.slider
    others = [field for field in range(_FIELDS) if field != scored]
    values = [(field, _TRACK.points_below[field]) for field in others]
    drawn = lane.cells(others, 69, fill="ground", stroke="line") + lane.figures(values, 82, hit=False, faint=True)
    if scored is None:
        return drawn
    value = [(scored, _TRACK.points_below[scored])]
    return drawn + lane.cells([scored], 69, fill="ft-gold") + lane.figures(value, 82, hit=True)


def _told(lane: _Lane) -> str:
    """The words of the rows, and what the other side of the slider would show at this place."""
    pen = lane.pen
    rows = (("trajan_value", 29), ("largest_area", 56), ("points_row", 82), ("if_turned", 101))
    words = [pen.text(0, y, pen.say(key), size=11.5, colour="faint", room=lane.left - 6) for key, y in rows]
    other = _TRACK.base if lane.own.advanced else _TRACK.advanced
    texts = [label for _, label in _labels(lane, other)]
    head = lane.middle(other.head_field - 1 + lane.own.slider)
    figures = pen.numbers(texts, 101, face="sans", size=11, colour="faint", room=lane.field - 3)
    return svg.group(*words, figures, pen.icon("trajan", head - lane.field / 2 - 5, 91, 12, "faint"))
