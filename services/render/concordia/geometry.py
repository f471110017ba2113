"""Where things lie on the two maps, in map units: measured once from the coastlines, kept in geometry.json.

Never a rule: which cities and lines there are stands in the game's printed data.
"""

from importlib.resources import files
from math import cos, radians, sin
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from domain.concordia.data import DATA

Anchor: TypeAlias = Literal["start", "middle", "end"]


class Point(NamedTuple):
    """A place on the map."""

    x: float
    y: float


class City(msgspec.Struct, frozen=True):
    """A city, its name relative to its centre, and where houses and waiting colonists stand around it."""

    x: float
    y: float
    label: tuple[float, float, Anchor]
    guests: float | tuple[float, float, int]
    """The direction of the first waiting colonist in degrees, or its offset and the direction of the row."""
    houses: float = 0
    """The direction in degrees around which houses stand."""


class Line(msgspec.Struct, frozen=True):
    """A line: the middle, where a colonist stands, and the control point of its curve."""

    mid: Point
    ctrl: Point


class Province(msgspec.Struct, frozen=True):
    """A province: its name as printed, its marker and its area."""

    name: str
    label: Point
    marker: Point
    tint: str
    area: str
    spacing: float = 0.16


class Geometry(msgspec.Struct, frozen=True):
    """One map."""

    size: tuple[float, float]
    scale: float
    """How large symbols are drawn."""
    cities: dict[str, City]
    lines: dict[str, Line]
    provinces: dict[str, Province]
    roma: str
    """The area around Roma, which belongs to no province."""
    land: str
    east: str = ""
    """The land past the eastern frame; the coast of its bay is `bay`."""
    bay: str = ""


GEOMETRY = msgspec.json.decode(
    files("services.render.concordia").joinpath("geometry.json").read_bytes(), type=dict[str, Geometry]
)
PATHS: dict[str, dict[str, str]] = {}
"""Map → line → its curve as path data."""
for _name, _board in DATA.maps.items():
    _cities, _lines = GEOMETRY[_name].cities, GEOMETRY[_name].lines
    PATHS[_name] = {
        line.id: f"M{_cities[line.a].x:g} {_cities[line.a].y:g}"
        f"Q{_lines[line.id].ctrl.x:g} {_lines[line.id].ctrl.y:g} {_cities[line.b].x:g} {_cities[line.b].y:g}"
        for line in _board.lines
    }


class Sizes(NamedTuple):
    """How large things on the map are, in map units."""

    disc: float
    roma: float
    house: float
    ring: float
    """How far houses stand from the centre of their city."""
    step: float
    """Degrees from house to house."""
    land: float
    sea: float
    place: float
    marker: float
    coin: float
    guests: float

    def times(self, scale: float) -> "Sizes":
        """Everything larger or smaller but the angle."""
        return Sizes(*(value * scale for value in self))._replace(step=self.step)


FULL = Sizes(disc=24, roma=28, house=29, ring=43, step=45, land=32, sea=36, place=6.5, marker=34, coin=14.5, guests=46)
COMPACT = Sizes(disc=32, roma=40, house=37, ring=47, step=46, land=46, sea=52, place=9, marker=40, coin=20, guests=62)


def around(city: City, degrees: float, radius: float) -> Point:
    """A point on the ring around a city, which is a little flat."""
    return Point(city.x + radius * cos(radians(degrees)), city.y + 0.96 * radius * sin(radians(degrees)))
