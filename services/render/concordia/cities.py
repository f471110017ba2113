"""Cities: discs tinted by what they make, houses around them, and their names."""

from domain.concordia.data import DATA
from services.render import svg, text
from services.render.concordia.chart import Chart
from services.render.concordia.geometry import around
from services.render.concordia.pen import lettered
from services.render.text import FAMILIES

NAME_SIZE = 20.5
_SYMBOL, _GOOD = 28 / 24, 35 / 24
"""Half the size of a disc's symbol, and the size of the good on it, by the radius of the disc."""


def cities(chart: Chart) -> str:
    """All cities with their houses; upper houses first, so that lower ones stand before them."""
    start = DATA.maps[chart.public.map].start_city
    found = [_roma(chart, start)]
    for name in chart.public.produce:
        found.append(_city(chart, name))
        found += _houses(chart, name)
    return lettered(*found)


def _roma(chart: Chart, name: str) -> str:
    pen, city = chart.pen, chart.geometry.cities[name]
    radius, thing = chart.sizes.roma, f"city:{name}"
    at = (city.x, city.y)
    disc = pen.circle(at, radius + 4, fill="halo", opacity=0.75) + pen.circle(at, radius, fill="con-roma")
    ring = pen.circle(at, radius - 4.5, edge="con-on-roma", width=1.6)
    temple = pen.icon("roma", city.x - radius * 0.46, city.y - radius * 0.5, radius * 0.92, "con-on-roma")
    mark = pen.round_mark(thing, city.x, city.y, radius + 9)
    return pen.thing(thing, disc, ring, temple, mark)


def _city(chart: Chart, name: str) -> str:
    pen, city, good = chart.pen, chart.geometry.cities[name], chart.public.produce[name]
    radius, thing = chart.sizes.disc, f"city:{name}"
    disc = pen.stamp(f"city-{good}", lambda: _disc(chart, good, radius), (city.x, city.y))
    return pen.thing(thing, disc, pen.round_mark(thing, city.x, city.y, radius + 8))


def _disc(chart: Chart, good: str, radius: float) -> str:
    """A city around the origin; on a small map the letter alone on the colour of its good."""
    pen = chart.pen
    if chart.compact:
        halo = pen.circle((0, 0), radius + 5, fill="halo", opacity=0.75)
        disc = pen.circle((0, 0), radius, fill=f"con-{good}", edge="outline", width=3)
        return (
            halo + disc + pen.letter(pen.goods_letters[good], 0, radius * 0.44, radius * 1.25, pen.theme["con-letter"])
        )
    half = radius * _SYMBOL
    symbol = pen.icon(f"city-{good}", -half, -half, 2 * half, None)
    return symbol + pen.good_letter(good, 0, 0, radius * _GOOD)


def _houses(chart: Chart, name: str) -> list[str]:
    pen, city, sizes = chart.pen, chart.geometry.cities[name], chart.sizes
    owners = chart.public.houses[name]
    width = sizes.house
    placed = []
    for i, owner in enumerate(owners):
        degrees = city.houses + (i - (len(owners) - 1) / 2) * sizes.step
        placed.append((owner, around(city, degrees, sizes.ring)))
    drawn = []
    # What is ringed comes first: no ring lies across its neighbours.
    for owner, at in sorted(placed, key=lambda house: (not _changed(chart, name, house[0]), house[1].y)):
        thing = f"house:{name}:{owner}"
        mark = pen.round_mark(thing, *at, width * 0.85)
        drawn.append(pen.thing(thing, mark, chart.piece("house", owner, at, width)))
    return drawn


def _changed(chart: Chart, city: str, owner: int) -> bool:
    return chart.pen.state_of(f"house:{city}:{owner}") == "changed"


def city_names(chart: Chart) -> str:
    """The names beside their discs; Roma's in capitals."""
    if chart.compact:
        return ""
    board = DATA.maps[chart.public.map]
    names = {board.start_city: chart.pen.drawing.name(board.start_city).upper()}
    names |= {city.id: chart.pen.drawing.name(city.id) for city in board.cities}
    return svg.element(
        "g",
        *(_name(chart, city, name) for city, name in names.items()),
        font_family=FAMILIES["serif"],
        font_weight="600",
        font_size=NAME_SIZE,
        fill=chart.pen.theme["ink"],
        stroke=chart.pen.theme["con-label-halo"],
        stroke_width=5,
        stroke_opacity=0.82,
        stroke_linejoin="round",
        paint_order="stroke",
    )


def name_room(city: str) -> float:
    """How long the name of a city may be: hardly longer than the Latin one."""
    return 1.05 * text.width(city.replace("_", " ").title() + ".", "serif-600", NAME_SIZE)


def _name(chart: Chart, city: str, name: str) -> str:
    at = chart.geometry.cities[city]
    across, down, anchor = at.label
    x, y = at.x + across, at.y + down
    room = name_room(city)
    shown, size = text.fitted(name, "serif-600", NAME_SIZE, room)
    chart.pen.note(x, y, shown, "serif-600", size, anchor=anchor, room=room)
    return svg.element(
        "text",
        svg.text_node(shown),
        x=x,
        y=y,
        font_size=None if size == NAME_SIZE else size,
        text_anchor=None if anchor == "start" else anchor,
    )
