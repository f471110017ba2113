"""The table of Trajan: the action circle, and around it the six places where its bowls lead."""

from collections.abc import Sequence
from functools import partial

from domain.kernel.game import Command, View
from domain.trajan.commands import TakeMarkers
from domain.trajan.data import DATA
from domain.trajan.view import TrajanView
from services.render.drawing import Drawing
from services.render.miniature import Miniature
from services.render.renderer import Drawers, Layout, Renderer
from services.render.trajan import pointing
from services.render.trajan.bar import bar
from services.render.trajan.calendar import ROMAN, calendar
from services.render.trajan.changes import changed
from services.render.trajan.circle import circle
from services.render.trajan.construction import construction
from services.render.trajan.forum import forum
from services.render.trajan.frieze import frieze
from services.render.trajan.layout import table
from services.render.trajan.mats import mat
from services.render.trajan.military import military
from services.render.trajan.miniature import miniature
from services.render.trajan.pen import TablePen
from services.render.trajan.port import port
from services.render.trajan.rivals import rival, rival_name
from services.render.trajan.senate import senate
from services.render.trajan.stacks import stacks
from services.render.trajan.steps import TELLERS
from services.render.trajan.values import values
from services.render.values import Speaker, ValueTable

_PLACES = {
    "frieze": frieze,
    "time": calendar,
    "port": port,
    "forum": forum,
    "military": military,
    "senate": senate,
    "trajan": stacks,
    "construction": construction,
}


class TrajanRenderer(Renderer):
    """Draws Trajan."""

    slug = "trajan"
    package = "services.render.trajan"
    tellers = TELLERS
    named = frozenset({"ship", "forum", "province", "offer", "stack", "card", "tile", "action", "bowl", "cell"})
    in_bar = frozenset([TakeMarkers])
    glyph = (
        "M3 21V6h18v15M3 9.5h18M2 3.2h20V6H2ZM8.2 21v-5.2a3.8 3.8 0 0 1 7.6 0V21M2 21h6.2"
        "M15.8 21H22M5.6 12.5V18M18.4 12.5V18"
    )

    def handles(self, command: Command) -> tuple[str, ...]:
        """The path of things that names a command."""
        return pointing.handles(command)

    def thing_name(self, drawing: Drawing, thing: str) -> str:
        """What a thing is called: its kind says how, the rest what it is."""
        kind, _, what = thing.partition(":")
        if kind == "bar":
            return drawing.say(f"bar.{what}")
        return drawing.say(f"thing.{kind}", what=what.partition(":")[0])

    def drawers(self, drawing: Drawing) -> Drawers:
        """The frieze, the six places, time and needs, every circle and area, folded rivals, and the turn bar."""
        pen = TablePen(drawing)
        drawers = {name: partial(draw, drawing) for name, draw in _PLACES.items()}
        for seat in pen.seats:
            drawers[pen.of(seat, "circle")] = partial(circle, drawing, seat)
            drawers[pen.of(seat, "mat")] = partial(mat, drawing, seat)
            if seat != pen.view.seat:
                drawers[rival_name(seat)] = partial(rival, drawing, seat)
        return drawers | {"bar": partial(bar, drawing)}

    def layout(self, drawing: Drawing) -> Layout:
        """The whole public position, and the reader's own hand."""
        return table(drawing)

    def miniature(self, drawing: Drawing) -> Miniature:
        """The table so small that only its shape is told."""
        return miniature(drawing)

    def changed(self, before: View, after: View) -> frozenset[str]:
        """The things that differ between two views of the same reader."""
        if isinstance(before, TrajanView) and isinstance(after, TrajanView):
            return changed(before, after)
        raise TypeError(after)

    def position(self, drawing: Drawing) -> str:
        """Quarter and round."""
        public = TablePen(drawing).public
        if public.step == "":
            return drawing.say("position.over")
        if not any(map(len, public.senate)):
            return drawing.say("position.set_up")
        rounds = DATA.calendar.rounds_per_quarter
        current = min(public.rounds + 1, rounds)
        return drawing.say("position.quarter", quarter=ROMAN[public.quarter - 1], round=current, rounds=rounds)

    def printed_values(self, speaker: Speaker) -> Sequence[ValueTable]:
        """What is printed in tables, for the page of rules."""
        return values(speaker)
