"""The Concordia table: a real map with its lines, cities and colonists, the cards for sale and the storehouses."""

from collections.abc import Sequence
from functools import partial

from domain.kernel.game import Command, View
from services.render.concordia import pointing
from services.render.concordia.about import about
from services.render.concordia.area import area, area_name
from services.render.concordia.board import board
from services.render.concordia.changes import changed
from services.render.concordia.choices import choices
from services.render.concordia.gods import gods
from services.render.concordia.layout import layout
from services.render.concordia.market import market
from services.render.concordia.miniature import miniature
from services.render.concordia.names import thing_name
from services.render.concordia.pen import ConcordiaPen, concordia_view
from services.render.concordia.players import players
from services.render.concordia.prices import prices
from services.render.concordia.progress import progress
from services.render.concordia.steps import TELLERS
from services.render.concordia.values import values
from services.render.drawing import Drawing
from services.render.miniature import Miniature
from services.render.renderer import Drawers, Layout, Renderer
from services.render.values import Speaker, ValueTable

_AROUND = {
    "map": board,
    "market": market,
    "prices": prices,
    "progress": progress,
    "players": players,
    "gods": gods,
    "bar": choices,
}


class ConcordiaRenderer(Renderer):
    """Draws both maps, for two to five players."""

    slug = "concordia"
    package = "services.render.concordia"
    tellers = TELLERS
    glyph = (
        "M12 3v12M12 4.2c4.6 1 6.6 4.6 6.4 9.3H12M12 6.4C8.7 7.4 6.6 10 6.2 13.5H12"
        "M2.6 16.3h18.8c-.9 2.8-3 4.4-5.6 4.4H8.2c-2.6 0-4.7-1.6-5.6-4.4Z"
    )

    def handles(self, command: Command) -> tuple[str, ...]:
        """Things of the board, the storehouse and the hand; what is not on the table stands in the bar."""
        return pointing.handles(command)

    def thing_name(self, drawing: Drawing, thing: str) -> str:
        """Colonists by their place, cells by what lies in them, and so on."""
        return thing_name(drawing, thing)

    def about(self, drawing: Drawing, thing: str) -> Sequence[str]:
        """Of a card also what it does, costs and is worth."""
        return about(drawing, thing)

    def values(self, thing: str) -> Sequence[str]:
        """Lines are named by their ends."""
        return pointing.line_ids(thing) or super().values(thing)

    def drawers(self, drawing: Drawing) -> Drawers:
        """The map, what stands around it, and what lies before each player."""
        around = {name: partial(draw, drawing) for name, draw in _AROUND.items()}
        seats = range(len(drawing.players))
        return around | {area_name(drawing, seat): partial(area, drawing, seat) for seat in seats}

    def layout(self, drawing: Drawing) -> Layout:
        """Map, cards, prices and players; below them what lies before the reader."""
        return layout(drawing)

    def miniature(self, drawing: Drawing) -> Miniature:
        """The table so small that only its shape is told."""
        return miniature(drawing)

    def changed(self, before: View, after: View) -> frozenset[str]:
        """Pieces that were placed or moved, markers that were turned, cards that came, numbers that differ."""
        return changed(concordia_view(before), concordia_view(after))

    def position(self, drawing: Drawing) -> str:
        """The map and the round."""
        public = ConcordiaPen(drawing).public
        return drawing.say("draw.position", map=public.map, round=public.round)

    def printed_values(self, speaker: Speaker) -> Sequence[ValueTable]:
        """What is printed in tables, for the page of rules."""
        return values(speaker)
