"""The corners of a colony: cranes under open tiles, open, scored, or still to be arranged."""

from domain.forum_trajanum.data import COLOUR_OF, CORNERS, DATA, WOMEN
from domain.forum_trajanum.state import Colony
from services.render.forum_trajanum import pieces
from services.render.forum_trajanum.pen import Box, TablePen


def corner(pen: TablePen, seat: int, cell: str, box: Box) -> str:
    """A crane: covered by an open tile, open, or scored; before the set-up an empty corner."""
    own = pen.colony(seat)
    colour = own.cranes.get(cell) or dict(zip(CORNERS, pen.secret(seat).cranes, strict=False)).get(cell)
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
    if not pen.public.phase:
        return ""
    each = DATA.cranes.points_per_structure[pen.public.phase - 1]
    structures = sum(COLOUR_OF.get(name) == colour for name in own.built.values())
    size = max(box.width * 0.22, 8)
    content = f"{each}×{structures}"
    return pieces.tag(pen, box.x + box.width - size * 1.3, box.y + box.width - size * 0.72, content, size=size)


def _women(pen: TablePen, seat: int) -> dict[str, str]:
    """The two other women on the corners that the reader has chosen for them."""
    corners = pen.secret(seat).corners
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
