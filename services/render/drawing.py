"""What a table is drawn from, and the parts that come out of it.

A renderer gets a `Drawing` and gives `Part`s: pieces of a table, each with a view box of its own, that the page places
in its layout and a picture composes. A `Pen` is what one part is drawn with.

Everything on a table has a name, its *thing*: `house:massilia:2`, `card:architect`. What can be pointed at now carries
the same name as its handle and is a button.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec

from domain.kernel.game import View
from domain.kernel.ids import Seat
from domain.kernel.words import Catalogue
from services.render import svg, text
from services.render.seats import letters, symbol_name
from services.render.text import Face, TextBox
from services.render.theme import Theme


class Target(NamedTuple):
    """What can be pointed at now: its accessible name, and whether nobody waits for it."""

    label: str
    aside: bool = False


class Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a picture depends on."""

    view: View
    players: tuple[str, ...]
    """The names of the seats."""
    seat: Seat | None
    """Whose own area is drawn; none for a spectator."""
    theme: Theme
    words: Catalogue
    """The words of the game and of its renderer."""
    lang: str = "en"
    legal: Mapping[str, Target] = {}
    chosen: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    drafted: tuple[tuple[str, ...], ...] = ()
    """The paths of the commands that the reader's draft holds so far, in their order; the view is that after them."""
    compact: bool = False
    """For narrow screens: fewer words, larger pieces."""
    tablet: bool = False
    """Of the narrow screens one on which a board of the whole width can be read as it is."""

    def say(self, key: str, **args: object) -> str:
        """Words of the game or its renderer, in the reader's language."""
        return self.words.say(key, args, lang=self.lang, players=self.players)

    def name(self, value: object) -> str:
        """What a card, a city, a good is called."""
        return self.words.name(value, self.lang)


class Part(NamedTuple):
    """A piece of a table."""

    name: str
    title: str
    """What it is and shows, in a sentence for those who do not see it."""
    width: float
    height: float
    body: str
    icons: frozenset[str]
    texts: tuple[TextBox, ...]


class Pen:
    """Draws one part: knows colours, words and states, and keeps track of the icons and texts that were used."""

    def __init__(self, drawing: Drawing) -> None:
        """Nothing is drawn yet."""
        self.drawing = drawing
        self.theme = drawing.theme
        self.letters = letters(drawing.players)
        self._icons: set[str] = set()
        self._texts: list[TextBox] = []

    def part(self, name: str, title: str, size: tuple[float, float], *body: str) -> Part:
        """What was drawn, as a part. The face of most texts and the ink of most signs are said once for all of them."""
        ink = self.theme["ink"]
        drawn = svg.element("g", *body, font_family=text.FAMILIES["sans"], color=ink, fill=ink)
        return Part(name, title, *size, drawn, frozenset(self._icons), tuple(self._texts))

    def text(
        self,
        x: float,
        y: float,
        content: str,
        *,
        face: Face = "sans",
        size: float = 12,
        colour: str = "ink",
        anchor: str = "start",
        room: float | None = None,
        halo: float = 0,
        spacing: float = 0,
    ) -> str:
        """A line of text on the base line `y`; with `room` it is set smaller, then cut, until it fits."""
        drawn, box = _line(self.theme, x, y, content, face, size, colour, anchor, room, halo, spacing)
        self._texts.append(box)
        return drawn

    def note(
        self,
        x: float,
        y: float,
        content: str,
        face: Face,
        size: float,
        *,
        anchor: str = "start",
        room: float | None = None,
        spacing: float = 0,
    ) -> None:
        """Keep where a text stands; for texts that are not drawn by `text`."""
        self._texts.append(_box(x, y, content, face, size, anchor, room, spacing))

    def icon(self, name: str, x: float, y: float, size: float, colour: str | None = "ink", height: float = 0) -> str:
        """A symbol of the game's `icons.svg`, its upper left corner at (x, y); without a colour it has its own.

        One that is as high as wide needs no height.
        """
        self._icons.add(name)
        return _use(self.theme, name, x, y, size, colour, height)

    def seat_mark(self, seat: int, x: float, y: float, size: float) -> str:
        """The mark of a seat around (x, y): colour, shape and letter."""
        return self.icon(symbol_name(seat, self.letters[seat]), x - size / 2, y - size / 2, size, None)

    def state_of(self, thing: str, twin_of: str | None = None) -> str:
        """`legal`, `chosen`, `changed` or nothing."""
        drawing = self.drawing
        if thing in drawing.chosen:
            return "chosen"
        if thing in drawing.legal or twin_of in drawing.legal:
            return "legal"
        return "changed" if thing in drawing.changed else ""

    def thing(self, name: str, *body: str, twin_of: str | None = None) -> str:
        """Something on the table; a button while it, or the equal thing that it is a twin of, can be pointed at."""
        handle = self._handle(name, twin_of)
        target = self.drawing.legal.get(handle)
        state = self.state_of(name, twin_of) or None
        if target is None:
            return svg.element("g", *body, data_thing=name, class_=state)
        return svg.element(
            "g",
            *body,
            data_thing=name,
            data_handle=handle,
            data_aside="" if target.aside else None,
            class_=state,
            role="button",
            tabindex="0",
            aria_label=target.label,
        )

    def _handle(self, thing: str, twin_of: str | None) -> str:
        return thing if twin_of is None or thing in self.drawing.legal else twin_of


@lru_cache(maxsize=2**14)
def _line(
    theme: Theme,
    x: float,
    y: float,
    content: str,
    face: Face,
    size: float,
    colour: str,
    anchor: str,
    room: float | None,
    halo: float,
    spacing: float,
) -> tuple[str, TextBox]:
    """A line and its box by all that they depend on: most lines of a table stood in the picture before."""
    if room is not None:
        content, size = text.fitted(content, face, size, room - spacing * size * len(content))
    drawn = svg.element(
        "text",
        svg.text_node(content),
        x=x,
        y=y,
        **_set_in(theme, face, anchor),
        font_size=size,
        fill=None if colour == "ink" else theme[colour],
        letter_spacing=spacing * size if spacing else None,
        paint_order="stroke" if halo else None,
        stroke=theme["halo"] if halo else None,
        stroke_width=halo or None,
        stroke_linejoin="round" if halo else None,
    )
    return drawn, _box(x, y, content, face, size, anchor, room, spacing)


@lru_cache(maxsize=2**14)
def _use(theme: Theme, name: str, x: float, y: float, size: float, colour: str | None, height: float) -> str:
    color = theme[colour] if colour and colour != "ink" else None
    return svg.element("use", href=f"#{name}", x=x, y=y, width=size, height=height or None, color=color)


def _set_in(theme: Theme, face: Face, anchor: str) -> dict[str, str | None]:
    """How a text is set: a picture has classes for it, which a page could not tell from its own."""
    if theme.name != "page":
        return {"class_": text.class_of(face, anchor)}
    return {
        "font_family": None if text.family(face) == text.FAMILIES["sans"] else text.family(face),
        "font_weight": None if text.weight(face) == "400" else text.weight(face),
        "text_anchor": None if anchor == "start" else anchor,
    }


@lru_cache(maxsize=2**14)
def _box(
    x: float, y: float, content: str, face: Face, size: float, anchor: str, room: float | None, spacing: float
) -> TextBox:
    wide = text.width(content, face, size) + spacing * size * len(content)
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    return TextBox(content, left, y - text.ASCENT * size, wide, size * (text.ASCENT + text.DESCENT), room)
