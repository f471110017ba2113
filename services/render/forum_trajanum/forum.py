"""The forum: one mosaic of stones with eagles, and the envoys of all players on it."""

from functools import lru_cache

from domain.forum_trajanum.data import DATA
from domain.forum_trajanum.state import Area, Forum
from services.render import svg, text
from services.render.forum_trajanum import pieces
from services.render.forum_trajanum.grid import Grid, place
from services.render.forum_trajanum.pen import Box, TablePen
from services.render.forum_trajanum.standing import forum_points
from services.render.svg import number as n
from services.render.theme import Theme

EDGE = 7
"""The band around the mosaic."""
STONE = 44
_EAGLE = "eagle"
_ENVOY, _EMBLEM, _EAGLE_SIZE = 0.61, 0.36, 0.73


def extent(forum: Forum) -> tuple[int, int]:
    """How many columns and rows the boards take together."""
    cells = [place(cell) for cell in _cells(forum)]
    return max(column for column, _ in cells) + 1, max(row for _, row in cells) + 1


def _cells(forum: Forum) -> list[str]:
    return [*forum.eagles, *(cell for area in forum.areas for cell in area.cells)]


def mosaic(pen: TablePen, left: float, top: float, cell: float) -> str:
    """The boards with everything on them."""
    forum = pen.public.forum
    grid = Grid(left + EDGE, top + EDGE, cell)
    coloured = [(name, area.colour) for area in forum.areas for name in area.cells]
    eagles = [(name, _EAGLE) for name in forum.eagles]
    stones = [_stone(pen, grid, name, colour) for name, colour in coloured + eagles]
    boards = tuple(_boards(forum))
    lines = _lines(pen.theme, grid, tuple(forum.areas), tuple(forum.eagles), boards)
    marks = [_progress(pen, grid, area) for area in forum.areas]
    marks += [_news(pen, grid, cell) for cell in forum.envoys]
    return _band(pen.theme, grid, tuple(_cells(forum))) + "".join((*stones, lines, *marks))


# Stones


def _stone(pen: TablePen, grid: Grid, cell: str, colour: str) -> str:
    """A cell with the envoy that stands on it, or with its emblem."""
    seat = pen.public.forum.envoys.get(cell)
    name, box = f"forum:{cell}", grid.box(cell)

    def drawn() -> str:
        ground = pen.icon(f"mosaic-{colour}", *box[:3], None)
        piece = _emblem(pen, colour, box) if seat is None else _envoy(pen, cell, seat, box)
        frame = "" if pen.state_of(name) == "changed" else pen.frame(name, box.grown(-3), radius=2)
        return pen.thing(name, ground, piece, frame)

    if seat is None and not pen.state_of(name):
        return pen.remembered((name, colour, box), drawn)
    return drawn()


def _envoy(pen: TablePen, cell: str, seat: int, box: Box) -> str:
    centre = (box.x + box.width / 2, box.y + box.width / 2)
    return pen.thing(f"envoy:{cell}", pen.seat_mark(seat, *centre, box.width * _ENVOY))


def _emblem(pen: TablePen, colour: str, box: Box) -> str:
    if colour == _EAGLE:
        return _centred(pen, "eagle", box, _EAGLE_SIZE, "ft-eagle-on")
    return _centred(pen, f"e-{colour}", box, _EMBLEM, f"ft-{colour}-emblem")


def _centred(pen: TablePen, icon: str, box: Box, share: float, colour: str) -> str:
    size = box.width * share
    inside = (box.width - size) / 2
    return pen.icon(icon, box.x + inside, box.y + inside, size, colour)


# Lines


@lru_cache(maxsize=64)
def _band(theme: Theme, grid: Grid, cells: tuple[str, ...]) -> str:
    """A border of small stones around the boards."""
    colour = theme["ft-band"]
    ground = svg.element(
        "path", d=grid.around(cells, -6), fill=theme["card"], fill_rule="evenodd", stroke=colour, stroke_width=1.2
    )
    outer, inner = (
        svg.element(
            "path",
            d=grid.around(cells, -away),
            fill="none",
            stroke=colour,
            stroke_width=3,
            stroke_dasharray="3 3",
            stroke_dashoffset=offset,
        )
        for away, offset in ((4.5, None), (1.5, 3))
    )
    return ground + outer + inner


