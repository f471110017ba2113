"""Draws the tables of Forum Trajanum."""

from collections.abc import Sequence

from domain.kernel.game import Command, View
from domain.kernel.ids import Seat
from services.render.drawing import Drawing
from services.render.forum_trajanum import changes, headings, layout, naming, pointing
from services.render.forum_trajanum.miniature import miniature
from services.render.forum_trajanum.pen import known
from services.render.forum_trajanum.steps import TELLERS
from services.render.forum_trajanum.values import values
from services.render.miniature import Miniature
from services.render.renderer import Drawers, Layout, Renderer, Standing
from services.render.steps import Sign
from services.render.values import Speaker, ValueTable


class ForumTrajanumRenderer(Renderer):
    """Colonies, forum, buildings and cards."""

    slug = "forum-trajanum"
    package = "services.render.forum_trajanum"
    tellers = TELLERS
    named = frozenset({"street", "row", "cell", "stock", "display", "card", "forum"})
    glyph = (
        "M12 2.8 21.6 8H2.4ZM4 8v2h16V8M5.6 10v8M10 10v8M14 10v8M18.4 10v8M3.6 18h16.8v1.5H3.6ZM2.4 19.5h19.2V21.5H2.4Z"
    )

    def handles(self, command: Command) -> tuple[str, ...]:
        """The path of things that names a command."""
        return pointing.handles(command)

    def thing_name(self, drawing: Drawing, thing: str) -> str:
        """What a thing is called."""
        return naming.thing_name(drawing, thing)

    def standing(self, drawing: Drawing, seat: Seat) -> Standing | None:
        """The points of this phase, while it is not scored yet."""
        return headings.standing_of(drawing, seat)

    def of_round(self, drawing: Drawing) -> Sequence[tuple[Sign, str]]:
        """The streets of this round."""
        return headings.streets(drawing)

    def hint(self, drawing: Drawing, area: str) -> str:
        """What Trajan's head is worth, and how much can be built."""
        return headings.hint(drawing, area)

    def drawers(self, drawing: Drawing) -> Drawers:
        """What draws every part of the table."""
        return layout.drawers(drawing)

    def layout(self, drawing: Drawing) -> Layout:
        """The whole position as one picture."""
        return layout.layout(drawing)

    def miniature(self, drawing: Drawing) -> Miniature:
        """The table so small that only its shape is told."""
        return miniature(drawing)

    def changed(self, before: View, after: View) -> frozenset[str]:
        """The things that differ."""
        return changes.changed(known(before), known(after))

    def position(self, drawing: Drawing) -> str:
        """The phase and its round."""
        return layout.position(drawing)

    def printed_values(self, speaker: Speaker) -> Sequence[ValueTable]:
        """What is printed in tables, for the page of rules."""
        return values(speaker)
