"""Where things are: the map of the provinces, the ring of bowls, and how markers lie in a bowl."""

import math
from functools import cache
from importlib.resources import files

import msgspec

Point = tuple[float, float]


class Place(msgspec.Struct, frozen=True):
    """Where a province has its name, its points, and its tile or pieces."""

    label: Point
    spot: Point
    crowd: Point
    """Where three and more pieces stand, so that they hide neither name nor points."""
    points: Point | None


class Geometry(msgspec.Struct, frozen=True):
    """The data file."""

    window: tuple[float, float, float, float]
    """The part of the map that is seen: left, top, width and height in the units of its paths."""
    coast: str
    sea_links: str
    regions: dict[str, str]
    places: dict[str, Place]
    packing: dict[int, tuple[Point, ...]]
    """By the number of markers in a bowl, where they lie around its middle; the outer ring first."""


GEOMETRY = msgspec.json.decode(files(__package__).joinpath("geometry.json").read_bytes(), type=Geometry)

CENTRE = (204.0, 183.0)
RING = 106.0
"""How far the bowls are from the middle of the circle."""
_OUTER_RING = {5: 5, 6: 6, 7: 6, 8: 7, 9: 8, 10: 9, 11: 9, 12: 9}
"""By the number of markers, how many lie near the rim of a bowl."""


def on_ring(turn: float, radius: float = RING) -> Point:
    """The point at an angle, counted as in mathematics."""
    angle = math.radians(turn)
    return CENTRE[0] + radius * math.cos(angle), CENTRE[1] - radius * math.sin(angle)


def turn_of(place: int) -> float:
    """The angle of a bowl: they lie clockwise from the upper left."""
    return 120.0 - 60 * place


def bowl_at(place: int) -> Point:
    """The middle of a bowl."""
    return on_ring(turn_of(place))


def marker_size(count: int) -> float:
    """Many markers lie smaller."""
    return next(size for most, size in ((7, 24.0), (9, 19.0), (12, 17.0)) if count <= most)


@cache
def packed(count: int, place: int) -> tuple[Point, ...]:
    """Where so many markers lie around the middle of a bowl. Two of the outer ring make room for the action's badge."""
    offsets = GEOMETRY.packing.get(count, ())
    if count not in _OUTER_RING:
        return offsets
    step = 360 / _OUTER_RING[count]
    turn = math.radians((turn_of(place) + 90 - step / 2) % step)
    cos, sin = math.cos(turn), math.sin(turn)
    return tuple((x * cos + y * sin, y * cos - x * sin) for x, y in offsets)
