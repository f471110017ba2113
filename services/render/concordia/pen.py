"""What the Concordia table is drawn with: goods, coins and pieces with their letters, and the marks of states."""

from functools import cached_property
from typing import Literal, TypeAlias

from domain.concordia.state import Player, Public
from domain.concordia.view import ConcordiaView
from domain.kernel.game import View
from services.render import svg, text
from services.render.drawing import Drawing, Pen
from services.render.text import FAMILIES

PieceKind: TypeAlias = Literal["house", "land", "sea"]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""

_BOX = 24
"""The width of a symbol's own units."""
_MARGIN = 3
"""Pieces have a halo around them, which their symbols leave room for."""
TALL = 28 / 24
"""The height of a piece by its width."""
_ON_GOODS = {
    "brick": (9.8, 18.2, 10.2),
    "food": (12, 15.5, 10.4),
    "tool": (12, 12, 10),
    "wine": (12, 15.8, 8.8),
    "cloth": (12, 16, 10.2),
    "any": (12, 16.4, 12),
}
_ON_PIECES = {"house": (25.3, 11.5), "land": (25, 10.5), "sea": (17.3, 9.5)}
"""Where the letters stand within symbols: x, base line and size; on pieces they are in the middle."""


def lettered(*body: str, **attributes: str | float | None) -> str:
    """A group for symbols with letters: how the letters are set is said once."""
    return svg.element("g", *body, font_weight="700", text_anchor="middle", **attributes)


def concordia_view(view: View) -> ConcordiaView:
    """The view of a reader; a renderer is given those of its own game."""
    if not isinstance(view, ConcordiaView):
        raise TypeError(view)
    return view


