"""The small pieces of the table: resources, colony tiles, buildings, citizens."""

from domain.forum_trajanum.data import CITIZENS, COLOUR_OF, DATA, TILE
from services.render import svg
from services.render.forum_trajanum.pen import Box, TablePen
from services.render.svg import number as n

ICON = {
    "tribune": ("tribune", "ft-tribune"),
    "builder": ("builder", "ft-builder"),
    "assistant": ("assistant", "ft-assistant"),
    "coin": ("coin", "ft-coin"),
    "worker_blue": ("w-blue", "ft-blue"),
    "worker_green": ("w-green", "ft-green"),
    "worker_orange": ("w-orange", "ft-orange"),
    "worker_yellow": ("w-yellow", "ft-worker-yellow"),
    "worker_any": ("w-any", "ink"),
    "upgrade": ("upgrade", "ft-upgrade"),
    "victory_points": ("laurel", "ft-gold"),
}
"""The drawing of each resource and its colour."""
_ITEMS = ((0.07, 0.09), (0.46, 0.45))
_ITEMS_ON_A_CORNER = ((0.05, 0.1), (0.5, 0.1))


def resource(pen: TablePen, name: str, x: float, y: float, size: float) -> str:
    icon, colour = ICON[name]
    return pen.icon(icon, x, y, size, colour)


def ground_of(building: str) -> str:
    """The role of the colour that a building stands on."""
    return f"ft-{COLOUR_OF[building]}" if building in COLOUR_OF else "ft-stone"


def back(pen: TablePen, box: Box) -> str:
    """A colony tile face down: an envoy."""
    return pen.icon("cell-covered", box.x, box.y, box.width, None)


def front(pen: TablePen, tile: str, box: Box, *, on_crane: bool = False) -> str:
    """A colony tile face up: a citizen or what it gives; on a corner it leaves room for the crane below."""
    face = pen.rect(box, "card", radius=box.width * 0.06, stroke="ft-slab-line")
    if tile in CITIZENS:
        down = 0.4 if on_crane else 0.5
        centre = (box.x + box.width * (0.42 if on_crane else 0.5), box.y + box.width * down)
        return face + citizen(pen, tile, *centre, box.width * 0.3)
    gives = [name for name, number in TILE[tile].gives.items() for _ in range(number)]
    size = box.width * (0.43 if on_crane else 0.47)
    places = _ITEMS_ON_A_CORNER if on_crane else _ITEMS
    items = [
        resource(pen, name, box.x + right * box.width, box.y + down * box.width, size)
        for name, (right, down) in zip(gives, places, strict=False)
    ]
    return face + "".join(items)


def citizen(pen: TablePen, tile: str, x: float, y: float, r: float, *, active: bool = True) -> str:
    """A medallion of ink while the citizen is active, a dashed ring while it is not."""
    icon, size = f"c-{TILE[tile].social_class}", r * 1.28
    if active:
        return pen.disc(x, y, r, "ink") + pen.icon(icon, x - size / 2, y - size / 2, size, "card")
    ring = pen.disc(x, y, r, "card", "faint", 1.3, "3 2.4")
    return ring + pen.icon(icon, x - size / 2, y - size / 2, size, "faint")


def lit_street(pen: TablePen, symbol: str, x: float, y: float, r: float) -> str:
    """The symbol of a street of this round: in accent, rows filled and columns in a ring."""
    row = symbol in DATA.streets.row_symbols
    disc = pen.disc(x, y, r, "accent" if row else "card", "accent", 2)
    return disc + pen.icon(f"s-{symbol}", x - r * 0.66, y - r * 0.66, r * 1.32, "card" if row else "accent")


def street(pen: TablePen, symbol: str, x: float, y: float, r: float, *, lit: bool) -> str:
    return lit_street(pen, symbol, x, y, r) if lit else pen.icon(f"street-{symbol}", x - r, y - r, 2 * r, None)


def building(pen: TablePen, name: str, box: Box) -> str:
    """A single building tile."""
    return pen.icon(f"tile-{name}", box.x, box.y, box.width, None)


def half(pen: TablePen, name: str, box: Box, way: str, over: float) -> str:
    """Half of a double tile: its ground goes on over the street, towards the other half."""
    x, y, size, _ = box
    ground = ground_of(name)
    edge = "ft-yellow-emblem" if ground == "ft-yellow" else None
    slab = pen.path(_slab(box, way, over), fill=ground, stroke=edge)
    glyph = size * 0.62
    inside = (size - glyph) / 2
    return slab + pen.icon(f"b-{name}", x + inside, y + inside, glyph, f"{ground}-on")


def _slab(box: Box, way: str, over: float) -> str:
    """A square with two round corners, longer by `over` on the side without."""
    r, size = box.width * 0.055, box.width
    x, y = n(box.x), n(box.y)
    long, edge = n(size + over - r), n(size - 2 * r)
    if way == "right":
        return f"M{n(box.x + r)} {y}h{long}v{n(size)}h-{long}q-{n(r)} 0-{n(r)}-{n(r)}v-{edge}q0-{n(r)} {n(r)}-{n(r)}z"
    if way == "down":
        return f"M{x} {n(box.y + r)}v{long}h{n(size)}v-{long}q0-{n(r)}-{n(r)}-{n(r)}h-{edge}q-{n(r)} 0-{n(r)} {n(r)}z"
    if way == "left":
        return f"M{n(box.x - over)} {y}h{long}q{n(r)} 0 {n(r)} {n(r)}v{edge}q0 {n(r)}-{n(r)} {n(r)}h-{long}z"
    return f"M{x} {n(box.y - over)}v{long}q0 {n(r)} {n(r)} {n(r)}h{edge}q{n(r)} 0 {n(r)}-{n(r)}v-{long}z"


def joint(pen: TablePen, one: Box, other: Box) -> str:
    """What makes one slab of two halves: a hairline around both and a dashed line between them."""
    first, last = min(one, other), max(one, other)
    whole = Box(first.x, first.y, last.x + last.width - first.x, last.y + last.height - first.y)
    hair = whole.grown(-whole.width * 0.02 - 1.2)
    middle_x, middle_y = whole.x + whole.width / 2, whole.y + whole.height / 2
    reach = one.width * 0.3
    across = whole.width > whole.height
    line = (
        f"M{n(middle_x)} {n(middle_y - reach)}v{n(2 * reach)}"
        if across
        else f"M{n(middle_x - reach)} {n(middle_y)}h{n(2 * reach)}"
    )
    frame = pen.rect(hair, None, radius=1.4, stroke="ft-stone-on", width=0.8)
    return svg.group(frame, pen.path(line, stroke="ft-stone-on", dash="2 2.5"), opacity=0.5)


def tag(pen: TablePen, x: float, y: float, content: str, *, size: float = 10.5, round_: bool = False) -> str:
    """A dark label with light figures, around a point."""
    width = max(0.58 * size * len(content) + size * 0.75, size * 1.4)
    box = Box(x - width / 2, y - size * 0.66, width, size * 1.32)
    ground = pen.rect(box, "ink", radius=size * (0.66 if round_ else 0.2))
    return ground + pen.text(
        x, y + size * 0.35, content, face="sans-700", size=size, colour="card", anchor="middle", room=width
    )
