"""Price tags beside the cities where a house can be built: goods, money and the points it brings at once.

Where the reader may build but cannot pay, the tag is in faint ink, and what is missing is underlined.
"""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from domain.concordia.data import CARDS
from domain.concordia.outlook import HousePrice
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
_COVERED = {"imperium": ((645, 0, 887, 210), (0, 838, 612, 176))}
"""Fields of a map on which cards for sale and prices lie."""
_NEVER = 20
"""A tag below them would not be seen at all."""


class TagBox(NamedTuple):
    """A field of the map."""

    left: float
    top: float
    width: float
    height: float

    def overlap(self, other: "TagBox") -> float:
        """The area that both cover."""
        wide = min(self.left + self.width, other.left + other.width) - max(self.left, other.left)
        high = min(self.top + self.height, other.top + other.height) - max(self.top, other.top)
        return max(0.0, wide) * max(0.0, high)


def price_tags(chart: Chart) -> str:
    """A tag for each city where the reader can build now, or could with more in the storehouse."""
    pen = chart.pen
    if chart.public.action != _BUILDING or pen.own is None or chart.compact:
        return ""
    taken = _taken(chart)
    drawn = []
    for price in pen.view.outlook.house_prices:
        legal = pen.state_of(f"city:{price.city}") == "legal"
        if legal or _is_too_dear(chart, price):
            tag = _Tag(chart, pen.own, price, legal=legal)
            box = _free(chart, chart.geometry.cities[price.city], tag.wide, taken)
            taken.append(box)
            drawn.append(tag.draw(box))
    return lettered(*drawn, pointer_events="none")


def _is_too_dear(chart: Chart, price: HousePrice) -> bool:
    """Whether the reader, who is building, only lacks the means."""
    building = chart.public.active == chart.pen.drawing.seat and any(
        handle.startswith("city:") for handle in chart.pen.drawing.legal
    )
    return building and price.blocked is None and bool(price.lacks_money or price.lacks_goods)


class _Tag:
    """The price of one house, and what it brings."""

    def __init__(self, chart: Chart, own: Player, price: HousePrice, *, legal: bool) -> None:
        self.pen = chart.pen
        self.price = price
        self.legal = legal
        self.points = f"+{_points(chart, own, price.city)}"
        self.wide = 7 + _GOOD * len(price.goods) + _COIN + 6 + text.width(self.points, "serif-700", _POINTS) + 8

    def draw(self, box: TagBox) -> str:
        """The tag in its field."""
        pen, price = self.pen, self.price
        x, middle = box.left + 7, box.top + _HIGH / 2
        edge, ink = ("accent", "good") if self.legal else ("line", "faint")
        plate = pen.rect(box, fill="card", edge=edge, radius=6, width=2 if self.legal else 1.4)
        goods = [pen.good(good, x + _GOOD * (i + 0.5), middle, 26) for i, good in enumerate(price.goods)]
        coin_at = x + _GOOD * len(goods) + _COIN / 2
        brings = pen.text(
            coin_at + _COIN / 2 + 6, middle + 7, self.points, face="serif-700", size=_POINTS, colour=ink, anchor="start"
        )
        costs = lettered(*goods, pen.coin(coin_at, middle, _COIN, price.money), opacity=None if self.legal else 0.5)
        drawn = plate + costs + svg.element("g", brings, text_anchor="start") + self._missing(x, box.top + _HIGH - 3)
        return self._pointed_at(drawn) if self.legal else drawn

    def _pointed_at(self, drawn: str) -> str:
        """A click on the tag is one on its city, which keys reach and readers hear of already."""
        return svg.element("g", drawn, data_handle=f"city:{self.price.city}", aria_hidden="true")

    def _missing(self, x: float, y: float) -> str:
        """Lines below what the reader has not got."""
        if self.legal:
            return ""
        left = list(self.price.lacks_goods)
        lines = []
        for i, good in enumerate(self.price.goods):
            if good in left:
                left.remove(good)
                lines.append(self.pen.rule(x + _GOOD * i + 3, y, _GOOD - 6, 0, "ink", 2.2))
        if self.price.lacks_money:
            lines.append(self.pen.rule(x + _GOOD * len(self.price.goods) + 2, y, _COIN - 4, 0, "ink", 2.2))
        return "".join(lines)


def _points(chart: Chart, own: Player, city: str) -> int:
    """What the reader's cards are worth more with a house there; money spent is not counted."""
    built = msgspec.structs.replace(own, houses=[*own.houses, city])
    cards = [CARDS[card] for card in (*own.hand, *own.discard)]
    gained = (term_of(chart.public, built, card).points - term_of(chart.public, own, card).points for card in cards)
    return sum(gained)


def _taken(chart: Chart) -> list[TagBox]:
    """What a tag should not cover: discs, names, markers, places and colonists."""
    geometry, radius = chart.geometry, chart.sizes.disc
    boxes = [_square(city.x, city.y, radius) for city in geometry.cities.values()]
    boxes += [_square(*province.marker, 18) for province in geometry.provinces.values()]
    boxes += [_square(*line.mid, 8) for line in geometry.lines.values()]
    boxes += [_square(*at, 19) for at in standing(chart).values()]
    boxes += [_name_box(city, name) for name, city in geometry.cities.items()]
    for province in geometry.provinces.values():
        wide = text.width(province.name, "serif-600", 18) * 1.25
        boxes.append(TagBox(province.label.x - wide / 2, province.label.y - 16, wide, 20))
    return boxes


def _square(x: float, y: float, radius: float) -> TagBox:
    return TagBox(x - radius, y - radius, 2 * radius, 2 * radius)


def _name_box(city: City, name: str) -> TagBox:
    across, down, anchor = city.label
    wide = text.width(name.replace("_", " ").title(), "serif-600", 20.5) + 6
    left = city.x + across - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    return TagBox(left, city.y + down - 17, wide, 22)


def _free(chart: Chart, city: City, wide: float, taken: Iterable[TagBox]) -> TagBox:
    """The field beside the city that covers least of what is drawn."""
    width, height = chart.geometry.size
    tried = [
        TagBox(city.x + across - wide / 2, city.y + down - _HIGH / 2, wide, _HIGH)
        for down in (46, -46, 0, 62, -62)
        for across in (0, wide / 2, -wide / 2, wide / 2 + 32, -wide / 2 - 32)
        if down or abs(across) > wide / 2
    ]
    inside = [box for box in tried if 0 <= box.left <= width - wide and 0 <= box.top <= height - _HIGH]
    near = [other for other in taken if abs(other.top - city.y) < _FAR * 2 and abs(other.left - city.x) < _FAR * 4]
    covered = [TagBox(*field) for field in _COVERED.get(chart.public.map, ())]

    def hidden(box: TagBox) -> float:
        return sum(box.overlap(other) for other in near) + _NEVER * sum(box.overlap(field) for field in covered)

    return min(inside, key=hidden)
