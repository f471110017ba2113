"""Trajan cards: a spine with the phase, the pattern to build, the things to collect, how often each is fulfilled."""

from collections.abc import Iterator, Sequence
from typing import Literal

from domain.forum_trajanum.data import DATA, TRAJAN_CARD, BuildObjective, Need
from domain.forum_trajanum.prestige import trajan_value
from services.render import svg
from services.render.forum_trajanum import pieces
from services.render.forum_trajanum.pen import Box, TablePen
from services.render.forum_trajanum.standing import times
from services.render.text import Face

HEIGHT = 76
SPINE = 22
_ROMAN = ("I", "II", "III")
_PATTERN_ROOM = 44
_PATTERN_WIDE = 42
_ANY, _COLOURED, _GREY = "square-any", "square-coloured", "square-grey"
_COLOURS = ("square-blue", "square-orange", "square-green", "square-yellow")
_GREYS = ("tile-column", "tile-library", "tile-basilica", "tile-market")
_NEEDS: dict[str, tuple[tuple[str, str | None], ...]] = {
    "worker_different": (("w-any", "ink"),),
    "citizen_different": (("c-patrician", "ink"), ("c-artisan", "ink")),
    "citizen_each_class": (("c-patrician", "ink"), ("c-merchant", "ink"), ("c-artisan", "ink")),
    "envoy_on_ship": (("ship", "ink"),),
    "column_built": (("tile-column", None),),
    "crane_scored": (("crane-scored", None),),
    "forum_marker_at_column": (("marker-beside", "ink"),),
}
"""What is asked for beside resources."""
_DIFFERENT = {"worker_different", "citizen_different"}

When = Literal["past", "now", "to come"]


def when(pen: TablePen, phase: int) -> When:
    """Whether the card of a phase was scored, counts now or is to come."""
    now = max(pen.public.phase, 1)
    return "past" if phase < now else "now" if phase == now else "to come"


def card(pen: TablePen, phase: int, box: Box, seat: int | None) -> str:
    """The card of a phase; for a seat with how often it fulfils it."""
    name = pen.public.trajan_cards[phase - 1]
    time = when(pen, phase)
    if not name:
        return _absent(pen, phase, box)
    body = _face(pen, phase, box, now=time == "now") + _content(pen, name, box, seat)
    faded = svg.group(body, opacity=0.55) if time == "past" else body
    return pen.framed(f"card:{name}", box.grown(1), faded)


def _face(pen: TablePen, phase: int, box: Box, *, now: bool) -> str:
    edge = "ft-gold" if now else "line"
    face = pen.rect(box, "card", radius=3, stroke=edge, width=2 if now else None)
    spine = pen.rect(Box(box.x, box.y, SPINE, box.height), "ft-gold" if now else "ft-spine", radius=3)
    number = pen.text(
        box.x + SPINE / 2,
        box.y + box.height / 2 + 5,
        _ROMAN[phase - 1],
        face="serif-700",
        size=15,
        colour="ft-gold-on" if now else "ink",
        anchor="middle",
        room=SPINE - 2,
    )
    return face + spine + number


def _absent(pen: TablePen, phase: int, box: Box) -> str:
    """A first game has no card in its first phases."""
    face = pen.rect(box, None, radius=3, stroke="line", dash="3 3")
    y = box.y + box.height / 2 + 5
    roman = _ROMAN[phase - 1]
    number = pen.text(
        box.x + SPINE / 2, y, roman, face="serif-700", size=15, colour="faint", anchor="middle", room=SPINE - 2
    )
    middle, room = box.x + SPINE + (box.width - SPINE) / 2, box.width - SPINE - 8
    return face + number + pen.text(middle, y, pen.say("no_card"), colour="faint", anchor="middle", room=room)


def _content(pen: TablePen, name: str, box: Box, seat: int | None) -> str:
    printed = TRAJAN_CARD[name]
    left, wide = box.x + SPINE, box.width - SPINE
    one, other = left + wide * 0.26, left + wide * 0.75
    middle = left + wide / 2
    parted = pen.path(f"M{svg.number(middle)} {svg.number(box.y + 8)}v42", stroke="line")
    drawn = _pattern(pen, printed.build, one, box.y + 6) + parted + _needs(pen, printed.collect.needs, other, box.y + 6)
    done = times(name, pen.public, seat) if seat is not None else (None, None)
    words = (("build", one, done[0]), ("collect", other, done[1]))
    return drawn + "".join(_counted(pen, key, x, box.y + box.height - 9, wide / 2 - 4, n) for key, x, n in words)


def _counted(pen: TablePen, key: str, x: float, y: float, room: float, number: int | None) -> str:
    """What is asked for, and how often a seat has it."""
    word = pen.say(key)
    content = word if number is None else f"{number}× {word}"
    face: Face = "sans-600" if number else "sans"
    colour = "ft-gold" if number else "faint"
    return pen.text(x, y, content, face=face, size=11.5, colour=colour, anchor="middle", room=room)


# What is to be built


