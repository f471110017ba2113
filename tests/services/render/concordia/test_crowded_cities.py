"""Houses leave the names of cities free: three of them fit around a city on either map, in every language."""

from collections.abc import Iterator

import pytest

from domain.concordia import GAME
from domain.concordia.data import DATA
from domain.kernel.languages import LANGUAGES
from services.render import text
from services.render.concordia.cities import NAME_SIZE, name_room
from services.render.concordia.geometry import FULL, GEOMETRY, around
from services.render.orders import words_of

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""
HOUSES = 3
_PEAK = 0.56
"""Half the height of a house by its width."""
_TOUCHING = 2
"""Units by which a house may reach into the box of a name: neither fills its corners."""


def names(map_name: str, lang: str) -> Iterator[tuple[str, Box]]:
    for city in DATA.maps[map_name].cities:
        at = GEOMETRY[map_name].cities[city.id]
        across, down, anchor = at.label
        shown, size = text.fitted(words_of(GAME).name(city.id, lang), "serif-600", NAME_SIZE, name_room(city.id))
        wide = text.width(shown, "serif-600", size)
        left = at.x + across - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
        yield city.id, (left, at.y + down - text.ASCENT * size, left + wide, at.y + down + text.DESCENT * size)


def houses(map_name: str, city: str, number: int) -> Iterator[Box]:
    geometry = GEOMETRY[map_name]
    sizes, at = FULL.times(geometry.scale), geometry.cities[city]
    half, high = sizes.house / 2, sizes.house * _PEAK
    for place in range(number):
        x, y = around(at, at.houses + (place - (number - 1) / 2) * sizes.step, sizes.ring)
        yield x - half, y - high, x + half, y + high


def overlap(one: Box, other: Box) -> float:
    """How far two boxes reach into each other, in the direction in which it is less."""
    return min(min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1]))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("map_name", GEOMETRY)
def test_no_house_stands_on_a_name(map_name: str, lang: str) -> None:
    named = dict(names(map_name, lang))
    covered = {
        f"{number} in {city} on {other}": round(deep, 1)
        for city in named
        for number in range(1, HOUSES + 1)
        for house in houses(map_name, city, number)
        for other, name in named.items()
        if (deep := overlap(house, name)) > _TOUCHING
    }
    assert covered == {}
