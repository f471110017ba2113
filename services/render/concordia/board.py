"""The map as a part: layer upon layer, from the sea to the colonists."""

from services.render import svg
from services.render.concordia.chart import chart_of
from services.render.concordia.cities import cities, city_names
from services.render.concordia.colonists import colonists
from services.render.concordia.ground import ground
from services.render.concordia.lines import lines
from services.render.concordia.pen import ConcordiaPen
from services.render.concordia.provinces import provinces
from services.render.concordia.tags import price_tags
from services.render.concordia.trails import trails
from services.render.drawing import Drawing, Part


def board(drawing: Drawing) -> Part:
    """The map with everything that lies on it."""
    pen = ConcordiaPen(drawing, "map")
    chart = chart_of(pen)
    name = chart.public.map
    return pen.part(
        "map",
        drawing.say("draw.map", map=name),
        chart.geometry.size,
        ground(name, drawing.theme, compact=chart.compact),
        *_layers(drawing, lines(chart), trails(chart), provinces(chart), cities(chart), city_names(chart)),
        colonists(chart),
        price_tags(chart),
    )


def _layers(drawing: Drawing, *layers: str) -> list[str]:
    """Layers of which one step changes few."""
    return [svg.lasting(layer) if layer and drawing.theme.name == "page" else layer for layer in layers]
