"""The two faces of the pages as WOFF2, made from the fonts' packages.

Latin and Cyrillic are files of their own, so that a page loads only the letters that it shows.
"""

import hashlib
import os
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from fontTools.ttLib import TTFont

from services.render.text import FAMILIES, Face, file_of


class FontFile(NamedTuple):
    """A file that is served: a style of a face, and the letters in it."""

    name: str
    face: Face
    letters: str
    italic: bool = False


LETTERS = {
    "latin": "U+0020-007E, U+00A0-017F, U+0218-021B, U+02C6, U+02DA, U+02DC, U+2010-2027, U+202F, U+2030-203A, "
    "U+2044, U+20AC, U+2190-2193, U+2212, U+25A0-25FF, U+2713, U+FB01-FB02",
    "cyrillic": "U+0301, U+0400-045F, U+0490-0491, U+2116",
}
FEATURES = ("kern", "liga", "tnum", "lnum", "mark", "mkmk")
_FACES: tuple[tuple[Face, bool], ...] = (
    ("serif", False),
    ("serif-600", False),
    ("sans", False),
    ("sans", True),
    ("sans-600", False),
    ("sans-700", False),
)
FILES = {
    (name := f"fonts/{face}{'-italic' if italic else ''}-{letters}.woff2"): FontFile(name, face, letters, italic)
    for face, italic in _FACES
    for letters in LETTERS
    if letters == "latin" or not italic  # the packages have no Cyrillic italics
}
UPRIGHT = "upright"
"""Ends the name of a family without italics: browsers slant its letters where another has none of its own."""


def css() -> bytes:
    """The rules that name the files; a browser asks for one when a page has its letters."""
    upright = [file for file in FILES.values() if file.letters == "cyrillic" and file.face.startswith("sans")]
    return "".join([*map(_rule, FILES.values()), *(_rule(file, f" {UPRIGHT}") for file in upright)]).encode()


def _rule(file: FontFile, suffix: str = "") -> str:
    kind, _, weight = file.face.partition("-")
    style = "font-style:italic;" if file.italic else ""
    return (
        f'@font-face{{font-family:"{FAMILIES[kind]}{suffix}";font-weight:{weight or 400};{style}font-display:swap;'
        f'src:url({file.name}) format("woff2");unicode-range:{LETTERS[file.letters]}}}\n'
    )


@cache
def woff2(file: FontFile) -> bytes:
    """The file, from the user's cache folder if it was made before; else half a second of work: call it in a thread."""
    kept = _cache_folder() / f"{_made_from(file)}.woff2"
    try:
        return kept.read_bytes()
    except OSError:
        made = _made(file)
    with suppress(OSError):  # a server without a home makes its fonts at every start
        kept.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        half = kept.with_name(f"{kept.name}.{os.getpid()}")
        half.write_bytes(made)
        half.replace(kept)
    return made


def _cache_folder() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "acta" / "fonts"


def _made_from(file: FontFile) -> str:
    """A name for everything that the bytes follow from."""
    parts = (file.name, LETTERS[file.letters], " ".join(FEATURES), version("fonttools"), version("brotli"))
    return hashlib.sha256(_source(file).read_bytes() + "|".join(parts).encode()).hexdigest()[:32]


def _made(file: FontFile) -> bytes:
    from fontTools import subset  # noqa: PLC0415 - a tenth of the server's start, for the first visitor alone

    options = subset.Options(flavor="woff2", layout_features=[*FEATURES])
    with TTFont(_source(file), lazy=True) as font:
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=_unicodes(LETTERS[file.letters]))
        subsetter.subset(font)
        font.flavor = "woff2"
        made = BytesIO()
        font.save(made)
    return made.getvalue()


def _source(file: FontFile) -> Path:
    upright = file_of(file.face)
    return upright.with_name(upright.name.replace("Regular", "It")) if file.italic else upright


def _unicodes(ranges: str) -> list[int]:
    found: list[int] = []
    for one in ranges.replace("U+", "").split(", "):
        first, _, last = one.partition("-")
        found += range(int(first, 16), int(last or first, 16) + 1)
    return found
