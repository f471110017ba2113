"""A colony: its board with streets, temples, cranes and everything that lies or stands on its cells."""

from collections.abc import Mapping

from domain.forum_trajanum.data import (
    CELLS,
    COLOUR_OF,
    CORNERS,
    DATA,
    TEMPLES,
    WOMEN,
)
from domain.forum_trajanum.phases.build import buildings_of
from domain.forum_trajanum.prestige import trajan_value
from domain.forum_trajanum.state import Colony, Secret, Taken
from services.render import svg
from services.render.forum_trajanum import citizens, fulfilled, pieces
from services.render.forum_trajanum.grid import Grid
from services.render.forum_trajanum.pen import Box, TablePen
from services.render.forum_trajanum.sizes import Size
from services.render.forum_trajanum.standing import card_of

_PLANS = (DATA.streets.side_A, *DATA.streets.side_B)
_NO_SECRET = Secret()


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
    for take in _taken(pen, seat):
        if not take.street:
            return []
        lit.remove(take.street)
    return lit


def _secret(pen: TablePen, seat: int) -> Secret:
    return pen.view.secret if pen.is_own(seat) and pen.view.secret is not None else _NO_SECRET


def _taken(pen: TablePen, seat: int) -> list[Taken]:
    return _secret(pen, seat).taken


# Cells


def _cells(pen: TablePen, seat: int, grid: Grid) -> list[str]:
    own = pen.colony(seat)
    alone, ways = _alone(own), _ways(own)
    seen = {take.cell: take.tile for take in _taken(pen, seat) if take.cell}
    site = _ghosts(pen, seat)
    drawn = []
    for cell in CELLS:
        name, box = pen.of(seat, f"cell:{cell}"), grid.box(cell)
        if cell in seen:
            body = pieces.front(pen, seen[cell], box)
        elif cell in site:
            ghost = svg.group(pieces.building(pen, site[cell], box), opacity=0.86)
            body = pen.icon("cell-free", *box[:3], None) + ghost
        elif cell in ways:
            body = pieces.half(pen, own.built[cell], box, ways[cell], grid.inset)
        elif cell in CORNERS:
            body = _corner(pen, seat, cell, box)
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


def _dealt(own: Colony) -> bool:
    return bool(own.open or own.covered or own.built)


def _ghosts(pen: TablePen, seat: int) -> Mapping[str, str]:
    """What is going to be built, once it is paid."""
    owed = pen.owed(seat)
    if owed is None or owed.kind != "price":
        return {}
    return dict(zip(owed.cells, buildings_of(owed.of, owed.shape), strict=True))


def _ways(own: Colony) -> dict[str, str]:
    """For each half of a double tile, on which side the other half lies."""
    ways = {}
    for placed in own.placed:
        if len(placed.cells) > 1:
            first, last = sorted(placed.cells)
            across = first[1] == last[1]
            ways[first], ways[last] = ("right", "left") if across else ("down", "up")
    return ways


def _joints(pen: TablePen, seat: int, grid: Grid) -> list[str]:
    pairs = [placed.cells for placed in pen.colony(seat).placed if len(placed.cells) > 1]
    return [pieces.joint(pen, grid.box(one), grid.box(other)) for one, other in pairs]


# Corners


def _corner(pen: TablePen, seat: int, cell: str, box: Box) -> str:
    """A crane: covered by an open tile, open, or scored; before the set-up an empty corner."""
    own = pen.colony(seat)
    colour = own.cranes.get(cell) or dict(zip(CORNERS, _secret(pen, seat).cranes, strict=False)).get(cell)
    if colour is None:
        return _colours_to_choose(pen, seat, cell, box)
    tile = own.open.get(cell) or _women(pen, seat).get(cell)
    if tile:
        below = pen.icon(f"corner-{colour}", box.x, box.y, box.width, None)
        return pieces.front(pen, tile, box, on_crane=True) + below
    if cell in own.scored_cranes:
        return pen.icon("crane-scored", box.x, box.y, box.width, None)
    return pen.icon(f"crane-{colour}", box.x, box.y, box.width, None) + _crane_points(pen, own, colour, box)


def _crane_points(pen: TablePen, own: Colony, colour: str, box: Box) -> str:
    """What a structure of its colour is worth, and how many there are."""
    if not pen.public.phase or not _dealt(own):
        return ""
    each = DATA.cranes.points_per_structure[pen.public.phase - 1]
    structures = sum(COLOUR_OF.get(name) == colour for name in own.built.values())
    size = max(box.width * 0.22, 8)
    content = f"{each}×{structures}"
    return pieces.tag(pen, box.x + box.width - size * 1.3, box.y + box.width - size * 0.72, content, size=size)


def _women(pen: TablePen, seat: int) -> dict[str, str]:
    """The two other women on the corners that the reader has chosen for them."""
    corners = _secret(pen, seat).corners
    others = [tile for tile in WOMEN if tile != pen.colony(seat).start_citizen]
    return dict(zip(corners, others, strict=False))


def _colours_to_choose(pen: TablePen, seat: int, cell: str, box: Box) -> str:
    """An empty corner; while the reader arranges the cranes, with a dot for each colour that may go there."""
    empty = pen.icon("cell-corner", box.x, box.y, box.width, None)
    if not pen.is_own(seat):
        return empty
    dots = []
    size = box.width * 0.42
    for index, thing in enumerate(sorted(thing for thing in pen.points_at("crane") if f":{cell}:" in thing)):
        at = Box(
            box.x + box.width * (0.05 + 0.48 * (index % 2)),
            box.y + box.width * (0.05 + 0.48 * (index // 2)),
            size,
            size,
        )
        colour = thing.rpartition(":")[2]
        dots.append(pen.framed(thing, at.grown(1), pen.icon(f"square-{colour}", *at[:3], None), radius=3))
    return "".join(dots) or empty


# Trajan card


def _fulfilled(pen: TablePen, seat: int, grid: Grid) -> str:
    """Frames of gold around the places at which the card of this phase is fulfilled."""
    card = card_of(pen.public)
    if not card:
        return ""
    own = pen.colony(seat)
    value = str(trajan_value(own))
    return "".join(_frame(pen, grid, cells, value) for cells in fulfilled.places(card, own.built))


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
