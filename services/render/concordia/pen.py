"""What the Concordia table is drawn with: goods, coins and pieces with their letters, and the marks of states."""

from collections.abc import Callable
from functools import cached_property
from typing import Literal, TypeAlias

from domain.concordia.state import Player, Public
from domain.concordia.view import ConcordiaView
from domain.kernel.game import View
from services.render import svg, text
from services.render.drawing import Drawing, Part, Pen
from services.render.text import FAMILIES

PieceKind: TypeAlias = Literal["house", "land", "sea"]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""

_BOX = 24
"""The width of a symbol's own units."""
_MARGIN = 3
"""Pieces have a halo around them, which their symbols leave room for."""
_TALL = 28 / 24
"""The height of a piece by its width."""
_CARD_HIGH = 60
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
    """Draws one part of the table. What `good`, `coin`, `piece` and `stamp` give stands within `lettered`."""

    def __init__(self, drawing: Drawing, prefix: str = "part") -> None:
        """A pen for a view of Concordia; the prefix keeps the ids of a part apart from those of others."""
        super().__init__(drawing)
        self._prefix = prefix
        self._stamps: dict[str, str] = {}
        self.view = concordia_view(drawing.view)
        self.public: Public = self.view.public

    def part(self, name: str, title: str, size: tuple[float, float], *body: str) -> Part:
        """What was drawn, as a part, with its stamps."""
        stamps = svg.element("defs", *self._stamps.values()) if self._stamps else ""
        return super().part(name, title, size, stamps, *body)

    def stamp(self, name: str, draw: Callable[[], str], at: tuple[float, float]) -> str:
        """What a part shows often: drawn once around the origin, used wherever it stands."""
        mark = f"{self._prefix}-{name}"
        if name not in self._stamps:
            self._stamps[name] = svg.element("g", draw(), id=mark)
        return svg.element("use", href=f"#{mark}", x=at[0], y=at[1])

    @cached_property
    def goods_letters(self) -> dict[str, str]:
        """The letter of each good in the reader's language."""
        return {good: self.drawing.say(f"draw.letter.{good}") for good in _ON_GOODS}

    @property
    def own(self) -> Player | None:
        """What lies before the reader."""
        return None if self.drawing.seat is None else self.public.players[self.drawing.seat]

    def letter(self, content: str, x: float, y: float, size: float | None, colour: str | None) -> str:
        """A letter or a number in the middle of a symbol; size and colour may be those of its group."""
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
        left, top = x - width / 2, y - width * _TALL / 2
        drawn = self.icon(
            f"{kind}-{seat + 1}",
            left - _MARGIN * scale,
            top - _MARGIN * scale,
            (_BOX + 2 * _MARGIN) * scale,
            None,
            (_BOX * _TALL + 2 * _MARGIN) * scale,
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
        """How a square thing shows its state, by the marks that a round one has."""
        box = (x - half, y - half, 2 * half, 2 * half)
        match self.state_of(thing):
            case "legal":
                return self.rect(box, fill="legal-soft", edge="con-mark", radius=8, width=2.6, dash="6 4")
            case "chosen":
                return self.rect(box, fill="turn-soft", edge="con-mark", radius=8, width=3.4)
            case "changed" if self.theme.name == "page":
                return self.laurel(x + half, y - half, 10)
            case "changed":
                halo = self.rect(box, edge="halo", radius=7, width=6)
                return halo + self.rect(box, edge="con-mark", radius=7, width=3)
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
                return plain + self._laurel_on(box) if state else plain

    def _laurel_on(self, box: Box) -> str:
        """The sprig at the side of a card, or on the corner of what is smaller."""
        x, y, _, height = box
        return self.laurel(x + 12, y + 27, 8) if height > _CARD_HIGH else self.laurel(x + 2, y + 2, 7)
