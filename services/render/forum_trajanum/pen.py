"""What the table of Forum Trajanum is drawn with: a pen that knows the view, whose a thing is, and how states look.

Things of the reader's own colony have plain names (`cell:r2c3`), since these can be pointed at; those of the other
colonies say whose they are (`cell:r2c3@1`).
"""

from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple

from domain.forum_trajanum.state import Colony, Owed, Secret
from domain.forum_trajanum.view import ForumTrajanumView
from domain.kernel.game import View
from domain.kernel.ids import Seat
from services.render import svg, text
from services.render.drawing import Drawing, Pen
from services.render.text import Face, TextBox

Texts = Iterable[tuple[float, str]]


class Box(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    def grown(self, by: float) -> "Box":
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


def known(view: View) -> ForumTrajanumView:
    """The view as this game's own."""
    if not isinstance(view, ForumTrajanumView):
        raise TypeError(f"not a view of Forum Trajanum: {type(view).__name__}")
    return view


def named(seat: int, reader: Seat | None, thing: str) -> str:
    """What a thing of a seat's colony is called for a reader."""
    return thing if seat == reader else f"{thing}@{seat}"


_DRAWN: dict[Hashable, tuple[str, list[TextBox], set[str]]] = {}
"""Pieces of pictures by everything that they depend on."""
_MOST_REMEMBERED = 2**13
_NOTHING_CHOSEN = Secret()


def forget() -> None:
    """Draw everything anew from now on."""
    _DRAWN.clear()


class TablePen(Pen):
    """Draws one part of the table."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__(drawing)
        self.view = known(drawing.view)
        self.public = self.view.public

    def of(self, seat: int, thing: str) -> str:
        return named(seat, self.drawing.seat, thing)

    def is_own(self, seat: int) -> bool:
        return seat == self.drawing.seat

    def colony(self, seat: int) -> Colony:
        return self.public.colonies[seat]

    def owed(self, seat: int) -> Owed | None:
        """What this seat has to choose in its turn, if it is its turn."""
        turn = self.public.turn
        return turn.owed[-1] if turn is not None and turn.seat == seat and turn.owed else None

    @property
    def focus(self) -> int | None:
        """Whose place on the tracks is shown: the reader's, or for a spectator that of the player whose turn it is."""
        if self.drawing.seat is not None:
            return self.drawing.seat
        return self.public.turn.seat if self.public.turn is not None else None

    def secret(self, seat: int) -> Secret:
        """What the reader has chosen in secret; of the others nothing is known."""
        own = self.view.secret if self.is_own(seat) else None
        return own if own is not None else _NOTHING_CHOSEN

    def say(self, key: str, **args: object) -> str:
        return self.drawing.say(f"table.{key}", **args)

    def points_at(self, kind: str) -> list[str]:
        """The things of a kind that can be pointed at or were chosen: those that are drawn only then."""
        drawing = self.drawing
        found = [*drawing.legal, *sorted(drawing.chosen.difference(drawing.legal))]
        return [thing for thing in found if thing.startswith(f"{kind}:")]

    def shifted(self, x: float, y: float, draw: Callable[[], str]) -> str:
        """What is drawn meanwhile, moved; its texts are known where they come to stand."""
        before = len(self._texts)
        body = draw()
        self._texts[before:] = [box._replace(left=box.left + x, top=box.top + y) for box in self._texts[before:]]
        return svg.group(body, x=x, y=y)

    def remembered(self, key: Hashable, draw: Callable[[], str]) -> str:
        """What depends on nothing but `key` and the look is drawn once: most of a table is as it was before."""
        key = (self.theme.name, key)
        found = _DRAWN.get(key)
        if found is None:
            texts, icons = self._texts, self._icons
            self._texts, self._icons = [], set()
            found = (draw(), self._texts, self._icons)
            self._texts, self._icons = texts, icons
            if len(_DRAWN) >= _MOST_REMEMBERED:
                _DRAWN.clear()
            _DRAWN[key] = found
        body, drawn_texts, drawn_icons = found
        self._texts += drawn_texts
        self._icons |= drawn_icons
        return body

    # Shapes

    def rect(
        self,
        box: Box,
        fill: str | None,
        *,
        radius: float = 0,
        stroke: str | None = None,
        width: float | None = None,
        dash: str | None = None,
        opacity: float | None = None,
    ) -> str:
        return svg.element(
            "rect",
            x=box.x,
            y=box.y,
            width=box.width,
            height=box.height,
            rx=radius or None,
            fill=self.theme[fill] if fill else "none",
            fill_opacity=opacity,
            stroke=self.theme[stroke] if stroke else None,
            stroke_width=width,
            stroke_dasharray=dash,
        )

    def disc(
        self,
        x: float,
        y: float,
        r: float,
        fill: str | None,
        stroke: str | None = None,
        width: float | None = None,
        dash: str | None = None,
    ) -> str:
        return svg.element(
            "circle",
            cx=x,
            cy=y,
            r=r,
            fill=self.theme[fill] if fill else "none",
            stroke=self.theme[stroke] if stroke else None,
            stroke_width=width,
            stroke_dasharray=dash,
        )

    def path(
        self, d: str, *, fill: str | None = None, stroke: str | None = None, width: float = 1, dash: str | None = None
    ) -> str:
        return svg.element(
            "path",
            d=d,
            fill=self.theme[fill] if fill else "none",
            stroke=self.theme[stroke] if stroke else None,
            stroke_width=width if stroke and width != 1 else None,
            stroke_dasharray=dash,
        )

    def rule(self, x: float, y: float, width: float) -> str:
        return self.path(f"M{svg.number(x)} {svg.number(y)}h{svg.number(width)}", stroke="line")

    def numbers(self, texts: Texts, y: float, *, face: Face, size: float, colour: str, room: float) -> str:
        """Short texts on one line, each around its own middle; what they share is said once."""
        drawn = []
        for x, content in texts:
            fitting, fitted = text.fitted(content, face, size, room)
            self.note(x, y, fitting, face, fitted, anchor="middle", room=room)
            other = None if fitted == size else fitted
            drawn.append(svg.element("text", svg.text_node(fitting), x=x, y=y, font_size=other))
        return svg.element(
            "g",
            *drawn,
            font_family=None if text.family(face) == text.FAMILIES["sans"] else text.family(face),
            font_weight=None if text.weight(face) == "400" else text.weight(face),
            font_size=size,
            fill=self.theme[colour],
            text_anchor="middle",
        )

    def piece(self, name: str, icon: str, box: Box) -> str:
        """A thing that is a single drawing."""
        if self.state_of(name):
            return self.framed(name, box.grown(1.5), self.icon(icon, *box[:3], None))
        return self.remembered((name, icon, box), lambda: self.thing(name, self.icon(icon, *box[:3], None)))

    # States

    def framed(
        self, name: str, box: Box, *body: str, radius: float = 4, thin: bool = False, chosen: bool = False
    ) -> str:
        """A thing with the frame of its state around it."""
        return self.thing(name, *body, self.frame(name, box, radius=radius, thin=thin, chosen=chosen))

    def frame(self, name: str, box: Box, *, radius: float = 4, thin: bool = False, chosen: bool = False) -> str:
        """Dashed: can be pointed at now. Solid: chosen. With a sprig of laurel: changed."""
        state = "chosen" if chosen else self.state_of(name)
        if state == "legal":
            return self._dashed(box, radius, thin=thin)
        if state == "chosen":
            return self.rect(box, None, radius=radius, stroke="accent", width=2.4)
        if state == "changed":
            outline = self.rect(box, None, radius=radius, stroke="accent", width=2.4)
            sprig = self.sprig(box.x + box.width - 3, box.y + 3)
            return sprig if self.theme.name == "page" else outline + sprig
        return ""

    def _dashed(self, box: Box, radius: float, *, thin: bool) -> str:
        if thin:
            return self.rect(box, None, radius=radius, stroke="accent", width=1.2, dash="4 3")
        return self.rect(box, "accent", radius=radius, stroke="accent", width=1.6, dash="5 3.2", opacity=0.08)

    def sprig(self, x: float, y: float, r: float = 7) -> str:
        """The sign of a change, around a point."""
        leaf = self.icon("sprig", x - r * 0.75, y - r * 0.75, r * 1.5, "good")
        return self.disc(x, y, r, "card", "good", 1.2) + leaf