class ConcordiaPen(Pen):
    """Draws one part of the table. What `good`, `coin` and `piece` give stands within `lettered`."""

    def __init__(self, drawing: Drawing) -> None:
        """A pen for a view of Concordia."""
        super().__init__(drawing)
        self.view = concordia_view(drawing.view)
        self.public: Public = self.view.public

    @cached_property
    def goods_letters(self) -> dict[str, str]:
        """The letter of each good in the reader's language."""
        return {good: self.drawing.say(f"draw.letter.{good}") for good in _ON_GOODS}

    @property
    def own(self) -> Player | None:
        """What lies before the reader."""
        return None if self.drawing.seat is None else self.public.players[self.drawing.seat]

    def letter(self, content: str, x: float, y: float, size: float, colour: str) -> str:
        """A letter or a number in the middle of a symbol."""
        return svg.element("text", svg.text_node(content), x=x, y=y, font_size=size, fill=colour)

    def good(self, good: str, x: float, y: float, size: float) -> str:
        """A good around (x, y); `any` stands for one of the reader's choice."""
        symbol = self.icon(f"good-{good}", x - size / 2, y - size / 2, size, None)
        return symbol + self.good_letter(good, x, y, size)

    def good_letter(self, good: str, x: float, y: float, size: float) -> str:
        """The letter of a good whose symbol is drawn around (x, y)."""
        scale = size / _BOX
        across, down, high = _ON_GOODS[good]
        colour = self.theme["faint" if good == "any" else "con-letter"]
        left, top = x - size / 2, y - size / 2
        return self.letter(self.goods_letters[good], left + across * scale, top + down * scale, high * scale, colour)

    def coin(self, x: float, y: float, size: float, number: int | None = None) -> str:
        """A coin around (x, y), perhaps with a number on it."""
        face = self.icon("coin", x - size / 2, y - size / 2, size, None)
        if number is None:
            return face
        shown = svg.element(
            "text",
            str(number),
            x=x,
            y=y + size * 0.21,
            font_family=FAMILIES["serif"],
            font_size=size * 0.62,
            fill=self.theme["on-coin"],
        )
        return face + shown

    def piece(self, kind: PieceKind, seat: int, x: float, y: float, width: float, *, letter: bool = True) -> str:
        """A house or a colonist of a seat around (x, y)."""
        scale = width / _BOX
        left, top = x - width / 2, y - width * TALL / 2
        drawn = self.icon(
            f"{kind}-{seat + 1}",
            left - _MARGIN * scale,
            top - _MARGIN * scale,
            (_BOX + 2 * _MARGIN) * scale,
            None,
            (_BOX * TALL + 2 * _MARGIN) * scale,
        )
        if not letter:
            return drawn
        down, high = _ON_PIECES[kind]
        return drawn + self.letter(
            self.letters[seat], x, top + down * scale, high * scale, self.theme.seat(seat, "-on")
        )

    def heading(self, x: float, y: float, title: str, aside: str, room: float) -> str:
        """A title and what is said beside it."""
        first = text.fitted(title, "sans-600", 12.5, room / 2)
        wide = text.width(first[0], "sans-600", first[1])
        named = self.text(x, y, title, face="sans-600", size=12.5, room=room / 2)
        return named + self.text(x + wide + 8, y, aside, colour="faint", room=room - wide - 8)

    # Shapes

    def rect(
        self,
        box: Box,
        *,
        fill: str | None = None,
        edge: str | None = None,
        radius: float = 5,
        width: float | None = None,
        dash: str | None = None,
        opacity: float | None = None,
    ) -> str:
        """A rectangle; colours are roles."""
        return svg.element(
            "rect",
            x=box[0],
            y=box[1],
            width=box[2],
            height=box[3],
            rx=radius or None,
            fill=self._role(fill),
            fill_opacity=opacity,
            stroke=None if edge is None else self.theme[edge],
            stroke_width=width,
            stroke_dasharray=dash,
        )

    def circle(
        self,
        centre: tuple[float, float],
        radius: float,
        *,
        fill: str | None = None,
        edge: str | None = None,
        width: float | None = None,
        dash: str | None = None,
        opacity: float | None = None,
    ) -> str:
        """A circle; colours are roles."""
        return svg.element(
            "circle",
            cx=centre[0],
            cy=centre[1],
            r=radius,
            fill=self._role(fill),
            fill_opacity=opacity,
            stroke=None if edge is None else self.theme[edge],
            stroke_width=width,
            stroke_dasharray=dash,
        )

    def rule(self, x: float, y: float, across: float, down: float, colour: str = "line", width: float = 1) -> str:
        """A straight line."""
        return svg.element(
            "path",
            d=f"M{svg.number(x)} {svg.number(y)}l{svg.number(across)} {svg.number(down)}",
            stroke=self.theme[colour],
            stroke_width=None if width == 1 else width,
        )

    def _role(self, role: str | None) -> str:
        return "none" if role is None else self.theme[role]

    # States

    def round_mark(self, thing: str, x: float, y: float, radius: float) -> str:
        """How a round thing or a piece shows its state: dashed if legal, full if chosen, ringed if it changed."""
        match self.state_of(thing):
            case "legal":
                return self.circle((x, y), radius, fill="con-mark", edge="con-mark", width=3, dash="7 5", opacity=0.08)
            case "chosen":
                return self.circle((x, y), radius, fill="con-mark", edge="con-mark", width=3.4, opacity=0.16)
            case "changed" if self.theme.name == "page":
                return self.laurel(x + radius * 0.8, y - radius * 0.7, 10)
            case "changed":
                halo = self.circle((x, y), radius, edge="halo", width=8)
                return halo + self.circle((x, y), radius, edge="con-mark", width=4)
            case _:
                return ""

    def square_mark(self, thing: str, x: float, y: float, half: float) -> str:
        """The same around a square."""
        box = (x - half, y - half, 2 * half, 2 * half)
        match self.state_of(thing):
            case "legal":
                return self.rect(box, fill="legal-soft", edge="con-mark", radius=8, width=2.6, dash="6 4")
            case "chosen":
                return self.rect(box, fill="turn-soft", edge="con-mark", radius=8, width=3.4)
            case "changed" if self.theme.name == "page":
                return self.laurel(x + half, y - half, 10)
            case "changed":
                halo = self.rect(box, edge="halo", radius=8, width=8)
                return halo + self.rect(box, edge="con-mark", radius=8, width=4)
            case _:
                return ""

    def laurel(self, x: float, y: float, radius: float) -> str:
        """The small sprig beside what changed."""
        disc = self.circle((x, y), radius, fill="card", edge="good", width=1.2)
        return disc + self.icon("laurel", x - radius * 0.8, y - radius * 0.8, radius * 1.6, "good")

    def frame(self, thing: str, box: Box, *, radius: float = 5, fill: str = "card") -> str:
        """The ground and edge of a card or a cell, by its state."""
        match self.state_of(thing):
            case "legal":
                return self.rect(box, fill="legal-soft", edge="accent", radius=radius, width=1.6, dash="5 3.5")
            case "chosen":
                return self.rect(box, fill="turn-soft", edge="accent", radius=radius, width=2.6)
            case "changed" if self.theme.name != "page":
                return self.rect(box, fill=fill, edge="accent", radius=radius, width=2.4)
            case state:
                plain = self.rect(box, fill=fill, edge="con-card-edge", radius=radius, width=1.1)
                return plain + self.laurel(box[0] + 12, box[1] + 26, 8) if state else plain
