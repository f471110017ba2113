"""The map as a miniature: coast, lines, cities, houses and colonists; no names and no markers."""

from functools import cache

from domain.concordia.data import DATA, KINDS
from services.render import svg
from services.render.concordia.chart import Chart
from services.render.concordia.colonists import standing
from services.render.concordia.geometry import COMPACT, GEOMETRY, PATHS, City, Geometry
from services.render.concordia.pen import ConcordiaPen
from services.render.drawing import Drawing
from services.render.miniature import WIDE, Miniature
from services.render.svg import number as n
from services.render.theme import Theme

_CITY = 25.0
_HOUSE, _HOUSE_STEP, _ABOVE = 44.0, 47.0, 30.0
_RING = 44.0
_SHAPES = {
    "land": "m-14 22q0-24 14-26q14 2 14 26zm3-39a11 11 0 1 0 22 0a11 11 0 1 0-22 0z",
    "sea": "m-28 0h56q-6 22-18 22h-20q-12 0-18-22zm25-5v-28l21 28z",
}
"""A colonist around a point: a figure, a ship."""


def miniature(drawing: Drawing) -> Miniature:
    """The middle of the map, as wide as it is."""
    pen = ConcordiaPen(drawing)
    geometry = GEOMETRY[pen.public.map]
    chart = Chart(pen, pen.public, geometry, COMPACT.times(geometry.scale), compact=True)
    width, height = geometry.size
    scale = WIDE[0] / width
    top = (height - width * WIDE[1] / WIDE[0]) / 2
    drawn = (_ground(pen.public.map, drawing.theme), _cities(chart), _rings(chart), _houses(chart), _colonists(chart))
    return Miniature(svg.group(*drawn, y=-top * scale, scale=scale), (WIDE[0] - WIDE[1]) / 2)


@cache
def _ground(name: str, theme: Theme) -> str:
    """Sea, land and lines: the same in every miniature of a map."""
    geometry = GEOMETRY[name]
    sea = svg.element("rect", width=geometry.size[0], height=geometry.size[1], fill=theme["sea"])
    land = svg.element("path", d=geometry.land, fill=theme["land"], stroke=theme["con-coast"], stroke_width=3)
    kinds = {
        kind: "".join(PATHS[name][line.id] for line in DATA.maps[name].lines if line.kind == kind) for kind in KINDS
    }
    roads = svg.element("path", d=kinds["land"], fill="none", stroke=theme["con-land-line"], stroke_width=6)
    lanes = svg.element(
        "path", d=kinds["sea"], fill="none", stroke=theme["con-sea-line"], stroke_width=5, stroke_dasharray="14 11"
    )
    return sea + land + roads + lanes + _roma(geometry, theme)


def _roma(geometry: Geometry, theme: Theme) -> str:
    at = geometry.cities["roma"]
    return svg.element(
        "path",
        d=f"M{n(at.x)} {n(at.y - 32)}l32 32-32 32-32-32z",
        fill=theme["ink"],
        stroke=theme["card"],
        stroke_width=5,
    )


def _cities(chart: Chart) -> str:
    """A dot each, in the colour of what it makes: lines that are as short as can be, with round ends."""
    dots: dict[str, str] = {}
    for name, good in chart.public.produce.items():
        dots[good] = dots.get(good, "") + _dot(chart.geometry.cities[name])
    edges = svg.element("path", d="".join(dots.values()), stroke=chart.pen.theme["outline"], stroke_width=2 * _CITY + 6)
    faces = [
        svg.element("path", d=d, stroke=chart.pen.theme[f"con-{good}"], stroke_width=2 * _CITY - 3)
        for good, d in dots.items()
    ]
    return svg.element("g", edges, *faces, stroke_linecap="round")


def _dot(city: City) -> str:
    return f"M{n(city.x)} {n(city.y)}h.01"


def _rings(chart: Chart) -> str:
    """Around cities that can be pointed at."""
    places = [city for name, city in chart.geometry.cities.items() if chart.pen.state_of(f"city:{name}") == "legal"]
    accent = chart.pen.theme["con-mark"]
    circles = [svg.element("circle", cx=at.x, cy=at.y, r=_RING) for at in places]
    if not circles:
        return ""
    return svg.element(
        "g", *circles, fill=accent, fill_opacity=0.16, stroke=accent, stroke_width=8, stroke_dasharray="16 10"
    )


def _houses(chart: Chart) -> str:
    """Side by side above their city; those of a seat are one path."""
    drawn: dict[int, str] = {}
    for name, owners in chart.public.houses.items():
        city = chart.geometry.cities[name]
        for place, owner in enumerate(owners):
            left = city.x + (place - len(owners) / 2) * _HOUSE_STEP
            drawn[owner] = drawn.get(owner, "") + f"M{n(left)} {n(city.y - _ABOVE)}v-22l22-24 22 24v22z"
    return _painted(chart, drawn)


def _colonists(chart: Chart) -> str:
    drawn: dict[int, str] = {}
    for one, at in standing(chart).items():
        drawn[one.seat] = drawn.get(one.seat, "") + f"M{n(at.x)} {n(at.y)}{_SHAPES[one.kind]}"
    return _painted(chart, drawn)


def _painted(chart: Chart, paths: dict[int, str]) -> str:
    theme = chart.pen.theme
    drawn = [svg.element("path", d=d, fill=theme.seat(seat)) for seat, d in sorted(paths.items())]
    return svg.element("g", *drawn, stroke=theme["outline"], stroke_width=4)
