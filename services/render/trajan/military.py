"""The provinces: a map in which neighbours share a border, generals and legionaries on it, and the camp in Italia."""

from functools import cache

from domain.kernel.ids import Seat
from domain.trajan.data import PROVINCE_VP
from domain.trajan.scoring import conquest_terms
from services.render import svg, text
from services.render.drawing import Drawing, Part
from services.render.theme import Theme
from services.render.trajan import pieces, tiles
from services.render.trajan.geometry import GEOMETRY, Point
from services.render.trajan.pen import Box, TablePen

SIZE = (300, 315)
_CAMP = "camp"
_CAMP_AT, _CAMP_STEP = (181.0, 271.0), (56.0, 23.0)
_NAME_ROOM = {"germania_inferior": 112, "germania_superior": 56, "britannia": 62, "noricum": 54}
_NAME_SIZE = 10.5
_FOUND = 23.0
_CROWD = 3
"""From so many pieces on they stand smaller, generals above legionaries."""


def military(drawing: Drawing) -> Part:
    """The map as a part."""
    pen = TablePen(drawing)
    provinces = [province for province in GEOMETRY.places if province != _CAMP]
    lit = [_lit(pen, province) for province in provinces]
    drawn = [_province(pen, province) for province in provinces]
    title = pen.say("part.military", found=len(pen.public.provinces))
    map_ = svg.element("g", _base(pen.theme), *lit, clip_path="url(#trajan-map)")
    return pen.part("military", title, SIZE, map_, *drawn, _camp(pen))


@cache
def _base(theme: Theme) -> str:
    """Sea, land, provinces, coast and the links across the sea: the same in every picture."""
    left, top, width, height = GEOMETRY.window
    frame = svg.element("rect", x=left, y=top, width=width, height=height, fill=theme["sea"])
    coast = svg.element("path", id="trajan-coast", d=GEOMETRY.coast)
    regions = [svg.element("path", id=f"trajan-{name}", d=d) for name, d in GEOMETRY.regions.items()]
    clip = svg.element("clipPath", svg.element("use", href="#trajan-coast"), id="trajan-land")
    map_clip = svg.element("clipPath", svg.element("rect", width=SIZE[0], height=SIZE[1], rx=5), id="trajan-map")
    shallow = _coast(fill="none", stroke=theme["card"], stroke_opacity=0.28, stroke_width=16)
    land = [svg.element("use", href=f"#trajan-{name}", fill=theme[_ground(name)]) for name in GEOMETRY.regions]
    links = svg.element(
        "path",
        d=GEOMETRY.sea_links,
        fill="none",
        stroke=theme["ink"],
        stroke_width=3.4,
        stroke_dasharray="1 8",
        stroke_linecap="round",
    )
    provinces = svg.element("g", *land, clip_path="url(#trajan-land)", stroke=theme["trajan-border"], stroke_width=2.4)
    shore = _coast(fill="none", stroke=theme["trajan-coast"], stroke_width=2.2)
    beyond = _coast(fill=theme["trajan-beyond"])
    drawn = (
        svg.element("defs", coast, *regions, clip, map_clip),
        _scaled(frame, shallow, beyond, provinces, shore, links),
    )
    return svg.lasting(*drawn) if theme.name == "page" else "".join(drawn)


def _coast(**attributes: svg.Attribute) -> str:
    return svg.element("use", href="#trajan-coast", **attributes)


def _ground(region: str) -> str:
    return "trajan-camp" if region == _CAMP else f"trajan-worth-{PROVINCE_VP[region]}"


def _scaled(*body: str) -> str:
    """The map's own units in those of the part."""
    left, _, width, _ = GEOMETRY.window
    scale = SIZE[0] / width
    return svg.group(*body, x=-left * scale, scale=scale)


def _lit(pen: TablePen, province: str) -> str:
    """The ground of a province that the general may enter."""
    name = f"province:{province}"
    state = pen.state_of(name)
    if state not in {"legal", "chosen"}:
        return ""
    accent = pen.theme["accent"]
    href = f"#trajan-{province}"
    casing = svg.element("use", href=href, fill="none", stroke=pen.theme["card"], stroke_width=9, stroke_opacity=0.75)
    edge = svg.element(
        "use",
        href=href,
        fill=accent,
        fill_opacity=0.08 if state == "legal" else 0.26,
        stroke=accent,
        stroke_width=5,
        stroke_dasharray="11 8" if state == "legal" else None,
        class_="ring",
    )
    return pen.thing(name, _scaled(svg.element("g", casing, edge, clip_path="url(#trajan-land)")))


def _province(pen: TablePen, province: str) -> str:
    place = GEOMETRY.places[province]
    name = f"province:{province}"
    legal = pen.state_of(name) in {"legal", "chosen"}
    worth = str(PROVINCE_VP[province])
    points = _points(pen, place.points or place.spot, worth, legal=legal)
    body = _name(pen, province, place.label) + points + _found(pen, province, place.spot) + _figures(pen, province)
    # What stands in a province that may be entered leaves the pointer to its ground.
    return svg.element("g", body, pointer_events="none") if legal else pen.thing(name, body)


