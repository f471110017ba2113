"""The action circle of a seat: six bowls on a mosaic, Trajan tiles in their slots, the arch, markers in the hub."""

import math
from collections import Counter

from domain.kernel.ids import Seat
from domain.trajan.data import ACTION_OF, BOWLS, COLOURS, DATA, EXTRA_TILE_FOR
from services.render import svg
from services.render.drawing import Drawing, Part
from services.render.trajan import pieces, sowing, tiles
from services.render.trajan.geometry import CENTRE, RING, Point, bowl_at, marker_size, on_ring, packed, turn_of
from services.render.trajan.pen import Box, TablePen

SIZE = (408, 366)
_BOWL = 41.0
_SLOTS: tuple[Point, ...] = ((71, 4), (291, 4), (361, 153), (291, 302), (71, 302), (1, 153))
_TAG_TURN = 62
_HUB_RINGS = (0, 0, 16, 18, 22, 27, 30)
"""How far markers lie from the middle of the hub, by the number of their colours."""


def circle(drawing: Drawing, seat: Seat) -> Part:
    """A seat's circle as a part; the reader's own is simply called `circle`."""
    pen = TablePen(drawing)
    places = range(len(BOWLS))
    mosaic = pen.icon("medallion", 0, 0, SIZE[0], None, SIZE[1])
    ties = pen.path("".join(map(_tie, places)), None, "trajan-mosaic-2", stroke_dasharray="1 4", stroke_linecap="round")
    slots = [_slot(pen, seat, place) for place in places]
    sown = sowing.ribbon(pen, seat)
    bowls = [_bowl(pen, seat, place) for place in places]
    badges = [_badges(pen, seat, place) for place in places]
    name = pen.of(seat, "circle")
    title = pen.say("part.circle", seat=seat, bowls=", ".join(str(len(bowl)) for bowl in pen.mat(seat).bowls))
    return pen.part(name, title, SIZE, mosaic, ties, sown, *bowls, *badges, *slots, _hub(pen, seat))


def _tie(place: int) -> str:
    """A dotted line from the rim of a bowl to its slot."""
    (x, y), (left, top) = bowl_at(place), _SLOTS[place]
    right, down = left + tiles.TILE[0] / 2 - x, top + tiles.TILE[1] / 2 - y
    share = _BOWL / math.hypot(right, down)
    return "M{} {}L{} {}".format(*map(svg.number, (x + right * share, y + down * share, x + right, y + down)))


def _slot(pen: TablePen, seat: Seat, place: int) -> str:
    mat = pen.mat(seat)
    box = Box(*_SLOTS[place], *tiles.TILE)
    tile = mat.slots[place] if mat.slots else None
    owed = pen.public.owed[-1] if pen.public.owed else None
    if owed and owed.kind == "special" and owed.seat == seat and pen.public.sown_into == place:
        completed = tiles.trajan_tile(pen, owed.what, box.x, box.y, 1, mat.bowls[place])
        return pen.piece(pen.of(seat, "special"), box, completed)
    if tile is not None:
        drawn = tiles.trajan_tile(pen, tile, box.x, box.y, 1, mat.bowls[place])
        return pen.piece(pen.of(seat, f"slot:{BOWLS[place]}"), box, drawn)
    ground = pen.rect(box.grown(-1), "card", "trajan-dash", stroke_dasharray="4 3")
    if mat.arch == place:
        return ground + _arch(pen, seat, box.centre, 34)
    x, y = box.centre
    numeral = pen.text(x, y + 5, BOWLS[place], face="serif-600", size=15, colour="faint", anchor="middle", room=30)
    return ground + numeral


def _arch(pen: TablePen, seat: Seat, at: Point, size: float) -> str:
    box = Box(at[0] - size / 2, at[1] - size / 2, size, size)
    return pen.piece(pen.of(seat, "arch"), box, pieces.arch(pen, seat, at, size))


# The bowls


def _bowl(pen: TablePen, seat: Seat, place: int) -> str:
    """The markers in a bowl, and the ring that says that it can be taken."""
    markers = pen.mat(seat).bowls[place] if pen.mat(seat).bowls else []
    x, y = bowl_at(place)
    size = marker_size(len(markers))
    counted: Counter[str] = Counter()
    drawn = []
    for colour, (right, down) in zip(markers, packed(len(markers), place), strict=True):
        counted[colour] += 1
        name = pen.of(seat, numbered(f"in:{BOWLS[place]}:{colour}", counted[colour]))
        at = (x + right, y + down)
        drawn.append(pen.thing(name, _backing(pen, name, at, size), pieces.marker(pen, colour, at, size)))
    name = pen.of(seat, f"bowl:{BOWLS[place]}")
    ring = pen.round_ring(pen.state_of(name), (x, y), 45)
    return pen.thing(name, *drawn, sowing.receives(pen, seat, place), ring)


