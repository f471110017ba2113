"""The table as a miniature: one circle with its markers in the ring of time, the building site and the senate."""

import math
from functools import cache, lru_cache

from domain.kernel.ids import Seat
from domain.trajan.data import BOWLS, BUILDINGS, DATA, SENATE_SPACES
from services.render.drawing import Drawing
from services.render.miniature import Miniature, ground, marks, square
from services.render.svg import number as n
from services.render.trajan.calendar import spaces
from services.render.trajan.geometry import Point, marker_size, packed, turn_of
from services.render.trajan.pen import Box, TablePen

_MIDDLE = (109.0, 106.9)
_DISC, _RING, _BOWL, _TILE, _TIME = 88.0, 53.0, 24.5, 82.0, 97.0
_SHRUNK = 0.6
"""Markers lie in a bowl as they do in that of a large circle."""
_SITE, _CELL = (236.0, 18.0), 21.0
_STAIR, _STEP, _RISE, _FOOT = 236.0, 13.1, 6.5, 196.0
_PIGMENTS = ("pink", "orange", "blue", "yellow", "green")
_KINDS = dict(zip((kind.id for kind in DATA.construction_kind), _PIGMENTS, strict=True))


def miniature(drawing: Drawing) -> Miniature:
    """The circle of the reader, or of the seat whose turn it is."""
    pen = TablePen(drawing)
    if not pen.public.mats:
        return Miniature(ground(pen.theme), 0)
    seat = pen.public.turn if pen.view.seat is None else pen.view.seat
    drawn = (ground(pen.theme), _time(pen), _circle(pen, seat), _site(pen), _senate(pen))
    return Miniature("".join(drawn), _MIDDLE[0] - _MIDDLE[1])


@cache
def _around(turn: float, radius: float) -> Point:
    """The point at an angle, counted as in mathematics."""
    angle = math.radians(turn)
    return _MIDDLE[0] + radius * math.cos(angle), _MIDDLE[1] - radius * math.sin(angle)


def _time(pen: TablePen) -> str:
    """A stone a space: behind, now, ahead."""
    now, count = pen.public.time, spaces(pen)
    stones = [_stone(_around(90 - 360 * space / count, _TIME), 4.6) for space in range(count)]
    ahead = pen.path("".join(stones[now + 1 :]), "card", "edge", stroke_width=0.8)
    return pen.path("".join(stones[:now]), "faint") + ahead + pen.path("".join(stones[now : now + 1]), "ink")


def _stone(at: Point, reach: float) -> str:
    """A square that stands on its corner, as path data."""
    return f"M{n(at[0])} {n(at[1] - reach)}l{n(reach)} {n(reach)}{n(-reach)} {n(reach)}{n(-reach)} {n(-reach)}z"


def _circle(pen: TablePen, seat: Seat) -> str:
    mat = pen.mat(seat)
    places = range(len(BOWLS))
    disc = pen.circle(_MIDDLE, _DISC, "card", "line")
    bowls = [pen.circle(_around(turn_of(place), _RING), _BOWL, "ground", "edge") for place in places]
    lit = [_lit(pen, place) for place in places if pen.state_of(f"bowl:{BOWLS[place]}") == "legal"]
    tiles = [_tile(pen, place) for place, tile in enumerate(mat.slots) if tile is not None]
    arch_at = _MIDDLE if mat.arch is None else _around(turn_of(mat.arch), _TILE)
    return disc + "".join([*bowls, *lit, *tiles, _arch(pen, arch_at), _markers(pen, mat.bowls)])


def _lit(pen: TablePen, place: int) -> str:
    """A bowl that can be taken."""
    at = _around(turn_of(place), _RING)
    box = Box(at[0] - _BOWL, at[1] - _BOWL, 2 * _BOWL, 2 * _BOWL)
    return pen.rect(box, "accent-soft", "accent", rx=_BOWL, stroke_width=2, stroke_dasharray="5 3")


def _tile(pen: TablePen, place: int) -> str:
    """A Trajan tile on the rim beside its bowl."""
    x, y = _around(turn_of(place), _TILE)
    turned = f"rotate({n(90 - turn_of(place))} {n(x)} {n(y)})"
    return pen.rect(Box(x - 6.5, y - 5, 13, 10), "trajan-yellow", "ink", rx=1, transform=turned)


def _arch(pen: TablePen, at: Point) -> str:
    return pen.path(f"M{n(at[0] - 11)} {n(at[1] + 10)}v-20h22v20h-6v-7a5 5 0 0 0-10 0v7z", "ink")


def _markers(pen: TablePen, bowls: list[list[str]]) -> str:
    """Octagons; those of one colour are one path."""
    paths: dict[str, str] = {}
    for place, bowl in enumerate(bowls):
        x, y = _around(turn_of(place), _RING)
        size = marker_size(len(bowl)) * _SHRUNK
        for colour, (right, down) in zip(bowl, packed(len(bowl), place), strict=True):
            at = (x + right * _SHRUNK, y + down * _SHRUNK)
            paths[colour] = paths.get(colour, "") + _octagon(at, size)
    return "".join(pen.path(d, f"trajan-{colour}", "outline", stroke_width=0.8) for colour, d in sorted(paths.items()))


@lru_cache(maxsize=2048)
def _octagon(at: Point, size: float) -> str:
    cut, side = n(size * 0.29), n(size * 0.42)
    left, top = n(at[0] - size * 0.21), n(at[1] - size / 2)
    return f"M{left} {top}h{side}l{cut} {cut}v{side}l-{cut} {cut}h-{side}l-{cut}-{cut}v-{side}z"


def _site(pen: TablePen) -> str:
    """The building site: pigments where buildings stand, workers where they were taken."""
    paths: dict[str, str] = {}
    workers: dict[Seat, list[Point]] = {}
    for cell in DATA.construction_cell:
        x, y = _SITE[0] + _CELL * cell.column, _SITE[1] + _CELL * cell.row
        building = pen.public.cells.get(cell.id)
        role = "card" if building is None else f"trajan-{_KINDS[BUILDINGS[building][0]]}"
        paths[role] = paths.get(role, "") + square(x, y, _CELL - 1.6)
        here = [seat for seat in pen.seats if cell.id in pen.mat(seat).workers]
        for place, seat in enumerate(here):
            right = (place - (len(here) - 1) / 2) * 6
            workers.setdefault(seat, []).append((x + _CELL / 2 - 0.8 + right, y + _CELL / 2 - 0.8))
    ground_of = [pen.path(d, role, fill_opacity=None if role == "card" else 0.75) for role, d in sorted(paths.items())]
    return "".join(ground_of + [marks(pen.theme, seat, places, 12) for seat, places in workers.items()])


def _senate(pen: TablePen) -> str:
    """Steps, and the discs that stand on them."""
    outline = f"M{n(_STAIR)} {n(_FOOT)}" + "".join(f"v-{_RISE}h{_STEP}" for _ in SENATE_SPACES)
    stair = pen.path(f"{outline}V{n(_FOOT)}z", "card", "edge", stroke_width=0.8)
    drawn = []
    for space, stack in enumerate(pen.public.senate):
        for height, seat in enumerate(stack):
            at = (_STAIR + _STEP * (space + 0.5), _FOOT - _RISE * (space + 1) - 6 - 9 * height)
            drawn.append(marks(pen.theme, seat, [at], 11))
    return stair + "".join(drawn)
