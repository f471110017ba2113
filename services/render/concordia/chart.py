"""The map under a drawing: what all of its layers need to know."""

from collections.abc import Mapping
from typing import NamedTuple

from domain.concordia.state import Public
from services.render.concordia.geometry import COMPACT, FULL, GEOMETRY, Geometry, Point, Sizes
from services.render.concordia.pen import ConcordiaPen, PieceKind
from services.render.concordia.pointing import LINE_NAMES


class Chart(NamedTuple):
    """A map, and what lies on it."""

    pen: ConcordiaPen
    public: Public
    geometry: Geometry
    sizes: Sizes
    compact: bool

    @property
    def line_names(self) -> Mapping[str, str]:
        """Line → what handles call it."""
        return LINE_NAMES[self.public.map]

    def piece(self, kind: PieceKind, seat: int, at: Point, width: float) -> str:
        """A piece on the map; on a small one without its letter."""
        pen = self.pen
        return pen.stamp(f"{kind}-{seat}", lambda: pen.piece(kind, seat, 0, 0, width, letter=not self.compact), at)


def chart_of(pen: ConcordiaPen) -> Chart:
    """The map of a view."""
    compact, geometry = pen.drawing.compact and not pen.drawing.tablet, GEOMETRY[pen.public.map]
    sizes = COMPACT if compact else FULL
    return Chart(pen, pen.public, geometry, sizes.times(geometry.scale), compact)
