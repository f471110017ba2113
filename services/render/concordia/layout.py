"""The whole table as one picture: Imperium as an atlas that uses its empty corners, Italia with a column beside it."""

from services.render.concordia.area import area
from services.render.concordia.board import board
from services.render.concordia.gods import gods
from services.render.concordia.market import market, market_grid
from services.render.concordia.pen import ConcordiaPen
from services.render.concordia.players import strip
from services.render.concordia.prices import prices
from services.render.drawing import Drawing, Part
from services.render.picture import CAPTION, WIDTH
from services.render.renderer import Layout, Placed

_BESIDE = 488.0
"""The column beside the map of Italia."""
_EDGE = 16.0


def layout(drawing: Drawing) -> Layout:
    """Map, cards, prices and players; below them what lies before the reader."""
    upright = ConcordiaPen(drawing).public.map == "italia"
    placed, bottom = _italia(drawing) if upright else _imperium(drawing)
    players = strip(drawing, WIDTH)
    placed.append(Placed(players, 0, bottom))
    bottom += players.height
    if drawing.seat is not None:
        own = area(drawing, drawing.seat)
        placed.append(Placed(own, 0, bottom + 8))
        bottom += own.height + 8
    return Layout(placed, bottom)


def _imperium(drawing: Drawing) -> tuple[list[Placed], float]:
    land = board(drawing)
    scale = WIDTH / land.width
    bottom = CAPTION + land.height * scale
    sale, table = market(drawing), prices(drawing)
    return [
        Placed(land, 0, CAPTION, scale),
        Placed(sale, WIDTH - 12 - sale.width * 1.28, CAPTION + 11, 1.28),
        Placed(table, _EDGE, bottom - 12 - table.height * 1.28, 1.28),
    ], bottom


def _italia(drawing: Drawing) -> tuple[list[Placed], float]:
    land = board(drawing)
    scale = (WIDTH - _BESIDE) / land.width
    bottom = CAPTION + land.height * scale
    beside = _plate(drawing, bottom - CAPTION)
    placed = [Placed(land, 0, CAPTION, scale), Placed(beside, WIDTH - _BESIDE, CAPTION)]
    left, top = WIDTH - _BESIDE + _EDGE, CAPTION + 12.0
    for part in (market_grid(drawing), prices(drawing), gods(drawing)):
        fit = (_BESIDE - 2 * _EDGE) / part.width
        placed.append(Placed(part, left, top, fit))
        top += part.height * fit + 14
    return placed, bottom


def _plate(drawing: Drawing, height: float) -> Part:
    """The ground beside the map, which covers what goes on beyond the map's frame."""
    pen = ConcordiaPen(drawing)
    return pen.part("beside", "", (_BESIDE, height), pen.rect((0, 0, _BESIDE, height), fill="ground", radius=0))