@lru_cache(maxsize=64)
def _lines(
    theme: Theme, grid: Grid, areas: tuple[Area, ...], eagles: tuple[str, ...], boards: tuple[tuple[str, ...], ...]
) -> str:
    """Light seams between areas, and a thin line around each board."""
    home = {place(cell): number for number, area in enumerate(areas) for cell in area.cells}
    home |= {place(cell): -number for number, cell in enumerate(eagles, 1)}
    seams = []
    for (column, row), area in home.items():
        x, y = grid.left + column * grid.cell, grid.top + row * grid.cell
        if home.get((column + 1, row), area) != area:
            seams.append(f"M{n(x + grid.cell)} {n(y)}v{n(grid.cell)}")
        if home.get((column, row + 1), area) != area:
            seams.append(f"M{n(x)} {n(y + grid.cell)}h{n(grid.cell)}")
    drawn = svg.element("path", d="".join(seams), stroke=theme["card"], stroke_width=grid.cell * 0.068)
    edges = "".join(grid.around(board, 0) for board in boards)
    return drawn + svg.element("path", d=edges, fill="none", stroke=theme["ft-band"], stroke_width=1.4)


def _boards(forum: Forum) -> list[tuple[str, ...]]:
    """The cells of each board."""
    slots = next(layout.slots for layout in DATA.forum_layout if layout.id == forum.layout)
    boards = []
    for slot in slots:
        top, left = slot.at
        rows, columns = (3, 4) if slot.orient == "h" else (4, 3)
        boards.append(tuple(f"r{top + row}c{left + column}" for row in range(rows) for column in range(columns)))
    return boards


def _news(pen: TablePen, grid: Grid, cell: str) -> str:
    """The frame of a change lies above the lines of areas."""
    name = f"forum:{cell}"
    return pen.frame(name, grid.box(cell).grown(-3), radius=2) if pen.state_of(name) == "changed" else ""


# Areas


def _progress(pen: TablePen, grid: Grid, area: Area) -> str:
    """A started area binds the next envoy of its colour; a complete one has brought its bonus."""
    free = [cell for cell in area.cells if cell not in pen.public.forum.envoys]
    done = len(area.cells) - len(free)
    if not done:
        return ""
    if free:
        line = svg.element(
            "path",
            d=grid.around(area.cells, 3),
            fill="none",
            stroke=pen.theme["ink"],
            stroke_width=1.6,
            stroke_dasharray="1 3.2",
            stroke_linecap="round",
        )
        box = grid.box(free[-1])
        size = max(8.0, grid.cell * 0.24)
        at = (box.x + box.width - size * 1.2, box.y + box.width - size * 0.68)
        return line + pieces.tag(pen, *at, f"{done}/{len(area.cells)}", size=size)
    box = grid.box(area.cells[0])
    r = grid.cell * 0.17
    x, y = box.x + 6, box.y + 6
    wreath = pen.disc(x, y, r, "ft-gold") + pen.icon("laurel", x - r * 0.7, y - r * 0.7, r * 1.4, "ft-gold-on")
    return pen.path(grid.around(area.cells, 3), stroke="ft-gold", width=2.4) + wreath


# What it is worth


def legend(pen: TablePen, x: float, y: float, room: float) -> str:
    """What the lines of areas and the eagles mean, one below the other."""
    worth = pen.say("on_eagle", on=DATA.eagles.on, beside=DATA.eagles.orthogonal)
    lines = (
        (pen.icon("eagle", x, y, 18), worth),
        (pen.disc(x + 9, y + 41, 8, "ft-gold") + pen.icon("laurel", x + 3.4, y + 35.4, 11.2, "ft-gold-on"), "complete"),
        (pieces.tag(pen, x + 10, y + 73, "1/3"), "started"),
    )
    drawn = []
    for number, (sign, words) in enumerate(lines):
        said = words if not number else pen.say(words)
        for line, part in enumerate(text.wrapped(said, "sans", 12, room - 28)[:2]):
            drawn.append(
                pen.text(x + 28, y + 13 + 32 * number + 14 * line, part, size=12, colour="faint", room=room - 28)
            )
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
