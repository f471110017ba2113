"""The forum: one mosaic of stones with eagles, and the envoys of all players on it."""

from domain.forum_trajanum.data import DATA
from domain.forum_trajanum.state import Area, Forum
from services.render import svg, text
from services.render.forum_trajanum import pieces
from services.render.forum_trajanum.grid import Grid, place
from services.render.forum_trajanum.mosaic import EAGLE, mosaic, stones
from services.render.forum_trajanum.pen import Box, TablePen
from services.render.forum_trajanum.standing import forum_points

EDGE = 7
"""The band around the mosaic."""
STONE = 44
_ENVOY, _EMBLEM, _EAGLE_SIZE = 0.61, 0.36, 0.73


def extent(forum: Forum) -> tuple[int, int]:
    """How many columns and rows the boards take together."""
    cells = [place(cell) for cell, _ in stones(forum)]
    return max(column for column, _ in cells) + 1, max(row for _, row in cells) + 1


def forum(pen: TablePen, left: float, top: float, cell: float) -> str:
    """The boards with everything on them: what can be pointed at lies above all lines."""
    grid = Grid(left + EDGE, top + EDGE, cell)
    areas = [(area, _free(pen, area)) for area in pen.public.forum.areas]
    begun = [(area, free) for area, free in areas if len(free) < len(area.cells)]
    outlines = [_outline(pen, grid, area, complete=not free) for area, free in begun]
    cells = [_cell(pen, grid, name, colour) for name, colour in stones(pen.public.forum)]
    signs = [_sign(pen, grid, area, free) for area, free in begun]
    return mosaic(pen, grid) + "".join(outlines + cells + signs)


# Cells


def _cell(pen: TablePen, grid: Grid, cell: str, colour: str) -> str:
    """A cell with the envoy that stands on it, or with its emblem."""
    seat = pen.public.forum.envoys.get(cell)
    name, box = f"forum:{cell}", grid.box(cell)
    if seat is not None:
        return pen.framed(name, box.grown(-3), _envoy(pen, cell, seat, box), radius=2)
    if pen.state_of(name):
        return pen.framed(name, box.grown(-3), _emblem(pen, colour, box), radius=2)
    return pen.remembered((name, colour, box), lambda: pen.thing(name, _emblem(pen, colour, box)))


def _envoy(pen: TablePen, cell: str, seat: int, box: Box) -> str:
    centre = (box.x + box.width / 2, box.y + box.width / 2)
    return pen.thing(f"envoy:{cell}", pen.seat_mark(seat, *centre, box.width * _ENVOY))


def _emblem(pen: TablePen, colour: str, box: Box) -> str:
    if colour == EAGLE:
        return _centred(pen, "eagle", box, _EAGLE_SIZE, "ft-eagle-on")
    return _centred(pen, f"e-{colour}", box, _EMBLEM, f"ft-{colour}-emblem")


def _centred(pen: TablePen, icon: str, box: Box, share: float, colour: str) -> str:
    size = box.width * share
    inside = (box.width - size) / 2
    return pen.icon(icon, box.x + inside, box.y + inside, size, colour)


# Areas


def _free(pen: TablePen, area: Area) -> list[str]:
    return [cell for cell in area.cells if cell not in pen.public.forum.envoys]


def _outline(pen: TablePen, grid: Grid, area: Area, *, complete: bool) -> str:
    """A started area binds the next envoy of its colour; a complete one has brought its bonus."""
    line = grid.around(area.cells, 3)
    if complete:
        return pen.path(line, stroke="ft-gold", width=2.4)
    return svg.element(
        "path",
        d=line,
        fill="none",
        stroke=pen.theme["ink"],
        stroke_width=1.6,
        stroke_dasharray="1 3.2",
        stroke_linecap="round",
    )


def _sign(pen: TablePen, grid: Grid, area: Area, free: list[str]) -> str:
    """How far an area is, on its last free cell; a wreath where it is complete."""
    if free:
        box = grid.box(free[-1])
        size = max(8.0, grid.cell * 0.24)
        at = (box.x + box.width - size * 1.2, box.y + box.width - size * 0.68)
        return pieces.tag(pen, *at, f"{len(area.cells) - len(free)}/{len(area.cells)}", size=size)
    box = grid.box(area.cells[0])
    x, y, r = box.x + 6, box.y + 6, grid.cell * 0.17
    return pen.disc(x, y, r, "ft-gold") + pen.icon("laurel", x - r * 0.7, y - r * 0.7, r * 1.4, "ft-gold-on")


# What it is worth


def legend(pen: TablePen, x: float, y: float, room: float, k: float = 1) -> str:
    """What the lines of areas and the eagles mean, one below the other; `k` times as large."""
    worth = pen.say("on_eagle", on=DATA.eagles.on, beside=DATA.eagles.orthogonal)
    wreath = pen.icon("laurel", x + 3.4 * k, y + 35.4 * k, 11.2 * k, "ft-gold-on")
    lines = (
        (pen.icon("eagle", x, y, 18 * k), worth),
        (pen.disc(x + 9 * k, y + 41 * k, 8 * k, "ft-gold") + wreath, pen.say("complete")),
        (pieces.tag(pen, x + 10 * k, y + 73 * k, "1/3", size=10.5 * k), pen.say("started")),
    )
    left, free = x + 28 * k, room - 28 * k
    drawn = []
    for number, (sign, said) in enumerate(lines):
        for line, part in enumerate(text.wrapped(said, "sans", 12 * k, free)[:2]):
            base = y + (13 + 32 * number + 14 * line) * k
            drawn.append(pen.text(left, base, part, size=12 * k, colour="faint", room=free))
        drawn.append(sign)
    return "".join(drawn)


def summary(pen: TablePen, right: float, y: float, size: float = 13.5) -> tuple[str, float]:
    """Points of eagles and of the largest area for each seat, to the left of a point; and where that begins."""
    drawn = []
    for seat in reversed(range(len(pen.public.colonies))):
        eagles, area = forum_points(pen.public, seat)
        content = f"{eagles} + {area}"
        drawn.append(pen.text(right, y, content, size=size, anchor="end"))
        right -= text.width(content, "sans", size) + 13
        drawn.append(pen.seat_mark(seat, right, y - size * 0.36, size * 1.25))
        right -= 20
    return "".join(drawn), right


def column(pen: TablePen, box: Box) -> str:
    """Points of eagles and largest areas below each other, under their words; large, for a picture shown small."""
    said = text.wrapped(pen.say("eagles_and_area"), "sans", 18, box.width)
    drawn = [
        pen.text(box.x, box.y + 22 * line, content, size=18, colour="faint", room=box.width)
        for line, content in enumerate(said)
    ]
    y = box.y + 22 * len(said) + 14
    for seat in range(len(pen.public.colonies)):
        eagles, area = forum_points(pen.public, seat)
        mark = pen.seat_mark(seat, box.x + 14, y, 28)
        drawn.append(mark + pen.text(box.x + 38, y + 7, f"{eagles} + {area}", size=21, room=box.width - 38))
        y += 38
    return "".join(drawn)
