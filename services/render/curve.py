"""The curve of an analysis: how far ahead each seat could expect to be, and what one seat chose and what fell to it.

A page shows it wide or narrow, each drawn for its own width, so that no text shrinks; a chat gets it as a picture of
its own with a headline. Pale bands say how unsure the computer is.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from services.render import svg, text
from services.render.picture import document
from services.render.seats import SHAPES
from services.render.svg import number as n
from services.render.theme import Theme, theme

CurveSize: TypeAlias = Literal["wide", "narrow"]
_STEPS = (2, 5, 10, 20, 50, 100, 200)
_MOST_LINES = 6
_HUNDREDTHS = 100
_BAND = 2
"""Standard errors that a band reaches to either side."""
_TOP = 26.0
_NUMERALS = ("1", "2", "3")


class CurvePoint(NamedTuple):
    """A place of a line: 0 is the start, 1 after the first turn. Points are hundredths, with their standard error."""

    at: int
    points: int
    spread: int = 0


class Curve(NamedTuple):
    """What is drawn."""

    turns: int
    lines: tuple[tuple[CurvePoint, ...], ...]
    """A line a seat, from the start to the end."""
    rounds: tuple[tuple[int, int], ...]
    """Rounds by their number and the turn that they begin with."""
    moments: tuple[int, ...]
    """The turning points, as turns counted from 0."""
    letters: tuple[str, ...]
    title: str
    """All of it in a sentence."""
    own: tuple[int, ...] = ()
    """What one seat chose, turn by turn, and what fell to it; empty where nobody is looked at."""
    fell: tuple[int, ...] = ()
    captions: tuple[str, str] = ("", "")
    now: int | None = None
    """The turn that is looked at."""


class _Frame(NamedTuple):
    """Where things stand: the plane of the curve, and the strips below it."""

    width: float
    left: float
    right: float
    bottom: float
    strips: tuple[float, float]
    foot: float
    high: float
    """How far a strip reaches above and below its line."""


_FRAMES: dict[CurveSize, _Frame] = {
    "wide": _Frame(780, 44, 744, 250, (304, 362), 414, 24),
    "narrow": _Frame(358, 34, 330, 204, (254, 308), 356, 20),
}


class _Scale(NamedTuple):
    lowest: float
    highest: float
    step: int
    turns: int
    frame: _Frame

    def x(self, place: float) -> float:
        """The place of the start is 0, that after the first turn 1."""
        frame = self.frame
        return frame.left + (frame.right - frame.left) * place / (self.turns + 1)

    def y(self, points: float) -> float:
        share = (points - self.lowest) / (self.highest - self.lowest)
        return self.frame.bottom - (self.frame.bottom - _TOP) * share


def curve_on_page(curve: Curve, size: CurveSize) -> str:
    """The curve in the colours of the page."""
    colours = theme("page", "services.render")
    frame = _FRAMES[size]
    return svg.element(
        "svg",
        svg.element("title", svg.text_node(curve.title)),
        *_drawn(curve, frame, colours),
        viewBox=f"0 0 {n(frame.width)} {n(frame.foot)}",
        role="img",
        class_=f"curve-{size}",
    )


class Poster(NamedTuple):
    """What stands around the curve in a picture of its own."""

    game: str
    headline: str
    lines: tuple[str, ...]
    """A line a seat: its name and its figures."""


def poster(curve: Curve, around: Poster, colours: Theme) -> str:
    """The curve as a picture for a chat, 1200 units wide."""
    frame, scale = _FRAMES["wide"], 1.46
    height = 126 + (_strip_top(curve, frame)) * scale + 40 * ((len(around.lines) + 1) // 2) + 24
    ground = svg.element("rect", width=1200, height=height, fill=colours["ground"])
    game = _text(32, 44, around.game, colours["faint"], size=20)
    headline = _text(
        32, 88, around.headline, colours["ink"], size=_fitting(around.headline, 1136, 36), face="serif-600"
    )
    body = svg.group(*_drawn(curve, frame, colours), x=30, y=104, scale=scale)
    below = 104 + _strip_top(curve, frame) * scale + 40
    lines = []
    for seat, line in enumerate(around.lines):
        x, y = 48 + 572 * (seat % 2), below + 40 * (seat // 2)
        lines.append(_mark(seat, curve.letters[seat], (x, y - 7), 1.15, colours))
        lines.append(_text(x + 24, y, line, colours["ink"], size=_fitting(line, 520, 22)))
    style = svg.element("style", text.STYLE)
    title = svg.element("title", svg.text_node(f"{around.game}. {around.headline} {curve.title}"))
    return document((0, 0, 1200, height), title, style, ground, game, headline, body, *lines)


def _fitting(words: str, room: float, size: float) -> float:
    """A size in which the words fit."""
    return min(size, size * room / max(text.width(words, "serif-600", size), 1))


def _strip_top(curve: Curve, frame: _Frame) -> float:
    """How high the drawing is: without strips it ends below the numbers of the rounds."""
    return frame.foot if curve.own else frame.bottom + 24


def _drawn(curve: Curve, frame: _Frame, colours: Theme) -> Iterator[str]:
    scale = _scale(curve, frame)
    yield from _grid(curve, scale, colours)
    seats = range(len(curve.lines))
    for seat in seats:
        yield _band(curve, seat, scale, colours)
    for seat in seats:
        yield _line(curve, seat, scale, colours)
    if curve.own:
        yield from _strips(curve, scale, colours)
    yield from _moments(curve, scale, colours)
    yield from _ends(curve, scale, colours)


def _scale(curve: Curve, frame: _Frame) -> _Scale:
    every = [place.points / _HUNDREDTHS for line in curve.lines for place in line]
    highest, lowest = max([4.0, *every]), min([-4.0, *every])
    step = next((step for step in _STEPS if (highest - lowest) / step <= _MOST_LINES), _STEPS[-1])
    return _Scale(lowest, highest, step, curve.turns, frame)


def _grid(curve: Curve, scale: _Scale, colours: Theme) -> Iterator[str]:
    frame = scale.frame
    for points in range(-int(-scale.lowest // scale.step) * scale.step, int(scale.highest) + 1, scale.step):
        y = scale.y(points)
        look = {"stroke": colours["edge"], "stroke_dasharray": "2 4"} if points == 0 else {"stroke": colours["line"]}
        yield svg.element("path", d=f"M{n(frame.left)} {n(y)}H{n(frame.right)}", **look)
        yield _text(
            frame.left - 6,
            y + 4,
            f"{points:+d}".replace("-", "\N{MINUS SIGN}") if points else "0",
            colours["faint"],
            anchor="end",
        )
    foot = _strip_top(curve, frame) - 18
    last = scale.turns + 1
    starts = [*(start for _, start in curve.rounds), last]
    room = (frame.right - frame.left) / 22
    every = next(k for k in (1, 2, 4, 5, 10, 20, 50) if len(curve.rounds) / k <= room)
    for (number, _), (begins, ends) in zip(curve.rounds, pairwise(starts), strict=True):
        if number % every == 0 or len(curve.rounds) == 1:
            if begins:
                yield svg.element("path", d=f"M{n(scale.x(begins))} {n(_TOP)}V{n(foot)}", stroke=colours["line"])
            middle = scale.x((begins + ends) / 2)
            yield _text(middle, foot + 15, f"{number}", colours["faint"], anchor="middle", face="serif-600")


def _band(curve: Curve, seat: int, scale: _Scale, colours: Theme) -> str:
    above, below = [], []
    for at, points, spread in curve.lines[seat]:
        high, low = ((points + side * _BAND * spread) / _HUNDREDTHS for side in (1, -1))
        above.append((scale.x(at), scale.y(min(high, scale.highest))))
        below.append((scale.x(at), scale.y(max(low, scale.lowest))))
    return svg.element("path", d=f"{_way([*above, *reversed(below)])}Z", fill=colours.seat(seat), fill_opacity=0.18)


def _line(curve: Curve, seat: int, scale: _Scale, colours: Theme) -> str:
    points = [(scale.x(place.at), scale.y(place.points / _HUNDREDTHS)) for place in curve.lines[seat]]
    look = {"fill": "none", "stroke": colours.seat(seat), "stroke_linejoin": "round"}
    return svg.element("path", d=_way(points), stroke_width=2.2, **look)


def _way(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points)


def _strips(curve: Curve, scale: _Scale, colours: Theme) -> Iterator[str]:
    frame = scale.frame
    most = max([400, *map(abs, curve.own), *map(abs, curve.fell)])
    wide = max((frame.right - frame.left) / (scale.turns + 1) - 1, 1.2)
    for middle, caption, amounts in zip(frame.strips, curve.captions, (curve.own, curve.fell), strict=True):
        yield _text(frame.left, middle - frame.high - 4, caption, colours["faint"])
        yield svg.element("path", d=f"M{n(frame.left)} {n(middle)}H{n(frame.right)}", stroke=colours["line"])
        for turn, amount in enumerate(amounts):
            high = frame.high * abs(amount) / most
            if high < 0.3:  # noqa: PLR2004 - too little to be seen
                continue
            lucky = colours["marble-5"]
            fill = lucky if amounts is curve.fell else colours["good" if amount > 0 else "warn"]
            top = middle - high if amount > 0 else middle
            yield svg.element("rect", x=scale.x(turn + 1) - wide / 2, y=top, width=wide, height=high, fill=fill)


def _moments(curve: Curve, scale: _Scale, colours: Theme) -> Iterator[str]:
    foot = _strip_top(curve, scale.frame) - 18
    if curve.now is not None:
        x = scale.x(curve.now + 1)
        yield svg.element("path", d=f"M{n(x)} {n(_TOP - 8)}V{n(foot)}", stroke=colours["ink"], stroke_width=2)
    for numeral, turn in zip(_NUMERALS, curve.moments, strict=False):
        x = scale.x(turn + 1)
        if turn != curve.now:
            look = {"stroke": colours["ink"], "stroke_dasharray": "1 3"}
            yield svg.element("path", d=f"M{n(x)} {n(_TOP - 6)}V{n(scale.frame.bottom)}", **look)
        yield svg.element("circle", cx=x, cy=13, r=9.5, fill=colours["ink"], stroke=colours["card"], stroke_width=1.5)
        yield _text(x, 17.5, numeral, colours["card"], anchor="middle", face="sans-700")


def _ends(curve: Curve, scale: _Scale, colours: Theme) -> Iterator[str]:
    """The marks of the seats at the ends of their lines, none over another."""
    x, least = scale.frame.right + 14, 19.0
    wanted = sorted((scale.y(line[-1].points / _HUNDREDTHS), seat) for seat, line in enumerate(curve.lines))
    y = _TOP - least
    placed = []
    for place, seat in wanted:
        y = max(y + least, place)
        placed.append((y, seat))
    over = max(0.0, placed[-1][0] - scale.frame.bottom)
    for y, seat in placed:
        yield _mark(seat, curve.letters[seat], (x, y - over), 0.72, colours)


def _mark(seat: int, letter: str, at: tuple[float, float], size: float, colours: Theme) -> str:
    shape = svg.element("path", d=SHAPES[seat], fill=colours.seat(seat), stroke=colours["outline"], stroke_width=1)
    written = _text(
        0, 4.4 if seat else 6, letter, colours.seat(seat, "-on"), anchor="middle", face="sans-700", size=11.5
    )
    return svg.group(shape, written, x=at[0], y=at[1], scale=size)


def _text(
    x: float, y: float, words: str, fill: str, *, anchor: str = "start", face: text.Face = "sans", size: float = 13
) -> str:
    return svg.element(
        "text",
        svg.text_node(words),
        x=x,
        y=y,
        fill=fill,
        text_anchor=None if anchor == "start" else anchor,
        font_family=text.family(face),
        font_weight=None if text.weight(face) == "400" else text.weight(face),
        font_size=size,
    )
