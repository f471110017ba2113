"""The boards of the forum before anyone stands on them: a band of small stones, tesserae, seams between areas."""

from domain.forum_trajanum.data import DATA
from domain.forum_trajanum.state import Forum
from services.render import svg
from services.render.forum_trajanum.grid import Grid, place
from services.render.forum_trajanum.pen import TablePen
from services.render.svg import number as n

EAGLE = "eagle"


def stones(forum: Forum) -> list[tuple[str, str]]:
    """Every cell with its colour, or as an eagle."""
    coloured = [(cell, area.colour) for area in forum.areas for cell in area.cells]
    return coloured + [(cell, EAGLE) for cell in forum.eagles]


def mosaic(pen: TablePen, grid: Grid) -> str:
    """The bare boards; they stay as they were laid."""
    forum = pen.public.forum
    key = ("mosaic", grid, forum.layout, tuple(forum.boards))
    return pen.remembered(key, lambda: _band(pen, grid) + _tesserae(pen, grid) + _lines(pen, grid))


def _band(pen: TablePen, grid: Grid) -> str:
    """A border of small stones around the boards."""
    cells = [cell for cell, _ in stones(pen.public.forum)]
    colour = pen.theme["ft-band"]
    ground = svg.element(
        "path", d=grid.around(cells, -6), fill=pen.theme["card"], fill_rule="evenodd", stroke=colour, stroke_width=1.2
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


def _tesserae(pen: TablePen, grid: Grid) -> str:
    return "".join(pen.icon(f"mosaic-{colour}", *grid.box(cell)[:3], None) for cell, colour in stones(pen.public.forum))


def _lines(pen: TablePen, grid: Grid) -> str:
    """Light seams between areas, and a thin line around each board."""
    forum = pen.public.forum
    home = {place(cell): number for number, area in enumerate(forum.areas) for cell in area.cells}
    home |= {place(cell): -number for number, cell in enumerate(forum.eagles, 1)}
    seams = []
    for (column, row), area in home.items():
        x, y = grid.left + column * grid.cell, grid.top + row * grid.cell
        if home.get((column + 1, row), area) != area:
            seams.append(f"M{n(x + grid.cell)} {n(y)}v{n(grid.cell)}")
        if home.get((column, row + 1), area) != area:
            seams.append(f"M{n(x)} {n(y + grid.cell)}h{n(grid.cell)}")
    edges = "".join(grid.around(board, 0) for board in _boards(forum))
    light = pen.path("".join(seams), stroke="card", width=grid.cell * 0.068)
    return light + pen.path(edges, stroke="ft-band", width=1.4)


def _boards(forum: Forum) -> list[tuple[str, ...]]:
    """The cells of each board."""
    slots = next(layout.slots for layout in DATA.forum_layout if layout.id == forum.layout)
    boards = []
    for slot in slots:
        top, left = slot.at
        rows, columns = (3, 4) if slot.orient == "h" else (4, 3)
        boards.append(tuple(f"r{top + row}c{left + column}" for row in range(rows) for column in range(columns)))
    return boards