def _name(pen: TablePen, province: str, at: Point) -> str:
    name = pen.name(province) if province != _CAMP else pen.say("military.camp")
    room = _NAME_ROOM.get(province, 72)
    lines = text.wrapped(name, "serif-600", _NAME_SIZE, room)
    return "".join(
        pen.text(
            at[0],
            at[1] + row * _NAME_SIZE,
            line,
            face="serif-600",
            size=_NAME_SIZE,
            anchor="middle",
            room=room,
            halo=2.2,
        )
        for row, line in enumerate(lines)
    )


def _points(pen: TablePen, at: Point, worth: str, *, legal: bool) -> str:
    ground, line, colour = ("accent", "card", "on-accent") if legal else ("card", "trajan-border", "ink")
    figure = pen.text(*_below(at), worth, face="serif-700", size=12, colour=colour, anchor="middle", room=17)
    return pen.circle(at, 9.5, ground, line) + figure


def _below(at: Point) -> Point:
    return at[0], at[1] + 4.3


def _found(pen: TablePen, province: str, at: Point) -> str:
    """The forum tile that the next general finds."""
    tile = pen.public.provinces.get(province)
    if tile is None:
        return ""
    box = Box(at[0] - _FOUND / 2, at[1] - _FOUND / 2, _FOUND, _FOUND)
    return pen.piece(f"found:{province}", box, tiles.forum_tile(pen, tile, box), margin=1.5)


def _figures(pen: TablePen, province: str) -> str:
    """Generals and legionaries, side by side or in two rows."""
    generals = [seat for seat in pen.seats if pen.mat(seat).general == province]
    legionaries = [seat for seat in pen.seats if province in pen.mat(seat).legionaries]
    place = GEOMETRY.places[province]
    if len(generals) + len(legionaries) < _CROWD:
        row = _row(place.spot, 18, len(generals) + len(legionaries))
        places, sizes = row, (0.66, 0.6)
    else:
        (x, y), both = place.crowd, bool(generals and legionaries)
        places = _row((x, y - 9 * both), 13, len(generals)) + _row((x, y + 11 * both), 13, len(legionaries))
        sizes = (0.5, 0.46)
    drawn = [_general(pen, seat, at, sizes[0]) for seat, at in zip(generals, places, strict=False)]
    for seat, at in zip(legionaries, places[len(generals) :], strict=True):
        name = pen.of(seat, f"legionary:{province}")
        ring = pen.round_ring(pen.state_of(name), at, 13)
        drawn.append(pen.thing(name, pieces.legionary(pen, seat, at, sizes[1]), ring))
    return "".join(drawn)


def _row(centre: Point, step: float, count: int) -> list[Point]:
    return [(centre[0] + step * (n - (count - 1) / 2), centre[1]) for n in range(count)]


def _general(pen: TablePen, seat: Seat, at: Point, scale: float) -> str:
    name = pen.of(seat, "general")
    state = pen.state_of(name)
    ring = pen.round_ring(state, at, 26 * scale)
    tag = _conquest(pen, seat, at) if state in {"legal", "chosen"} else ""
    return pen.thing(name, pieces.general(pen, seat, at, scale), ring, tag)


def _conquest(pen: TablePen, seat: Seat, at: Point) -> str:
    """The points for conquering the province where the general stands."""
    x, y = min(at[0] + 22, SIZE[0] - 14), at[1] + 10
    points = sum(term.points for term in conquest_terms(pen.public, seat, pen.mat(seat).general))
    figure = pen.text(x, y + 4, f"+{points}", face="sans-700", size=11.5, colour="on-accent", anchor="middle", room=24)
    return pen.rect(Box(x - 13, y - 7.5, 26, 15), "accent", rx=7.5) + figure


def _camp(pen: TablePen) -> str:
    """How many legionaries each seat has in the camp, and the generals that have not left it."""
    place = GEOMETRY.places[_CAMP]
    cells = [_camp_of(pen, seat, n) for n, seat in enumerate(pen.seats)]
    rows = (len(cells) + 1) // 2
    box = Box(_CAMP_AT[0] - 15, _CAMP_AT[1] - 15, 112, _CAMP_STEP[1] * rows + 7)
    ring = pen.ring(pen.state_of(_CAMP), box)
    return _name(pen, _CAMP, place.label) + pen.thing(_CAMP, *cells, ring)


def _camp_of(pen: TablePen, seat: Seat, number: int) -> str:
    x = _CAMP_AT[0] + _CAMP_STEP[0] * (number % 2)
    y = _CAMP_AT[1] + _CAMP_STEP[1] * (number // 2)
    name = pen.of(seat, "military-camp")
    count = pen.text(x + 10, y + 5, str(pen.mat(seat).military_camp), face="sans-700", size=12.5, room=14, halo=2.2)
    ring = pen.ring(pen.state_of(name), Box(x - 12, y - 11, 36, 22))
    drawn = pen.thing(name, pieces.legionary(pen, seat, (x, y), 0.62), count, ring)
    return drawn + (_general(pen, seat, (x + 32, y), 0.5) if pen.mat(seat).general == _CAMP else "")
