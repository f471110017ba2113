"""Colonists: on the middle of their lines, or waiting in a row beside a city."""

from itertools import groupby
from math import cos, radians
from typing import NamedTuple

from domain.concordia.data import KINDS, Kind
from services.render.concordia.chart import Chart
from services.render.concordia.geometry import FULL, City, Point, around
from services.render.concordia.pen import lettered
from services.render.concordia.pointing import place_name

_STEP, _ROW = 31, 42
_WIDEST, _IN_ROMA, _IN_SMALL_ROMA = 3, 6, 4
"""How many wait side by side: in most cities, in Roma, and there on a small map."""


class Colonist(NamedTuple):
    """A colonist on the board; `number` tells apart those of one player that stand at the same place."""

    seat: int
    kind: Kind
    place: str
    number: int

    @property
    def thing(self) -> str:
        """What it is called on the table."""
        return f"colonist:{self.seat}:{self.kind}:{place_name(self.place)}:{self.number}"


def _colonists(chart: Chart) -> list[Colonist]:
    """Every colonist, player by player."""
    found = []
    for seat, player in enumerate(chart.public.players):
        for kind in KINDS:
            places = sorted(player.colonists[kind])
            found += [Colonist(seat, kind, place, places[:i].count(place) + 1) for i, place in enumerate(places)]
    return found


def colonists(chart: Chart) -> str:
    """All colonists; the reader's that can be moved from one place are one thing."""
    where = standing(chart)
    # Those of which one is ringed come first: no ring lies across its neighbours.
    ringed = {one[:3] for one in where if chart.pen.state_of(one.thing) == "changed"}
    found = sorted(where, key=lambda one: one[:3] not in ringed)
    drawn = []
    for (seat, kind, place), group in groupby(found, key=lambda one: one[:3]):
        together = [_colonist(chart, one, where[one]) for one in group]
        handle = f"colonist:{kind}:{place_name(place)}"
        if seat == chart.pen.drawing.seat and chart.pen.state_of(handle) in ("legal", "chosen"):
            drawn.append(chart.pen.thing(handle, *_rings(chart, handle, found, where), *together))
        else:
            drawn += together
    return lettered(*drawn)


def _rings(chart: Chart, handle: str, found: list[Colonist], where: dict[Colonist, Point]) -> list[str]:
    return [
        chart.pen.round_mark(handle, *where[one], 0.74 * _width(chart, one.kind))
        for one in found
        if one.seat == chart.pen.drawing.seat and handle == f"colonist:{one.kind}:{place_name(one.place)}"
    ]


def _colonist(chart: Chart, one: Colonist, at: Point) -> str:
    width = _width(chart, one.kind)
    mark = chart.pen.round_mark(one.thing, *at, 0.74 * width)
    return chart.pen.thing(one.thing, mark, chart.piece(one.kind, one.seat, at, width))


def _width(chart: Chart, kind: Kind) -> float:
    return chart.sizes.land if kind == "land" else chart.sizes.sea


def standing(chart: Chart) -> dict[Colonist, Point]:
    """Every colonist, player by player, and where it stands."""
    geometry, found = chart.geometry, _colonists(chart)
    waiting: dict[str, list[Colonist]] = {}
    for one in found:
        if one.place in geometry.cities:
            waiting.setdefault(one.place, []).append(one)
    spots: dict[Colonist, Point] = {}
    widest = _IN_SMALL_ROMA if chart.compact else _IN_ROMA
    for place, guests in waiting.items():
        places = _spots(chart, geometry.cities[place], len(guests), widest if place == "roma" else _WIDEST)
        spots |= dict(zip(guests, places, strict=True))
    return {one: spots[one] if one in spots else geometry.lines[one.place].mid for one in found}


def _spots(chart: Chart, city: City, count: int, widest: int) -> list[Point]:
    """Rows that begin beside the city and go on outwards; in a crowd people stand closer."""
    stretch = chart.sizes.guests / FULL.guests
    if isinstance(city.guests, tuple):
        across, down, direction = city.guests
        first = Point(city.x + across, city.y + down)
    else:
        first = around(city, city.guests, chart.sizes.guests)
        direction = 1 if cos(radians(city.guests)) >= 0 else -1
    rows = max(1, -(-count // widest))
    columns = -(-count // min(rows, 2))
    step = _STEP * stretch * min(1, widest / columns)
    return [
        Point(first.x + direction * step * (i % columns), first.y + _ROW * stretch * (i // columns))
        for i in range(count)
    ]
