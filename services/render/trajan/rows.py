"""Rows of cards and tiles: equal ones lie on each other, and of those behind the front one only an edge is seen."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from services.render.trajan.pen import Box

_SCALES = tuple(1 - 0.04 * step for step in range(19))


class Shape(NamedTuple):
    """The size of one item, the gap to the next kind, and how much of a covered one is seen."""

    width: float
    height: float
    gap: float = 4
    edge: float = 8

    def scaled(self, by: float) -> "Shape":
        """The shape at another size."""
        return Shape(*(length * by for length in self))

    def wide(self, count: int) -> float:
        """The width of so many on each other."""
        return self.width + self.edge * (count - 1)


class Item(NamedTuple):
    """One of a row: what it is, its number among its equals, and where it lies."""

    kind: str
    number: int
    box: Box


def lay(groups: Iterable[Sequence[str]], shape: Shape, room: Box) -> list[Item]:
    """Place groups of items in a box, in as many lines as it has room for, as large as they fit.

    Covered ones come first, so that what is drawn later lies on top.
    """
    waiting = [group for group in groups if group]
    small, lines = shape, [waiting]
    for scale in _SCALES:
        small = shape.scaled(scale)
        lines = _lines(waiting, small, room.width)
        if _fits(lines, small, room):
            break
    return [item for row, line in enumerate(lines) for item in _placed(line, small, room, row)]


def _lines(groups: list[Sequence[str]], shape: Shape, width: float) -> list[list[Sequence[str]]]:
    lines: list[list[Sequence[str]]] = [[]]
    for group in groups:
        if lines[-1] and _width([*lines[-1], group], shape) > width:
            lines.append([])
        lines[-1].append(group)
    return lines


def _width(line: list[Sequence[str]], shape: Shape) -> float:
    return sum(shape.wide(len(group)) + shape.gap for group in line) - shape.gap


def _fits(lines: list[list[Sequence[str]]], shape: Shape, room: Box) -> bool:
    tall = len(lines) * (shape.height + shape.gap) - shape.gap
    return tall <= room.height and all(_width(line, shape) <= room.width for line in lines)


def _placed(line: list[Sequence[str]], shape: Shape, room: Box, row: int) -> list[Item]:
    items = []
    x, y = room.x, room.y + row * (shape.height + shape.gap)
    for group in line:
        for place in range(len(group) - 1, -1, -1):
            box = Box(x + shape.edge * place, y, shape.width, shape.height)
            items.append(Item(group[place], place + 1, box))
        x += shape.wide(len(group)) + shape.gap
    return items
