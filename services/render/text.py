"""Text in pictures: the faces that come with the fonts' packages, and how wide a text is in them."""

import re
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from fontTools.ttLib import TTFont

Face: TypeAlias = Literal["sans", "sans-600", "sans-700", "serif", "serif-600", "serif-700"]

FAMILIES = {"sans": "Source Sans Pro", "serif": "Source Serif Pro"}
_PACKAGES = {"sans": "font_source_sans_pro", "serif": "font_source_serif_pro"}
_FILES = {"": "Regular", "600": "Semibold", "700": "Bold"}
ASCENT = 0.75
"""The part of a size that capitals and most accents rise above the base line, in both families."""
DESCENT = 0.24
_SMALLEST = 0.78
"""A text that does not fit is set smaller, down to this share of its size; then it is cut."""

_BREAKS = re.compile(r"[^\S\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]+")
"""Where a line may end: French keeps a colon with its word."""
_EPSILON = 1e-6
STYLE = (
    f".e4,.e6,.e7{{font-family:{FAMILIES['serif']}}}.a6,.e6{{font-weight:600}}.a7,.e7{{font-weight:700}}"
    ".m{text-anchor:middle}.n{text-anchor:end}"
)
"""How texts of a picture are set, by class: sans or serif with its weight, and where a text is anchored."""


class TextBox(NamedTuple):
    """A text of a part: where it stands and how much room it was given, in the part's own units."""

    text: str
    left: float
    top: float
    width: float
    height: float
    room: float | None


@cache
def family(face: Face) -> str:
    """The family that a face belongs to."""
    return FAMILIES[face.partition("-")[0]]


@cache
def weight(face: Face) -> str:
    """The weight of a face, as SVG names it."""
    return face.partition("-")[2] or "400"


@cache
def class_of(face: Face, anchor: str) -> str | None:
    """The classes of a text in a picture that brings `STYLE` along."""
    kind, _, heavy = face.partition("-")
    name = "" if face == "sans" else f"{kind[1]}{heavy[:1] or 4}"
    return " ".join(filter(None, (name, {"middle": "m", "end": "n"}.get(anchor)))) or None


def file_of(face: Face) -> Path:
    """The file of a face, in the package that carries it."""
    kind, _, heavy = face.partition("-")
    name = f"{FAMILIES[kind].replace(' ', '')}-{_FILES[heavy]}.ttf"
    return Path(str(files(_PACKAGES[kind]).joinpath("files", name)))


@cache
def _advances(face: Face) -> tuple[dict[int, float], float]:
    with TTFont(file_of(face), lazy=True) as font:
        units = font["head"].unitsPerEm
        metrics = font["hmtx"]
        advances = {code: metrics[glyph][0] / units for code, glyph in font.getBestCmap().items()}
    return advances, advances[ord("n")]


@lru_cache(maxsize=8192)
def em_width(text: str, face: Face) -> float:
    """How wide a text is at size 1, without kerning (which only ever makes it narrower)."""
    advances, other = _advances(face)
    return sum(advances.get(ord(letter), other) for letter in text)


def width(text: str, face: Face, size: float) -> float:
    """How wide a text is."""
    return em_width(text, face) * size


def fitted(text: str, face: Face, size: float, room: float) -> tuple[str, float]:
    """The text and its size so that it fits: smaller first, and cut if that is not enough."""
    wanted = width(text, face, size)
    if wanted <= room:
        return text, size
    smaller = max(size * room / wanted, size * _SMALLEST)
    return cut(text, face, smaller, room), smaller


def cut(text: str, face: Face, size: float, room: float) -> str:
    """As much of the text as fits."""
    whole = text
    while text and width(text, face, size) > room + _EPSILON:
        whole = whole[:-1].rstrip()
        text = f"{whole}…" if whole else ""
    return text


def wrapped(text: str, face: Face, size: float, room: float) -> list[str]:
    """The text in lines that fit the room; a word that is too long stands alone."""
    lines: list[str] = []
    for word in filter(None, _BREAKS.split(text)):
        if lines and width(f"{lines[-1]} {word}", face, size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
