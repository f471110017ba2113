"""The time ring with quarter and round, the needs of the people, and what each seat would lose for unmet ones."""

import math

from domain.trajan.data import DATA
from services.render import svg
from services.render.drawing import Drawing, Part
from services.render.trajan import tiles
from services.render.trajan.pen import Box, TablePen, signed

SIZE = (386, 112)
COMPACT_SIZE = (390, 62)
ROMAN = ("I", "II", "III", "IV")
_RADIUS = 42.0
_HOURGLASS = "M-2.6-3.4h5.2l-5.2 6.8h5.2z"


def calendar(drawing: Drawing) -> Part:
    """Time and needs as a part."""
    pen = TablePen(drawing)
    seats = len(pen.public.mats)
    if drawing.compact:
        pitch = min(18, 58 / seats)
        needs = _needs(pen, 84, 14, 36)
        body = [_ring(pen, (42, 31), 0.62), *needs, _losses(pen, 282, 31 - pitch * (seats - 1) / 2, pitch)]
        return pen.part("time", _title(pen), COMPACT_SIZE, *body)
    pitch = min(19, 76 / seats)
    head = pen.text(110, 24, pen.say("needs.title"), face="serif-600", size=15, room=150)
    left = pen.say("time.left", spaces=spaces(pen) - pen.public.time)
    hint = pen.text(SIZE[0] - 2, 24, left, size=12, colour="faint", anchor="end", room=118)
    ring = _ring(pen, (50, 56), 1)
    return pen.part(
        "time", _title(pen), SIZE, ring, head, hint, *_needs(pen, 110, 42, 44), _losses(pen, 278, 46, pitch)
    )


def spaces(pen: TablePen) -> int:
    """The spaces of a lap at this table."""
    return DATA.time_track.spaces[str(len(pen.public.mats))]


def _title(pen: TablePen) -> str:
    public = pen.public
    return pen.say("part.time", quarter=ROMAN[public.quarter - 1], round=_round(pen), needs=public.needs)


def _round(pen: TablePen) -> int:
    return min(pen.public.rounds + 1, DATA.calendar.rounds_per_quarter)


def _ring(pen: TablePen, centre: tuple[float, float], scale: float) -> str:
    """One lap; what is passed is filled, the hour-glass stands on the marker's space."""
    count, now = spaces(pen), pen.public.time
    outlines = [_space(centre, scale, number / count) for number in range(count)]
    ahead = pen.path("".join(outlines[now:]), "trajan-stone", "trajan-dash", stroke_width=0.8) if now < count else ""
    passed = pen.path("".join(outlines[:now]), "trajan-mosaic-2")
    start = pen.path(outlines[0], None, "ink", stroke_width=1.4) + pen.path(_arrow(centre, scale), "ink")
    at = _on_ring(centre, scale, now / count)
    glass = pen.circle((0, 0), 7, "coin", "ink") + pen.path(_HOURGLASS, "on-coin")
    marker = pen.thing(
        "time", svg.group(glass, x=at[0], y=at[1], scale=scale), pen.round_ring(pen.state_of("time"), at, 9.5 * scale)
    )
    return ahead + passed + start + marker + _middle(pen, centre, scale)


def _space(centre: tuple[float, float], scale: float, share: float) -> str:
    """The outline of a space of the ring."""
    half = 0.118
    corners = [
        _on_ring(centre, scale, share + turn / (2 * math.pi), radius)
        for turn, radius in ((-half, 46.2), (half, 46.2), (half, 37.8), (-half, 37.8))
    ]
    return "M" + "L".join(f"{svg.number(x)} {svg.number(y)}" for x, y in corners) + "Z"


def _arrow(centre: tuple[float, float], scale: float) -> str:
    """Where a lap begins."""
    x, y, reach = centre[0], centre[1] - 35.5 * scale, 3.5 * scale
    corners = ((x - reach, y), (x + reach, y), (x, y + 1.15 * reach))
    return "M" + "L".join(f"{svg.number(right)} {svg.number(down)}" for right, down in corners) + "Z"


def _on_ring(centre: tuple[float, float], scale: float, share: float, radius: float = _RADIUS) -> tuple[float, float]:
    turn = 2 * math.pi * share
    return centre[0] + radius * scale * math.sin(turn), centre[1] - radius * scale * math.cos(turn)


def _middle(pen: TablePen, centre: tuple[float, float], scale: float) -> str:
    """The quarter, how far the lap is, and a pip for each round."""
    x, y = centre
    numeral = ROMAN[pen.public.quarter - 1]
    if scale < 1:
        return pen.text(x, y + 6.5, numeral, face="serif-700", size=19, anchor="middle", room=34)
    quarter = pen.text(x, y + 5, numeral, face="serif-700", size=25, anchor="middle", room=54)
    lap = pen.say("time.lap", space=pen.public.time, spaces=spaces(pen))
    label = pen.text(x, y + 18.5, lap, size=10.5, colour="faint", anchor="middle", room=54)
    pips = []
    for number in range(DATA.calendar.rounds_per_quarter):
        fill = "ink" if number < pen.public.rounds else "trajan-mosaic-2" if number == pen.public.rounds else None
        line = "faint" if fill is None else "ink"
        pips.append(pen.rect(Box(x - 13.5 + 7.2 * number, y + 22.5, 5.4, 4), fill, line, rx=1, stroke_width=0.9))
    return quarter + label + "".join(pips)


def _needs(pen: TablePen, x: float, y: float, size: float) -> list[str]:
    """The needs of this quarter; a tick on those that the reader meets."""
    public = pen.public
    told = pen.view.outlook.needs
    met = told[pen.view.seat].met if told and pen.view.seat is not None else ()
    drawn = []
    for number in range(DATA.calendar.rounds_per_quarter - 1):
        box = Box(x + (size + 10) * number, y, size, size)
        if number >= len(public.needs):
            unknown = pen.text(
                box.centre[0],
                box.centre[1] + 5,
                "?",
                face="serif-600",
                size=15,
                colour="faint",
                anchor="middle",
                room=20,
            )
            drawn.append(pen.hole(box) + unknown)
            continue
        tick = pen.icon("tick", box.x + size - 9, box.y - 7, 16, None) if met and met[number] else ""
        drawn.append(pen.piece(f"need:{number + 1}", box, tiles.need(pen, public.needs[number], box), tick))
    return drawn


def _losses(pen: TablePen, x: float, y: float, pitch: float) -> str:
    drawn = []
    for row, (seat, needs) in enumerate(zip(pen.seats, pen.view.outlook.needs, strict=True)):
        base = y + pitch * row
        met = pen.say("needs.met", met=sum(needs.met), needs=len(needs.met))
        drawn.append(pen.seat_mark(seat, x + 7, base, min(14, pitch - 1)))
        drawn.append(pen.text(x + 19, base + 4.2, met, size=12, room=60))
        drawn.append(
            pen.text(x + 106, base + 4.2, signed(needs.points), face="sans-700", size=12, anchor="end", room=24)
        )
    return "".join(drawn)
