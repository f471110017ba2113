"""Miniatures: a table so small that only its shape is told, for home and for lists.

A game draws one, `WIDE` units large; the square window, for short cards on a phone, shows a part of the same drawing.
Miniatures have no ids: many of them stand on one page.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from services.render import svg
from services.render.seats import SHAPES
from services.render.theme import Theme

Shape: TypeAlias = Literal["wide", "square"]
WIDE = (360.0, 213.75)
"""16 : 9.5"""
_BOX = 24
"""The size of a seat's shape in its own units."""


class Miniature(NamedTuple):
    """A drawing of `WIDE` units, and where its square window begins."""

    body: str
    square_left: float

    def window(self, shape: Shape) -> tuple[float, float, float, float]:
        """What is seen of it: left, top, width and height."""
        return (0, 0, *WIDE) if shape == "wide" else (self.square_left, 0, WIDE[1], WIDE[1])


def ground(theme: Theme, role: str = "land") -> str:
    """What the drawing lies on."""
    return svg.element("rect", width=WIDE[0], height=WIDE[1], fill=theme[role])


@lru_cache(maxsize=2048)
def square(x: float, y: float, size: float) -> str:
    """A square as path data: those of one colour are one path."""
    return f"M{svg.number(x)} {svg.number(y)}h{svg.number(size)}v{svg.number(size)}h{svg.number(-size)}z"


def marks(theme: Theme, seat: int, places: Iterable[tuple[float, float]], size: float, edge: str = "outline") -> str:
    """The shape of a seat at all these places, without its letter."""
    scale = size / _BOX
    drawn = [svg.group(svg.element("path", d=SHAPES[seat]), x=x, y=y, scale=scale) for x, y in places]
    if not drawn:
        return ""
    return svg.element("g", *drawn, fill=theme.seat(seat), stroke=theme[edge], stroke_width=1 / scale)
