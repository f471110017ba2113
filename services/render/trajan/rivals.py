"""A rival folded to a few lines: the circle as six counts with its tiles' colours, and what the seat has."""

from collections import Counter

from domain.kernel.ids import Seat
from domain.trajan.data import BOWLS, BUILDINGS, FORUM_TILES, GOODS, TRAJAN_TILES
from services.render import svg
from services.render.drawing import Drawing, Part
from services.render.trajan import pieces, tiles
from services.render.trajan.geometry import Point, on_ring, turn_of
from services.render.trajan.pen import Box, TablePen, signed
from services.render.trajan.rows import Shape, lay

SIZE = (218, 131)
COMPACT_SIZE = (366, 42)
_MINI = (53.0, 76.0)
_RING, _SLOT_RING, _BOWL = 29.0, 46.4, 12.2
_SMALL = Shape(18, 18, gap=3, edge=5)


def rival_name(seat: Seat) -> str:
    """What a folded rival is called among the parts of the table."""
    return f"rival-{seat + 1}"


def rival(drawing: Drawing, seat: Seat) -> Part:
    """A rival in the rail; on a phone one line."""
    pen = TablePen(drawing)
    title = pen.say("part.rival", seat=seat, points=pen.view.scores[seat], cards=pen.view.hand_sizes[seat])
    name = rival_name(seat)
    if drawing.compact:
        return pen.part(name, title, COMPACT_SIZE, pen.thing(name, _line(pen, seat)))
    body = [_head(pen, seat, SIZE[0], 14), _mini_circle(pen, seat), _counts(pen, seat, 103, 42)]
    body += [_things(pen, seat, Box(108, 54, 108, 40)), _goods(pen, seat, Box(108, 97, 108, 34))]
    return pen.part(name, title, SIZE, pen.thing(name, *body))


def _head(pen: TablePen, seat: Seat, width: float, y: float) -> str:
    mark = pen.seat_mark(seat, 12, y - 2, 22)
    name = pen.text(30, y + 3, pen.drawing.players[seat], face="sans-600", size=15, room=width - 76)
    score = pen.text(width - 2, y + 4, signed(pen.view.scores[seat]), face="serif-700", size=19, anchor="end", room=44)
    return mark + name + score


def _line(pen: TablePen, seat: Seat) -> str:
    mark = pen.seat_mark(seat, 14, 21, 22)
    name = pen.text(34, 26, pen.drawing.players[seat], face="sans-600", size=15, room=76)
    cards = pen.icon("cards", 116, 13, 16) + pen.text(
        136, 26, str(pen.view.hand_sizes[seat]), face="sans-600", size=14, room=18
    )
    found = _row(pen, seat, Box(160, 12, 150, 18))
    score = pen.text(362, 28, signed(pen.view.scores[seat]), face="serif-700", size=19, anchor="end", room=44)
    return mark + name + cards + found + score


def _counts(pen: TablePen, seat: Seat, x: float, base: float) -> str:
    mat = pen.mat(seat)
    rows = (
        ("cards", pen.view.hand_sizes[seat]),
        ("p-figure", mat.supply),
        ("e-legionaries", mat.military_camp),
        ("e-workers", mat.worker_camp),
    )
    drawn = []
    for place, (icon, count) in enumerate(rows):
        left = x + 29 * place
        colour = "ink" if count else "faint"
        drawn.append(pen.icon(icon, left, base - 10.5, 12.5, colour))
        drawn.append(pen.text(left + 13.5, base, str(count), face="sans-600", size=11.5, colour=colour, room=13))
    return "".join(drawn)


