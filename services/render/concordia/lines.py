"""Lines and their places: a free place is a ring, one that can be reached glows and says how many points it takes."""

from functools import cache, lru_cache

from domain.concordia.data import DATA, KINDS, Kind, Line
from domain.concordia.maps import BOARDS
from services.render import svg
from services.render.concordia.chart import Chart
from services.render.concordia.geometry import GEOMETRY, PATHS
from services.render.concordia.pen import lettered
from services.render.concordia.pointing import LINE_NAMES, chosen_colonist
from services.render.theme import Theme

_STOP = 15.5
_QUIET = 0.45


def lines(chart: Chart) -> str:
    """All lines: quiet ones first, so that those which glow lie above."""
    pen, name = chart.pen, chart.public.map
    glowing = [line for line in DATA.maps[name].lines if pen.state_of(f"line:{chart.line_names[line.id]}")]
    curves = _curves(name, pen.theme, frozenset(line.id for line in glowing), compact=chart.compact)
    quiet = svg.element("g", curves, opacity=_QUIET) if glowing else curves
    return quiet + _free_places(chart) + lettered(*(_glowing(chart, line) for line in glowing))


@cache
def _curve(name: str, line: Line) -> str:
    return svg.element("path", data_thing=f"line:{LINE_NAMES[name][line.id]}", d=PATHS[name][line.id])


@lru_cache(maxsize=64)
def _curves(name: str, theme: Theme, without: frozenset[str], *, compact: bool) -> str:
    """The lines of a map but for some."""

    def of_kind(kind: Kind) -> str:
        return "".join(
            _curve(name, line) for line in DATA.maps[name].lines if line.kind == kind and line.id not in without
        )

    land = svg.element(
        "g", of_kind("land"), fill="none", stroke=theme["con-land-line"], stroke_width=7 if compact else 4.6
    )
    sea = svg.element(
        "g",
        of_kind("sea"),
        fill="none",
        stroke=theme["con-sea-line"],
        stroke_width=6.5 if compact else 4.2,
        stroke_dasharray="15 10" if compact else "11 7",
    )
    return land + sea


def _free_places(chart: Chart) -> str:
    """The places on which nobody stands and that do not glow: rings, each kind of line as two paths of dots."""
    pen, public = chart.pen, chart.public
    taken = {place for player in public.players for kind in KINDS for place in player.colonists[kind]}
    dots: dict[Kind, list[str]] = {kind: [] for kind in KINDS}
    for line in DATA.maps[public.map].lines:
        if line.id not in taken and not pen.state_of(f"line:{chart.line_names[line.id]}"):
            dots[line.kind].append(_dot(public.map, line.id))
    edge = 5 if chart.compact else 3.2
    drawn = []
    for kind in KINDS:
        for colour, wide in ((f"con-{kind}-line", edge), ("card", -edge)):
            shape = svg.element(
                "path", d="".join(dots[kind]), stroke=pen.theme[colour], stroke_width=2 * chart.sizes.place + wide
            )
            drawn.append(shape)
    return svg.element("g", *drawn, stroke_linecap="round")


@cache
def _dot(name: str, line: str) -> str:
    """A line that is as short as can be: its round ends make a dot."""
    middle = GEOMETRY[name].lines[line].mid
    return f"M{svg.number(middle.x)} {svg.number(middle.y)}h.01"


def _glowing(chart: Chart, line: Line) -> str:
    """A line that can be moved to, or was chosen: anywhere along it can be pointed at."""
    pen = chart.pen
    thing = f"line:{chart.line_names[line.id]}"
    accent, curve = pen.theme["con-mark"], PATHS[chart.public.map][line.id]
    legal = pen.state_of(thing) == "legal"
    middle = chart.geometry.lines[line.id].mid
    radius = _STOP * (1.5 if chart.compact else 1)
    glow = svg.element(
        "path", d=curve, fill="none", stroke=accent, stroke_width=15, stroke_opacity=0.2, stroke_linecap="round"
    )
    dash = svg.element(
        "path",
        d=curve,
        fill="none",
        stroke=accent,
        stroke_width=4.4 if legal else 7,
        stroke_dasharray="10 6" if legal else None,
    )
    stop = pen.circle(middle, radius, fill="card" if legal else "con-mark", edge="con-mark", width=3)
    points = _points_to(chart, line.id)
    number = "" if points is None else _number(chart, points, middle, "con-mark" if legal else "on-accent")
    return pen.thing(thing, glow, dash, stop, number)


def _number(chart: Chart, points: int, middle: tuple[float, float], colour: str) -> str:
    size = 28 if chart.compact else 20
    x, y = middle[0], middle[1] + size * 0.35
    chart.pen.note(x, y, str(points), "sans-700", size, anchor="middle", room=_STOP * 3)
    return chart.pen.letter(str(points), x, y, size, chart.pen.theme[colour])


def _points_to(chart: Chart, line: str) -> int | None:
    """How many points the chosen colonist needs to get there."""
    chosen = chosen_colonist(chart.pen.drawing.chosen)
    if chosen is None:
        return None
    kind, place = chosen
    places = {name: line for line, name in chart.line_names.items()}
    ways = BOARDS[chart.public.map].ways[_kind(kind)].get(places.get(place, place), {})
    return ways[line].points if line in ways else None


def _kind(name: str) -> Kind:
    return "land" if name == "land" else "sea"
