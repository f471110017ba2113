"""A whole picture: a caption strip, and below it the parts that a game's renderer has laid out."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.ids import Seat
from services.render import svg, text
from services.render.drawing import Drawing, Part, Pen
from services.render.icons import definitions
from services.render.miniature import Shape
from services.render.renderer import Placed, Renderer
from services.render.theme import Theme

WIDTH = 1200
CAPTION = 64
_LEFT, _BASE = 128.0, 40.0
_MARK = 26
_TURN = 340.0
"""The room for whose turn it is: beside long names there is still some for what happened."""
_HAPPENED: text.Face = "sans-600"
_TWO_LINES, _THREE_LINES = (28.0, 48.0), (20.0, 38.0, 56.0)
_SETTINGS = ((16, (_BASE,)), *((size, _TWO_LINES) for size in (16, 15, 14, 13)), (13, _THREE_LINES))
"""Sizes of what happened, and the lines that it stands on: the first that hold all of it are taken."""


class Caption(NamedTuple):
    """What stands above the table, in the reader's language."""

    game: str
    happened: tuple[str, ...]
    """What the last player did, in sentences."""
    turn: str
    until: str
    seats: tuple[Seat, ...]
    """The seats that are to act."""


class Picture(NamedTuple):
    """A picture, and the parts that it was composed of."""

    svg: str
    height: float
    parts: tuple[Part, ...]


def compose(renderer: Renderer, drawing: Drawing, caption: Caption) -> Picture:
    """The table as one picture, `WIDTH` units wide."""
    layout = renderer.layout(drawing)
    position = renderer.position(drawing)
    # The caption comes last: a map may go on a little beyond its frame, and is covered there.
    placed = [*layout.placed, Placed(_caption(drawing, caption, position), 0, 0)]
    height = layout.height
    icons = frozenset[str]().union(*(one.part.icons for one in placed))
    body = "".join(svg.group(one.part.body, x=one.x, y=one.y, scale=one.scale) for one in placed)
    ground = svg.element("rect", width=WIDTH, height=height, fill=drawing.theme["ground"])
    title = svg.element("title", svg.text_node(_sentence(caption, position)))
    # Pages take no style but from their files, and texts for them need none.
    style = "" if drawing.theme.name == "page" else svg.element("style", text.STYLE)
    drawn = document(
        (0, 0, WIDTH, height), title, style, definitions(renderer.package, icons, drawing.theme), ground, body
    )
    return Picture(drawn, height, tuple(one.part for one in placed))


def miniature(renderer: Renderer, drawing: Drawing, caption: Caption, shape: Shape) -> str:
    """The table as a miniature; what it is can be read aloud."""
    small = renderer.miniature(drawing)
    title = svg.element("title", svg.text_node(_sentence(caption, renderer.position(drawing))))
    return document(small.window(shape), title, small.body)


def standalone(package: str, part: Part, theme: Theme) -> str:
    """A single part as a picture of its own."""
    title = svg.element("title", svg.text_node(part.title))
    style = svg.element("style", text.STYLE)
    return document((0, 0, part.width, part.height), title, style, definitions(package, part.icons, theme), part.body)


def document(window: tuple[float, float, float, float], *body: str) -> str:
    """A picture, seen through a window: left, top, width and height."""
    return svg.element(
        "svg",
        *body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(f"{side:g}" for side in window),
        role="img",
    )


def _sentence(caption: Caption, position: str) -> str:
    told = (caption.game, position, caption.turn, " ".join(caption.happened))
    return ". ".join(words for words in told if words)


def _caption(drawing: Drawing, caption: Caption, position: str) -> Part:
    pen = Pen(drawing)
    ground = svg.element("rect", width=WIDTH, height=CAPTION, fill=drawing.theme["card"])
    edge = svg.element("path", d=f"M0 {CAPTION - 0.5}H{WIDTH}", stroke=drawing.theme["line"])
    game = pen.text(_LEFT, _BASE, caption.game, face="serif-600", size=25)
    position_at = _LEFT + text.width(caption.game, "serif-600", 25) + 14
    where = pen.text(position_at, _BASE, position, size=16, colour="faint")
    turn, turn_at = _turn(pen, caption)
    happened_at = position_at + text.width(position, "sans", 16) + 32
    room = max(turn_at - happened_at - 20, 0)
    happened = _happened(pen, caption.happened, happened_at, room)
    logo = _tablet(pen)
    return pen.part("caption", "", (WIDTH, CAPTION), ground, edge, logo, game, where, happened, turn)


def _happened(pen: Pen, told: Sequence[str], left: float, room: float) -> str:
    """What happened, as large as it fits; of what is longer, as many sentences as fit. A longer one is cut."""
    for sentences in range(len(told), 0, -1):
        words = " ".join(told[:sentences])
        for size, bases in _SETTINGS:
            lines = text.wrapped(words, _HAPPENED, size, room)
            if len(lines) <= len(bases):
                return _lines(pen, lines, size, bases[: len(lines)], (left, room))
    size, bases = _SETTINGS[-1]
    lines = text.wrapped(" ".join(told[:1]), _HAPPENED, size, room)
    return _lines(pen, [*lines[: len(bases) - 1], " ".join(lines[len(bases) - 1 :])], size, bases, (left, room))


def _lines(pen: Pen, lines: Sequence[str], size: int, bases: Sequence[float], place: tuple[float, float]) -> str:
    left, room = place
    return "".join(
        pen.text(left, base, text.cut(line, _HAPPENED, size, room), face=_HAPPENED, size=size, room=room)
        for line, base in zip(lines, bases, strict=False)
        if line
    )


def _turn(pen: Pen, caption: Caption) -> tuple[str, float]:
    """Whose turn it is, at the right end, and where that begins."""
    right = WIDTH - 20
    above = _BASE if not caption.until else 31
    turn = pen.text(right, above, caption.turn, face="serif-600", size=18, colour="accent", anchor="end", room=_TURN)
    until = pen.text(right, 51, caption.until, size=15, colour="faint", anchor="end")
    wide = max(min(text.width(caption.turn, "serif-600", 18), _TURN), text.width(caption.until, "sans", 15))
    left = right - wide - 22
    marks = [pen.seat_mark(seat, left - _MARK * i, 32, _MARK) for i, seat in enumerate(reversed(caption.seats))]
    return turn + until + "".join(marks), left - _MARK * len(marks) + _MARK / 2


def _tablet(pen: Pen) -> str:
    """The eared tablet of Acta."""
    ink = pen.theme["ink"]
    frame = svg.element(
        "path", d="M27 20H99V44H27ZM24 25L17 20V44L24 39M102 25L109 20V44L102 39", fill="none", stroke=ink
    )
    inner = svg.element("path", d="M29.5 22.5H96.5V41.5H29.5Z", fill="none", stroke=ink, stroke_width=0.6)
    return frame + inner + pen.text(64.5, 37, "ACTA", face="serif-600", size=15, anchor="middle", spacing=0.16)
