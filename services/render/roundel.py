"""The roundel of a game: a spiral of stones from the middle outwards, one a choice. No two games look alike.

A stone has the colour of its seat, in full strength where the choice scored, and is ink where a round closed. A small
roundel has about a hundred stones, each for a stretch of choices, and no rim.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from services.render import svg
from services.render.picture import document
from services.render.svg import number as n
from services.render.theme import Theme

RoundelSize: TypeAlias = Literal["large", "small"]
FEW, MANY = 100, 900
"""About how many stones a small and a large roundel can show."""
_REACH = 182.0
_HEART, _RIM, _EDGE = 40.0, 157.0, 178.5
_LARGEST = 32.0
"""A game that has just begun has stones of this size, and room around them."""
_OF_A_ROUND = 5
_JOINT, _ROUGH = 0.6, 0.08
_FAINT = (0.5, 0.64, 0.78)
"""Stones of one colour are never quite alike."""
_TEETH = 48
_GLYPH = 46.0


class Stone(NamedTuple):
    """A choice: whose, whether it scored, and whether a round closed with it."""

    seat: int
    scored: bool
    closes: bool


def roundel(stones: Sequence[Stone], size: RoundelSize, theme: Theme, glyph: str, title: str) -> str:
    """The picture of a record."""
    small = size == "small"
    laid = _stretches(stones, FEW if small else MANY)
    body = _mosaic(laid, theme, _EDGE if small else _RIM)
    around = _core(theme) if small else _rim(theme) + _heart(theme, glyph)
    window = (-_REACH, -_REACH, 2 * _REACH, 2 * _REACH)
    return document(window, svg.element("title", svg.text_node(title)), body, around)


def _stretches(stones: Sequence[Stone], most: int) -> list[Stone]:
    """As many stones as there is room for. Rounds are told where a few stones lie between their ends."""
    count = min(len(stones), most)
    bounds = [len(stones) * number // count for number in range(count + 1)] if count else []
    told = sum(stone.closes for stone in stones) * _OF_A_ROUND <= count
    return [_together(stones[first:last], told=told) for first, last in pairwise(bounds)]


def _together(stretch: Sequence[Stone], *, told: bool) -> Stone:
    """The seat that chose most often in a stretch, and whether most of its choices scored."""
    (seat, choices), *_ = Counter(stone.seat for stone in stretch).most_common(1)
    scored = sum(stone.scored for stone in stretch if stone.seat == seat)
    return Stone(seat, 2 * scored >= choices, told and any(stone.closes for stone in stretch))


def _mosaic(stones: Sequence[Stone], theme: Theme, rim: float) -> str:
    """All stones of one look are one path."""
    paths: dict[tuple[str, float], list[str]] = {}
    for number, (stone, outline) in enumerate(zip(stones, _spiral(len(stones), rim), strict=True)):
        strength = 1 if stone.scored or stone.closes else _FAINT[_wobble(number, 3) % len(_FAINT)]
        colour = theme["ink"] if stone.closes else theme.seat(stone.seat)
        paths.setdefault((colour, strength), []).append(outline)
    return "".join(
        svg.element("path", d="".join(outlines), fill=colour, fill_opacity=None if strength == 1 else strength)
        for (colour, strength), outlines in paths.items()
    )


def _spiral(count: int, rim: float) -> Iterator[str]:
    """So many stones of the same size, laid side by side on a line that winds outwards from the top."""
    size = min(math.sqrt(math.pi * (rim**2 - _HEART**2) / max(count, 1)), _LARGEST)
    turn = 0.0
    for number in range(count):
        radius = _HEART + size * (turn / math.tau + 0.5)
        wide = size / radius
        yield _outline(number, turn, wide, (radius - size / 2, radius + size / 2))
        turn += wide


def _outline(number: int, turn: float, wide: float, radii: tuple[float, float]) -> str:
    """A stone, cut by hand: its corners lie a little further inside than the joints ask for."""
    near, far = radii
    growth = (far - near) * wide / math.tau  # a turn later the line has come one stone farther out
    corners = ((0.0, near, 1), (wide, near + growth, 1), (wide, far + growth, -1), (0.0, far, -1))
    points = []
    for salt, (along, edge, inwards) in enumerate(corners):
        radius = edge + inwards * (_JOINT + _wobble(number, salt) * _ROUGH)
        angle = turn + along + (-_JOINT if along else _JOINT) / radius
        points.append((round(radius * math.sin(angle), 1), round(-radius * math.cos(angle), 1)))
    sides = [f"{n(end[0] - begin[0])} {n(end[1] - begin[1])}" for begin, end in pairwise(points)]
    return f"M{n(points[0][0])} {n(points[0][1])}l{' '.join(sides)}z".replace(" -", "-")


def _wobble(number: int, salt: int) -> int:
    """From 0 to 10, as if by chance, and the same every time."""
    return (number * 7919 + salt * 104729 + number * number * 31) % 11


def _rim(theme: Theme) -> str:
    """Two rings, and between them the teeth that border a mosaic."""
    rings = "".join(svg.element("circle", r=radius) for radius in (160.5, _EDGE))
    teeth = "".join(_tooth(math.tau * number / _TEETH) for number in range(_TEETH))
    outline = svg.element("g", rings, fill="none", stroke=theme["ink"], stroke_width=2.5)
    return outline + svg.element("path", d=teeth, fill=theme["ink"])


def _tooth(angle: float) -> str:
    half = math.pi / _TEETH
    corners = ((163, angle), (176.1, angle + half), (163, angle + 2 * half))
    return "M" + "L".join(f"{n(radius * math.cos(at))} {n(radius * math.sin(at))}" for radius, at in corners) + "Z"


def _heart(theme: Theme, glyph: str) -> str:
    """The sign of the game."""
    disc = svg.element("circle", r=37, fill=theme["ground"], stroke=theme["ink"], stroke_width=2)
    line = svg.element(
        "path",
        d=glyph,
        fill="none",
        stroke=theme["ink"],
        stroke_width=1.3,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    return disc + svg.group(line, x=-_GLYPH / 2, y=-_GLYPH / 2, scale=_GLYPH / 24)


def _core(theme: Theme) -> str:
    return svg.element("circle", r=16, fill=theme["ink"])
