"""What the parts of Trajan's table are drawn with: shapes by role, rings around what can be pointed at, names."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from domain.kernel.ids import Seat
from domain.trajan.state import Mat
from domain.trajan.view import TrajanView
from services.render import svg
from services.render.drawing import Drawing, Part, Pen
from services.render.theme import Theme

_LINE = 1.1
_RINGS: dict[str, tuple[str, float, str | None]] = {
    "legal": ("accent", 2, "5 3.5"),
    "chosen": ("accent", 2.6, None),
    "changed": ("good", 2.6, None),
}


class Box(NamedTuple):
    """Where something stands in a part."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """The middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def grown(self, by: float) -> "Box":
        """A box around the same middle, larger on every side."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


class TablePen(Pen):
    """Draws a part of Trajan's table from what its reader may know."""

    def __init__(self, drawing: Drawing) -> None:
        """Only views of Trajan can be drawn."""
        super().__init__(drawing)
        if not isinstance(drawing.view, TrajanView):
            raise TypeError(drawing.view)
        self.view = drawing.view
        self.public = drawing.view.public
        self.say = drawing.say
        self.name = drawing.name

    def part(self, name: str, title: str, size: tuple[float, float], *body: str) -> Part:
        """What was drawn, as a part; the width of most lines is said once."""
        return super().part(name, title, size, svg.element("g", *body, stroke_width=_LINE))

    @property
    def seats(self) -> Iterable[Seat]:
        """Every seat, by its number."""
        return map(Seat, range(len(self.public.mats)))

    def mat(self, seat: Seat) -> Mat:
        """What lies open before a seat."""
        return self.public.mats[seat]

    def of(self, seat: Seat, thing: str) -> str:
        """The name of a seat's own thing on this table."""
        return thing_of(self.view, seat, thing)

    def rect(self, box: Box, fill: str | None, line: str | None = None, **attributes: svg.Attribute) -> str:
        """A rectangle with round corners; colours by their roles."""
        return _rect(self.theme, box, fill, line, **attributes)

    def circle(self, at: tuple[float, float], radius: float, fill: str | None, line: str | None = None) -> str:
        """A circle; colours by their roles."""
        return svg.element("circle", cx=at[0], cy=at[1], r=radius, **_paint(self.theme, fill, line))

    def path(self, d: str, fill: str | None, line: str | None = None, **attributes: svg.Attribute) -> str:
        """A path; colours by their roles."""
        return svg.element("path", d=d, **{**_paint(self.theme, fill, line), **attributes})

    def hole(self, box: Box, round_: float = 4) -> str:
        """A place where nothing lies."""
        return self.rect(box, None, "trajan-dash", rx=round_, stroke_dasharray="4 3")

    def symbol_at(self, name: str, centre: tuple[float, float], size: float, colour: str | None = "ink") -> str:
        """An icon around a point; without a colour it has its own."""
        return self.icon(name, centre[0] - size / 2, centre[1] - size / 2, size, colour)

    def ring(self, state: str, box: Box, round_: float = 6) -> str:
        """The outline of something that is legal, chosen or changed."""
        if not state:
            return ""
        colour, width, dash = _RINGS[state]
        # A dash is thin to point at: the whole box answers.
        answers = "all" if state == "legal" else None
        return self.rect(
            box,
            None,
            colour,
            rx=round_,
            stroke_width=width,
            stroke_dasharray=dash,
            pointer_events=answers,
            class_="ring",
        )

    def round_ring(self, state: str, centre: tuple[float, float], radius: float) -> str:
        """A round ring that shows what can be chosen."""
        return self.ring(state, Box(centre[0] - radius, centre[1] - radius, 2 * radius, 2 * radius), radius)

    def piece(self, name: str, box: Box, *body: str, twin_of: str | None = None, margin: float = 3) -> str:
        """A thing with a ring around its box."""
        ring = self.ring(self.state_of(name, twin_of), box.grown(margin), 4 + margin / 2)
        return self.thing(name, *body, ring, twin_of=twin_of)


def thing_of(view: TrajanView, seat: Seat, thing: str) -> str:
    """What a seat's thing is called on the table of a reader: the reader's own have short names."""
    return thing if seat == view.seat else f"seat-{seat + 1}:{thing}"


def signed(points: int) -> str:
    """Points as they are written: a true minus, not a hyphen."""
    return str(points).replace("-", "\N{MINUS SIGN}")


@lru_cache(maxsize=2**13)
def _rect(theme: Theme, box: Box, fill: str | None, line: str | None, **attributes: svg.Attribute) -> str:
    """Most boxes of a table stood in the picture before."""
    return svg.element(
        "rect",
        x=box.x,
        y=box.y,
        width=box.width,
        height=box.height,
        **{"rx": 4, **_paint(theme, fill, line), **attributes},
    )


def _paint(theme: Theme, fill: str | None, line: str | None) -> dict[str, svg.Attribute]:
    painted: dict[str, svg.Attribute] = {"fill": "none" if fill is None else theme[fill]}
    if line is not None:
        painted |= {"stroke": theme[line]}
    return painted
