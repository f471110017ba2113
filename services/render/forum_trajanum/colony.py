"""A colony: its board with streets, temples, cranes and everything that lies or stands on its cells."""

from collections.abc import Mapping

from domain.forum_trajanum.data import CELLS, CORNERS, DATA, TEMPLES
from domain.forum_trajanum.phases.build import buildings_of
from domain.forum_trajanum.prestige import trajan_value
from domain.forum_trajanum.state import Colony
from domain.forum_trajanum.trajan_cards import tiles_of
from services.render import svg
from services.render.forum_trajanum import citizens, fulfilled, pieces
from services.render.forum_trajanum.corners import corner
from services.render.forum_trajanum.grid import Grid
from services.render.forum_trajanum.pen import Box, TablePen
from services.render.forum_trajanum.sizes import Size
from services.render.forum_trajanum.standing import card_of

_PLANS = (DATA.streets.side_A, *DATA.streets.side_B)


def colony(pen: TablePen, seat: int, size: Size) -> str:
    """The colony of a seat, with the secrets of the reader if it is the reader's own."""
    grid = size.grid
    return "".join(
        (
            pen.rect(
                Box(size.left - 2, size.top - 2, 6 * size.cell + 4, 6 * size.cell + 4),
                "ft-street",
                radius=2,
                stroke="ft-plate-line",
                width=1.4,
            ),
            _streets(pen, seat, size),
            citizens.rows(pen, seat, size),
            *_cells(pen, seat, grid),
            *_joints(pen, seat, grid),
            _fulfilled(pen, seat, grid),
        )
    )


# Streets


def _streets(pen: TablePen, seat: int, size: Size) -> str:
    plan = _PLANS[pen.colony(seat).board]
    drawn = []
    for number, symbol in enumerate(plan.rows):
        y = size.top + (number + 0.5) * size.cell
        drawn.append(_street(pen, seat, symbol, (size.symbol_x, y), size, row=True))
    for number, symbol in enumerate(plan.columns):
        x = size.left + (number + 0.5) * size.cell
        drawn.append(_street(pen, seat, symbol, (x, size.symbol_y), size, row=False))
    return "".join(drawn)


def _street(pen: TablePen, seat: int, symbol: str, centre: tuple[float, float], size: Size, *, row: bool) -> str:
    name = pen.of(seat, f"street:{symbol}")
    (x, y), r = centre, size.symbol
    lit = symbol in lit_streets(pen, seat)
    band = ""
    if lit and pen.is_own(seat):
        long, wide = 6 * size.cell, size.cell
        box = Box(size.left, y - wide / 2, long, wide) if row else Box(x - wide / 2, size.top, wide, long)
        band = pen.rect(box, "accent", opacity=0.14)
    if not lit:
        return pen.piece(name, f"street-{symbol}", Box(x - r, y - r, 2 * r, 2 * r))
    drawn = pieces.lit_street(pen, symbol, x, y, r)
    return band + pen.framed(name, Box(x - r - 3, y - r - 3, 2 * r + 6, 2 * r + 6), drawn, radius=r + 3)


def lit_streets(pen: TablePen, seat: int) -> list[str]:
    """The streets that are to be served in this draft; what the others have served so far is their secret."""
    if pen.public.stage != "draft":
        return []
    lit = list(pen.public.streets)
    for take in pen.secret(seat).taken:
        if not take.street:
            return []
        lit.remove(take.street)
    return lit


# Cells


def _cells(pen: TablePen, seat: int, grid: Grid) -> list[str]:
    own = pen.colony(seat)
    alone, ways = _alone(own), _ways(own)
    seen = {take.cell: take.tile for take in pen.secret(seat).taken if take.cell}
    site = _ghosts(pen, seat)
    drawn = []
    for cell in CELLS:
        name, box = pen.of(seat, f"cell:{cell}"), grid.box(cell)
        if cell in seen:
            body = pieces.front(pen, seen[cell], box)
        elif cell in site:
            body = _ghost(pen, site, cell, grid)
        elif cell in ways:
            body = pieces.half(pen, own.built[cell], box, ways[cell], grid.inset)
        elif cell in CORNERS:
            body = corner(pen, seat, cell, box)
        else:
            drawn.append(pen.piece(name, alone[cell], box))
            continue
        drawn.append(pen.framed(name, box.grown(1.5), body, chosen=cell in seen or cell in site))
    return drawn


def _alone(own: Colony) -> Mapping[str, str]:
    """The drawing of each cell with one: a temple, a single building, a face-down tile, or a free site."""
    free = "cell-free" if own.covered or own.built else "cell-bare"
    drawings = dict.fromkeys(CELLS, free)
    drawings |= dict.fromkeys(TEMPLES, "cell-temple")
    drawings |= dict.fromkeys(own.covered, "cell-covered")
    drawings |= {cell: f"tile-{name}" for cell, name in own.built.items()}
    return drawings


def _ghost(pen: TablePen, site: Mapping[str, str], cell: str, grid: Grid) -> str:
    """A building to come, faint over its free site; a double tile as one slab."""
    box = grid.box(cell)
    if len(site) == 1:
        tile = pieces.building(pen, site[cell], box)
    else:
        tile = pieces.half(pen, site[cell], box, _ways_of(tuple(site))[cell], grid.inset)
    return pen.icon("cell-free", *box[:3], None) + svg.group(tile, opacity=0.86)


def _ghosts(pen: TablePen, seat: int) -> Mapping[str, str]:
    """What is going to be built, once it is paid."""
    owed = pen.owed(seat)
    if owed is None or owed.kind != "price":
        return {}
    return dict(zip(owed.cells, buildings_of(owed.of, owed.shape), strict=True))


def _ways(own: Colony) -> dict[str, str]:
    """For each half of a double tile, on which side the other half lies."""
    ways: dict[str, str] = {}
    for placed in own.placed:
        if len(placed.cells) > 1:
            ways |= _ways_of(placed.cells)
    return ways


def _ways_of(cells: tuple[str, ...]) -> dict[str, str]:
    first, last = sorted(cells)
    return {first: "right", last: "left"} if first[1] == last[1] else {first: "down", last: "up"}


def _joints(pen: TablePen, seat: int, grid: Grid) -> list[str]:
    pairs = [placed.cells for placed in pen.colony(seat).placed if len(placed.cells) > 1]
    return [pieces.joint(pen, grid.box(one), grid.box(other)) for one, other in pairs]


# Trajan card


def _fulfilled(pen: TablePen, seat: int, grid: Grid) -> str:
    """Frames of gold around the places at which the card of this phase is fulfilled."""
    card = card_of(pen.public)
    if not card:
        return ""
    own = pen.colony(seat)
    value = str(trajan_value(own))
    tiles = tiles_of(own.placed) if pen.public.trajan_unit == "tile" else {}
    return "".join(_frame(pen, grid, cells, value) for cells in fulfilled.places(card, own.built, tiles))


def _frame(pen: TablePen, grid: Grid, cells: frozenset[str], value: str) -> str:
    line = pen.path(grid.around(cells, 1), stroke="ft-gold", width=2.6)
    top = grid.box(max(cells, key=lambda cell: (-int(cell[1]), int(cell[3]))))
    x, y = top.x + top.width, top.y + 1
    r = max(7.5, grid.cell * 0.19)
    badge = pen.disc(x, y, r, "ft-gold")
    return (
        line
        + badge
        + pen.text(
            x, y + r * 0.4, value, face="sans-700", size=r * 1.2, colour="ft-gold-on", anchor="middle", room=r * 2
        )
    )