def _things(pen: TablePen, seat: Seat, box: Box) -> str:
    """Tiles, then buildings and bonus tiles."""
    half = Box(box.x, box.y + 21, box.width, 18)
    mat = pen.mat(seat)
    bonus = {one.tile: one.gold for one in mat.bonus}
    groups = [[tile] for tile in (*sorted(mat.buildings), *sorted(bonus))]
    drawn = [_row(pen, seat, Box(box.x, box.y, box.width, 18))]
    for item in lay(groups, _SMALL, half):
        if item.kind in BUILDINGS:
            drawn.append(tiles.building(pen, item.kind, item.box))
        else:
            drawn.append(pen.rect(item.box, "trajan-tile", "coin-edge" if bonus[item.kind] else "trajan-silver-line"))
            drawn.append(_bonus_icon(pen, item.kind, item.box))
    return "".join(drawn)


def _bonus_icon(pen: TablePen, tile: str, box: Box) -> str:
    return tiles.bonus_icons(pen, tile, Box(box.x - box.width * 0.05, box.y, box.width * 1.6, box.height))


def _row(pen: TablePen, seat: Seat, box: Box) -> str:
    mat = pen.mat(seat)
    counted = Counter(mat.tiles)
    groups = [[tile] for tile in mat.kept] + [[tile] * counted[tile] for tile in FORUM_TILES if counted[tile]]
    drawn = []
    for item in lay(groups, _SMALL, box):
        if item.kind in FORUM_TILES:
            drawn.append(tiles.forum_tile(pen, item.kind, item.box, figures=item.number == 1))
        else:
            drawn.append(tiles.kept_need(pen, item.kind, item.box))
    return "".join(drawn)


def _goods(pen: TablePen, seat: Seat, box: Box) -> str:
    counted = Counter(pen.mat(seat).laid_out)
    groups = [[good] * counted[good] for good in GOODS if counted[good]]
    shape = Shape(13, 17, gap=2, edge=3)
    return "".join(tiles.goods_card(pen, item.kind, item.box) for item in lay(groups, shape, box))


# The folded circle


def _mini_circle(pen: TablePen, seat: Seat) -> str:
    track = svg.element(
        "circle",
        cx=_MINI[0],
        cy=_MINI[1],
        r=_RING,
        fill="none",
        stroke=pen.theme["trajan-mosaic-1"],
        stroke_width=4,
        stroke_dasharray="3 .8",
    )
    return track + "".join(_mini_bowl(pen, seat, place) for place in range(len(BOWLS)))


def _mini_bowl(pen: TablePen, seat: Seat, place: int) -> str:
    mat = pen.mat(seat)
    at, slot = _at(place, _RING), _at(place, _SLOT_RING)
    markers = mat.bowls[place] if mat.bowls else []
    if markers:
        count = pen.text(
            at[0],
            at[1] + 4.8,
            str(len(markers)),
            face="serif-700",
            size=13.5,
            colour="trajan-white",
            anchor="middle",
            room=20,
        )
        drawn = pen.circle(at, _BOWL, "trajan-dish", "trajan-rim") + count
    else:
        drawn = pen.circle(at, _BOWL, "trajan-stone", "trajan-dash")
    return drawn + _mini_slot(pen, seat, place, slot)


def _mini_slot(pen: TablePen, seat: Seat, place: int, at: Point) -> str:
    """The two colours that a tile asks for, the arch, or a hole."""
    mat = pen.mat(seat)
    tile = mat.slots[place] if mat.slots else None
    if mat.arch == place:
        return pieces.arch(pen, seat, at, 11)
    box = Box(at[0] - 4.5, at[1] - 4.5, 9, 9)
    if tile is None:
        return pen.rect(box.grown(-0.5), None, "trajan-dash", rx=1, stroke_dasharray="2 1.5")
    halves = [
        pen.rect(Box(box.x + 4.5 * n, box.y, 4.5, 9), f"trajan-{colour}", rx=None)
        for n, colour in enumerate(TRAJAN_TILES[tile].colours)
    ]
    return "".join(halves) + pen.rect(box, None, "ink", rx=1, stroke_width=1)


def _at(place: int, radius: float) -> Point:
    x, y = on_ring(turn_of(place), radius)
    centre = on_ring(0, 0)
    return _MINI[0] + x - centre[0], _MINI[1] + y - centre[1]
