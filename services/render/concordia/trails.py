"""The ways of colonists that the reader's draft has moved: an arrow from where each stood to where it stands."""

from math import atan2, cos, degrees, sin

from domain.concordia.data import KINDS, Kind
from domain.concordia.maps import BOARDS
from services.render import svg
from services.render.concordia.chart import Chart
from services.render.concordia.geometry import Point
from services.render.svg import number as n

_BEFORE = 24.0
"""An arrow ends before the piece that it leads to."""


def trails(chart: Chart) -> str:
    """An arrow for each move of the draft."""
    ids = {name: line for line, name in chart.line_names.items()}
    drawn = []
    for path in chart.pen.drawing.drafted:
        what, _, where = path[0].partition(":")
        if what == "colonist":
            name, _, origin = where.partition(":")
            line = ids[path[1].partition(":")[2]]
            kind = next(one for one in KINDS if one == name)
            drawn.append(_arrow(chart, _way(chart, kind, ids.get(origin, origin), line)))
    return "".join(drawn)


def _way(chart: Chart, kind: Kind, origin: str, line: str) -> list[Point]:
    """The places that a colonist passed: cities and middles of lines, from where it stood on."""
    board = BOARDS[chart.public.map]
    points = {place: way.points for place, way in board.ways[kind][origin].items()}
    passed = [line]
    while points[line] > 1:
        city, line = next(
            (end, nearer)
            for end in board.ends(line)
            for nearer in board.lines_at[kind][end]
            if points.get(nearer) == points[line] - 1
        )
        passed += [city, line]
    if origin in board.lines:
        passed.append(next(end for end in board.ends(line) if end in board.ends(origin)))
    return [_at(chart, place) for place in (origin, *reversed(passed))]


def _at(chart: Chart, place: str) -> Point:
    city = chart.geometry.cities.get(place)
    return chart.geometry.lines[place].mid if city is None else Point(city.x, city.y)


def _arrow(chart: Chart, way: list[Point]) -> str:
    """A band in the accent with a head, on a casing that keeps it apart from lines."""
    (x, y), last = way[-1], way[-2]
    angle = atan2(y - last.y, x - last.x)
    tip = Point(x - _BEFORE * cos(angle), y - _BEFORE * sin(angle))
    line = "M" + "L".join(f"{n(at.x)} {n(at.y)}" for at in (*way[:-1], tip))
    accent, card = chart.pen.theme["con-mark"], chart.pen.theme["card"]
    casing, band = (
        svg.element("path", d=line, fill="none", stroke=colour, stroke_width=width)
        for colour, width in ((card, 10), (accent, 6))
    )
    turned = f"translate({n(tip.x)} {n(tip.y)})rotate({n(degrees(angle))})"
    head = svg.element("path", d="M-5-12 15 0-5 12Z", fill=accent, stroke=card, stroke_width=2, transform=turned)
    return svg.element("g", casing, band, head, class_="trail", stroke_linejoin="round", pointer_events="none")
