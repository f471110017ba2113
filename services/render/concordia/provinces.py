"""Provinces: their names as printed, their markers, and their areas while they can be made to produce."""

from domain.concordia.data import WARES
from services.render import svg, text
from services.render.concordia.chart import Chart
from services.render.concordia.geometry import Point, Province
from services.render.concordia.pen import lettered

_NAME = {"imperium": 18, "italia": 17}


def provinces(chart: Chart) -> str:
    """All provinces."""
    return "".join(_province(chart, name, province) for name, province in chart.geometry.provinces.items())


def _province(chart: Chart, name: str, province: Province) -> str:
    pen, thing = chart.pen, f"province:{name}"
    label = "" if chart.compact else _label(chart, name, province)
    marker = pen.thing(f"marker:{name}", lettered(_marker(chart, name, province.marker)))
    state = pen.state_of(thing)
    if state not in ("legal", "chosen"):
        return marker + label
    ring = pen.square_mark(thing, *province.marker, _half(chart))
    return pen.thing(thing, _area(chart, province, chosen=state == "chosen"), ring, marker, label)


def _area(chart: Chart, province: Province, *, chosen: bool) -> str:
    """The area in the accent colour."""
    accent = chart.pen.theme["con-mark"]
    return svg.element(
        "path",
        d=province.area,
        fill=accent,
        fill_opacity=0.24 if chosen else 0.13,
        stroke=accent,
        stroke_width=3 if chosen else 1.6,
    )


def _label(chart: Chart, name: str, province: Province) -> str:
    """The name of a province, in the room that the printed one takes."""
    size = _NAME[chart.public.map]
    return chart.pen.text(
        *province.label,
        _carved(chart.pen.drawing.name(name)),
        face="serif-600",
        size=size,
        colour="con-province",
        anchor="middle",
        room=1.25 * text.width(province.name, "serif-600", size) + province.spacing * size * len(province.name),
        spacing=province.spacing,
    )


def _carved(name: str) -> str:
    """A name as it is cut in stone: MAVRETANIA, ÆGYPTVS."""
    return name.upper().replace("AE", "Æ").replace("U", "V")


def _marker(chart: Chart, name: str, at: Point) -> str:
    """The side of the marker that lies up: the good, or coins with what they bring."""
    pen, size = chart.pen, chart.sizes.marker
    good = chart.public.markers[name]
    mark = pen.square_mark(f"marker:{name}", *at, _half(chart))
    if name in chart.public.coin_side:
        return mark + _coins(chart, WARES[good].bonus_coins, at, chart.sizes.coin * 2)
    if chart.compact:
        return mark + _letter_plaque(chart, good, at)
    half = size / 34 * 18
    plaque = pen.icon(f"plaque-{good}", at.x - half, at.y - half, 2 * half, None)
    return mark + plaque + pen.good_letter(good, *at, size / 34 * 26)


def _half(chart: Chart) -> float:
    """Half the size of what is drawn around a marker."""
    return chart.sizes.marker / 2 + 2


def _letter_plaque(chart: Chart, good: str, at: Point) -> str:
    """The marker of a small map: the letter alone on the colour of the good."""
    pen, size = chart.pen, chart.sizes.marker
    box = (at.x - size / 2, at.y - size / 2, size, size)
    plaque = pen.rect(box, fill=f"con-{good}", edge="outline", radius=6, width=3)
    return plaque + pen.letter(pen.goods_letters[good], at.x, at.y + size * 0.3, size * 0.85, pen.theme["con-letter"])


def _coins(chart: Chart, count: int, at: Point, size: float) -> str:
    """As many coins as the marker brings; the last one has the number."""
    step = size * 0.52
    left = at.x - step * (count - 1) / 2
    return "".join(chart.pen.coin(left + step * i, at.y, size, count if i == count - 1 else None) for i in range(count))