def _backing(pen: TablePen, name: str, at: Point, size: float) -> str:
    """A disc behind a marker that was sown: a ring alone would drown in the dark bowl."""
    colour = {"chosen": "accent", "changed": "good"}.get(pen.state_of(name))
    return pen.circle(at, size / 2 + 2.4, colour, "card") if colour else ""


def numbered(name: str, number: int) -> str:
    """The name of one of several equal things."""
    return name if number == 1 else f"{name}:{number}"


def _badges(pen: TablePen, seat: Seat, place: int) -> str:
    """On the rim: the action inside, the numeral outside, and the tags of +2 and extra-action tiles."""
    action, mat = ACTION_OF[place], pen.mat(seat)
    inner, outer = on_ring(turn_of(place), RING - _BOWL), on_ring(turn_of(place), RING + _BOWL)
    name = pen.of(seat, f"action:{action}")
    state = pen.state_of(name)
    due = sowing.due_action(pen, seat) == action
    ground, line, ink = ("accent", "accent", "on-accent") if due else ("card", "trajan-mosaic-2", "ink")
    badge = pen.circle(inner, 13.5, ground, line) + pen.symbol_at(f"a-{action}", inner, 17, ink)
    drawn = pen.thing(name, badge, pen.round_ring(state, inner, 16))
    numeral = pen.text(outer[0], outer[1] + 3.3, BOWLS[place], face="serif-700", size=9.5, anchor="middle", room=15)
    drawn += pen.circle(outer, 8.5, "card", "trajan-mosaic-2") + numeral
    if action in mat.plus_two:
        drawn += _tag(pen, seat, place, _TAG_TURN, f"plus-two:{action}", "plus-two")
    if EXTRA_TILE_FOR[action] in mat.tiles:
        drawn += _tag(pen, seat, place, -_TAG_TURN, "", "extra-tag")
    return drawn


def _tag(pen: TablePen, seat: Seat, place: int, turn: float, thing: str, icon: str) -> str:
    """A small tag on the rim of a bowl. An extra-action tile lies on the mat; its tag only reminds of it."""
    angle = math.radians(turn_of(place) + turn)
    x, y = bowl_at(place)
    at = (x + _BOWL * math.cos(angle), y - _BOWL * math.sin(angle))
    box = Box(at[0] - 11, at[1] - 7.5, 22, 15)
    drawn = pen.icon(icon, box.x, box.y, box.width, None, box.height)
    return pen.piece(pen.of(seat, thing), box, drawn, margin=2) if thing else drawn


# The hub


def markers_at_hand(pen: TablePen, seat: Seat) -> Counter[str]:
    """The markers that lie in no bowl: not yet placed, or taken and not yet sown."""
    left = Counter(dict.fromkeys(COLOURS, DATA.markers.per_colour))
    left.subtract(colour for bowl in pen.mat(seat).bowls for colour in bowl)
    return +left


def _hub(pen: TablePen, seat: Seat) -> str:
    left = markers_at_hand(pen, seat)
    arch = pen.mat(seat).arch is None and bool(pen.mat(seat).bowls)
    ground = pen.circle(CENTRE, 47, "card", "trajan-mosaic-2") if left or arch else ""
    places = _hub_places([colour for colour in COLOURS if left[colour]], around=arch)
    drawn = [_marker_at_hand(pen, seat, colour, at, left[colour]) for colour, at in places]
    return ground + (_arch(pen, seat, CENTRE, 22 if left else 34) if arch else "") + "".join(drawn)


def _hub_places(colours: list[str], *, around: bool) -> list[tuple[str, Point]]:
    """A colour a place, on a ring that is wide enough for all of them and for the arch, if they lie around it."""
    radius = 30 if around else _HUB_RINGS[len(colours)]
    return [(colour, on_ring(90 - 360 * n / len(colours), radius)) for n, colour in enumerate(colours)]


def _marker_at_hand(pen: TablePen, seat: Seat, colour: str, at: Point, count: int) -> str:
    """Equal markers lie on each other; any of them may be pointed at."""
    handle = pen.of(seat, f"marker:{colour}")
    drawn = []
    for number in range(count, 0, -1):
        name = numbered(handle, number)
        place = (at[0] + 3 * (number - 1), at[1] - 3 * (number - 1))
        ring = pen.round_ring(pen.state_of(name, handle), place, 12.5) if number == 1 else ""
        drawn.append(pen.thing(name, pieces.marker(pen, colour, place, 21), ring, twin_of=handle))
    return "".join(drawn)
