"""Price tags beside the cities where a house can be built: goods, money and the points it brings at once."""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from domain.concordia.data import CARDS, WARES
from domain.concordia.scoring import term_of
from domain.concordia.state import Player
from services.render import svg, text
from services.render.concordia.chart import Chart
from services.render.concordia.colonists import standing
from services.render.concordia.geometry import City
from services.render.concordia.pen import lettered

_HIGH, _GOOD, _COIN, _POINTS = 34.0, 27.0, 25.0, 20.0
_BUILDING = "building"
_FAR = 78


class Box(NamedTuple):
    """A field of the map."""

    left: float
    top: float
    width: float
    height: float

    def overlap(self, other: "Box") -> float:
        """The area that both cover."""
        wide = min(self.left + self.width, other.left + other.width) - max(self.left, other.left)
        high = min(self.top + self.height, other.top + other.height) - max(self.top, other.top)
        return max(0.0, wide) * max(0.0, high)


def price_tags(chart: Chart) -> str:
    """A tag for each city where the reader can build now."""
    pen = chart.pen
    if chart.public.action != _BUILDING or pen.own is None or chart.compact:
        return ""
    taken = _taken(chart)
    drawn = []
    for city in chart.public.produce:
        if pen.state_of(f"city:{city}") == "legal":
            tag = _tag(chart, pen.own, city, taken)
            taken.append(tag[0])
            drawn.append(tag[1])
    return lettered(*drawn, pointer_events="none")


def _tag(chart: Chart, own: Player, city: str, taken: list[Box]) -> tuple[Box, str]:
    pen = chart.pen
    ware = WARES[chart.public.produce[city]]
    points = f"+{_points(chart, own, city)}"
    wide = 7 + _GOOD * len(ware.house_goods) + _COIN + 6 + text.width(points, "serif-700", _POINTS) + 8
    box = _free(chart, chart.geometry.cities[city], wide, taken)
    x, middle = box.left + 7, box.top + _HIGH / 2
    plate = pen.rect(box, fill="card", edge="accent", radius=6, width=2)
    goods = [pen.good(good, x + _GOOD * (i + 0.5), middle, 26) for i, good in enumerate(ware.house_goods)]
    coin_at = x + _GOOD * len(goods) + _COIN / 2
    money = ware.house_money * (len(chart.public.houses[city]) + 1)
    brings = pen.text(
        coin_at + _COIN / 2 + 6, middle + 7, points, face="serif-700", size=_POINTS, colour="good", anchor="start"
    )
    coin = pen.coin(coin_at, middle, _COIN, money)
    return box, plate + "".join(goods) + coin + svg.element("g", brings, text_anchor="start")


def _points(chart: Chart, own: Player, city: str) -> int:
    """What the reader's cards are worth more with a house there; money spent is not counted."""
    built = msgspec.structs.replace(own, houses=[*own.houses, city])
    cards = [CARDS[card] for card in (*own.hand, *own.discard)]
    gained = (term_of(chart.public, built, card).points - term_of(chart.public, own, card).points for card in cards)
    return sum(gained)


def _taken(chart: Chart) -> list[Box]:
    """What a tag should not cover: discs, names, markers, places and colonists."""
    geometry, radius = chart.geometry, chart.sizes.disc
    boxes = [_square(city.x, city.y, radius) for city in geometry.cities.values()]
    boxes += [_square(*province.marker, 18) for province in geometry.provinces.values()]
    boxes += [_square(*line.mid, 8) for line in geometry.lines.values()]
    boxes += [_square(*at, 19) for at in standing(chart).values()]
    boxes += [_name_box(city, name) for name, city in geometry.cities.items()]
    for province in geometry.provinces.values():
        wide = text.width(province.name, "serif-600", 18) * 1.25
        boxes.append(Box(province.label.x - wide / 2, province.label.y - 16, wide, 20))
    return boxes


def _square(x: float, y: float, radius: float) -> Box:
    return Box(x - radius, y - radius, 2 * radius, 2 * radius)


def _name_box(city: City, name: str) -> Box:
    across, down, anchor = city.label
    wide = text.width(name.replace("_", " ").title(), "serif-600", 20.5) + 6
    left = city.x + across - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    return Box(left, city.y + down - 17, wide, 22)


def _free(chart: Chart, city: City, wide: float, taken: Iterable[Box]) -> Box:
    """The field beside the city that covers least of what is drawn."""
    width, height = chart.geometry.size
    tried = [
        Box(city.x + across - wide / 2, city.y + down - _HIGH / 2, wide, _HIGH)
        for down in (46, -46, 0, 62, -62)
        for across in (0, wide / 2, -wide / 2, wide / 2 + 32, -wide / 2 - 32)
        if down or abs(across) > wide / 2
    ]
    inside = [box for box in tried if 0 <= box.left <= width - wide and 0 <= box.top <= height - _HIGH]
    near = [other for other in taken if abs(other.top - city.y) < _FAR * 2 and abs(other.left - city.x) < _FAR * 4]
    return min(inside, key=lambda box: sum(box.overlap(other) for other in near))
