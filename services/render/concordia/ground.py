"""What never changes on a map: sea, land, provinces, coast and the casing of lines. Prepared once a map and look."""

from functools import cache

from domain.concordia.data import DATA
from services.render import svg
from services.render.concordia.geometry import GEOMETRY, PATHS, Geometry
from services.render.theme import Theme

_WATER = (34, 20, 9)
"""The lines along the coast by their width, from the sea to the shore, each in a colour of its own: what is opaque is
drawn faster."""


@cache
def ground(name: str, theme: Theme, *, compact: bool) -> str:
    """Everything below the lines."""
    geometry = GEOMETRY[name]
    land = f"terra-{name}"
    wider = 1.75 if compact else 1
    sea = svg.element(
        "rect", width=geometry.size[0] * (1 if compact else 2), height=geometry.size[1], fill=theme["sea"]
    )
    shape = svg.element("defs", svg.element("path", id=land, d=geometry.land))
    water = "".join(
        svg.element("use", href=f"#{land}", stroke=theme[f"con-water-{number}"], stroke_width=width * wider)
        for number, width in enumerate(_WATER, 1)
    )
    coast = svg.element("use", href=f"#{land}", fill="none", stroke=theme["con-coast"], stroke_width=1.6 * wider)
    group = svg.lasting if theme.name == "page" else svg.group
    return group(
        sea,
        shape,
        svg.element("g", water, fill="none", stroke_linejoin="bevel"),
        svg.element("use", href=f"#{land}", fill=theme["land"]),
        _areas(geometry, theme),
        coast,
        "" if compact else _beyond(geometry, theme),
        _casing(name, theme, wider),
        aria_hidden="true",
    )


def _beyond(geometry: Geometry, theme: Theme) -> str:
    """The land goes on past the frame, so that a broad window shows no edge cut straight."""
    land = svg.element("path", d=geometry.east, fill=theme["land"])
    coast = svg.element("path", d=geometry.bay, fill="none", stroke=theme["con-coast"], stroke_width=1.6)
    return land + coast if geometry.east else ""


def _areas(geometry: Geometry, theme: Theme) -> str:
    provinces = "".join(
        svg.element("path", d=province.area, fill=theme[f"con-tint-{province.tint}"])
        for province in geometry.provinces.values()
    )
    return provinces + svg.element("path", d=geometry.roma, fill=theme["con-tint-roma"])


def _casing(name: str, theme: Theme, wider: float) -> str:
    paths = "".join(PATHS[name][line.id] for line in DATA.maps[name].lines)
    return svg.element("path", d=paths, fill="none", stroke=theme["halo"], stroke_width=9 * wider, stroke_opacity=0.55)