def _pattern(pen: TablePen, build: BuildObjective, middle: float, top: float) -> str:
    squares = [*_squares(build)]
    rows = max(row for row, _, _ in squares) + 1
    columns = max(column for _, column, _ in squares) + 1
    gap = 2 if rows < 4 else 1.5  # noqa: PLR2004 - four squares have to lie closer
    size = min(15, (_PATTERN_ROOM - gap * (rows - 1)) / rows, (_PATTERN_WIDE - gap * (columns - 1)) / columns)
    left = middle - (columns * (size + gap) - gap) / 2
    down = top + (_PATTERN_ROOM - rows * (size + gap) + gap) / 2
    drawn = [
        pen.icon(icon, left + column * (size + gap), down + row * (size + gap), size, colour)
        for row, column, (icon, colour) in squares
    ]
    if build.distinct != "none":
        x = left + columns * (size + gap) + 3
        drawn.append(pen.text(x, top + _PATTERN_ROOM / 2 + 4, "≠", face="sans-600", size=12))
    return "".join(drawn)


def _squares(build: BuildObjective) -> Iterator[tuple[int, int, tuple[str, str | None]]]:
    """Row, column and drawing of every square of the pattern."""
    temple, crane = ("temple", "ft-temple"), ("crane", "ink")
    if build.type == "temple_vertical":
        yield from ((0, 0, (_ANY, None)), (1, 0, temple), (2, 0, (_ANY, None)))
    elif build.type == "temple_corners":
        yield 1, 1, temple
        yield from ((row, column, (_COLOURED, None)) for row in (0, 2) for column in (0, 2))
    elif build.type == "crane_sides":
        yield from ((0, 0, crane), (0, 1, (_ANY, None)), (1, 0, (_ANY, None)))
    elif build.type == "one_of_each_colour":
        yield from ((place // 2, place % 2, (icon, None)) for place, icon in enumerate(_COLOURS))
    else:
        for place, cell in enumerate(build.cells):
            yield (*cell.at, (_wanted(cell.wanted, build.distinct, place), None))


def _wanted(wanted: str, distinct: str, place: int) -> str:
    if distinct == "grey_type":
        return _GREYS[place]
    if distinct == "colour":
        return _COLOURS[place]
    return {"grey": _GREY, "coloured": _COLOURED}.get(wanted, _ANY)


# What is to be collected


def _needs(pen: TablePen, needs: Sequence[Need], middle: float, top: float) -> str:
    """Two drawings in a line; things that must differ have a sign behind them."""
    drawn: list[str] = []
    place = 0
    left = middle - (24 if any(need.kind in _DIFFERENT for need in needs) else 19)
    for need in needs:
        for icon, colour in _drawings(need):
            line, column = divmod(place, 2)
            drawn.append(pen.icon(icon, left + 20 * column, top + 1 + 21 * line, 18, colour))
            place += 1
        if need.kind in _DIFFERENT:
            y = top + 1 + 21 * ((place - 1) // 2) + 13
            drawn.append(pen.text(left + 39, y, "≠", face="sans-600", size=12, room=9))
    return "".join(drawn)


def _drawings(need: Need) -> list[tuple[str, str | None]]:
    if need.kind in pieces.ICON:
        icon, colour = pieces.ICON[need.kind]
        return [(icon, colour)] * need.n
    kinds = _NEEDS[need.kind]
    return list(kinds) if len(kinds) > 1 else list(kinds) * need.n


# All of them


def strip(pen: TablePen, box: Box) -> str:
    """The cards side by side, for the reader."""
    phases = DATA.meta.phases
    gap = 8
    wide = (box.width - gap * (phases - 1)) / phases
    return "".join(
        card(pen, phase, Box(box.x + (phase - 1) * (wide + gap), box.y, wide, box.height), pen.drawing.seat)
        for phase in range(1, phases + 1)
    )


def block(pen: TablePen, x: float, y: float, width: float) -> str:
    """The card that counts next with what it brings everyone; below it the two others."""
    cards = pen.public.trajan_cards
    now = next(phase for phase, name in enumerate(cards, 1) if name and phase >= pen.public.phase)
    others = [phase for phase in range(1, DATA.meta.phases + 1) if phase != now]
    half = (width - 8) / 2
    drawn = [card(pen, now, Box(x, y, width * 0.6, HEIGHT), None)]
    drawn.append(_brings(pen, now, Box(x + width * 0.6 + 1, y, width * 0.4 - 1, HEIGHT)))
    for place, phase in enumerate(others):
        drawn.append(card(pen, phase, Box(x + place * (half + 8), y + HEIGHT + 8, half, HEIGHT), None))
    return "".join(drawn)


def _brings(pen: TablePen, phase: int, box: Box) -> str:
    """How often each seat fulfils the card, times the value of Trajan's head."""
    name = pen.public.trajan_cards[phase - 1]
    seats = len(pen.public.colonies)
    if not name:
        return ""
    line = min(22.0, (box.height - 6) / seats)
    drawn = []
    for seat in range(seats):
        y = box.y + box.height / 2 + (seat - (seats - 1) / 2) * line
        number, value = sum(times(name, pen.public, seat)), trajan_value(pen.colony(seat))
        drawn.append(pen.seat_mark(seat, box.x + 15, y, 16 if seats < 4 else 14))  # noqa: PLR2004 - four are close
        product = f"{number} × {value} ="
        drawn.append(pen.text(box.x + box.width - 32, y + 4, product, size=11.5, colour="faint", anchor="end"))
        total = str(number * value)
        drawn.append(pen.text(box.x + box.width - 8, y + 5, total, face="serif-600", size=15, anchor="end", room=22))
    return "".join(drawn)
