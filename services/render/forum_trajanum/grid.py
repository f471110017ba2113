"""Squares in rows and columns, as the colony and the forum have them, and the line around some of them."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from services.render.forum_trajanum.pen import Box
from services.render.svg import number

Point = tuple[int, int]
_RIGHT, _DOWN, _LEFT, _UP = (1, 0), (0, 1), (-1, 0), (0, -1)


def place(cell: str) -> Point:
    """Column and row of a cell, both from 0."""
    return int(cell[3]) - 1, int(cell[1]) - 1


class Grid(NamedTuple):
    """Where the squares lie; a tile leaves an edge of `inset` free on every side."""

    left: float
    top: float
    cell: float
    inset: float = 0

    @property
    def tile(self) -> float:
        return self.cell - 2 * self.inset

    @lru_cache(maxsize=2048)  # noqa: B019 - a grid is a value, and there are few
    def box(self, cell: str) -> Box:
        """Where the tile of a cell lies."""
        column, row = place(cell)
        x, y = self.left + column * self.cell + self.inset, self.top + row * self.cell + self.inset
        return Box(x, y, self.tile, self.tile)

    def around(self, cells: Iterable[str], inset: float) -> str:
        """The line around these cells, that far inside their edge (outside, if it is negative)."""
        loops = _loops(frozenset(map(place, cells)))
        return "".join(self._closed(loop, inset) for loop in loops)

    def _closed(self, loop: tuple[tuple[Point, Point], ...], inset: float) -> str:
        corners = []
        for (column, row), (right, down) in loop:
            x, y = self.left + column * self.cell + right * inset, self.top + row * self.cell + down * inset
            corners.append(f"{number(x)} {number(y)}")
        return f"M{'L'.join(corners)}Z"


@lru_cache(maxsize=512)
def _loops(cells: frozenset[Point]) -> tuple[tuple[tuple[Point, Point], ...], ...]:
    """The corners of the outline, loop by loop, each with the direction that leads inside."""
    edges = _edges(cells)
    loops = []
    while edges:
        start = min(edges)
        loops.append(_corners(edges, start))
    return tuple(loops)


def _edges(cells: frozenset[Point]) -> set[tuple[Point, Point]]:
    """Every edge of the outline as its beginning and its direction, clockwise: the cells lie to its right."""
    edges = set()
    for column, row in cells:
        sides = (
            ((column, row), _RIGHT, (column, row - 1)),
            ((column + 1, row), _DOWN, (column + 1, row)),
            ((column + 1, row + 1), _LEFT, (column, row + 1)),
            ((column, row + 1), _UP, (column - 1, row)),
        )
        edges |= {(begin, way) for begin, way, beyond in sides if beyond not in cells}
    return edges


def _corners(edges: set[tuple[Point, Point]], start: tuple[Point, Point]) -> tuple[tuple[Point, Point], ...]:
    """Walk along the edges, taking them away, and keep the points at which the way turns."""
    corners = []
    here, way = start
    while (here, way) in edges:
        edges.remove((here, way))
        here = (here[0] + way[0], here[1] + way[1])
        onward = next((turn for turn in _turns(way) if (here, turn) in edges), start[1])
        if onward != way:
            inside = (-way[1] - onward[1], way[0] + onward[0])
            corners.append((here, inside))
        way = onward
    return tuple(corners)


def _turns(way: Point) -> tuple[Point, Point, Point]:
    """Right, straight on, left: so that cells which touch at a corner only are walked around one by one."""
    return (-way[1], way[0]), way, (way[1], -way[0])
