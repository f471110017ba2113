"""The map under a drawing: what all of its layers need to know."""

from collections.abc import Mapping
from typing import NamedTuple

from domain.concordia.state import Public
from services.render.concordia.geometry import COMPACT, FULL, GEOMETRY, Geometry, Sizes
from services.render.concordia.pen import ConcordiaPen
from services.render.concordia.pointing import LINE_NAMES


class Chart(NamedTuple):
    """A map, and what lies on it."""

    pen: ConcordiaPen
    public: Public
    geometry: Geometry
    sizes: Sizes
    compact: bool

    @property
    def scale(self) -> float:
        """How large symbols are on this map."""
        return self.geometry.scale

    @property
    def line_names(self) -> Mapping[str, str]:
        """Line → what handles call it."""
        return LINE_NAMES[self.public.map]


def chart_of(pen: ConcordiaPen) -> Chart:
    """The map of a view."""
    compact = pen.drawing.compact
    return Chart(pen, pen.public, GEOMETRY[pen.public.map], COMPACT if compact else FULL, compact)
