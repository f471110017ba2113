"""From SVG to PNG, with the fonts of our packages: a machine without fonts gives the same picture."""

import io
import re

import resvg_py
from PIL import Image

from services.render.text import FAMILIES, Face, file_of

NARROWEST, WIDEST = 200, 2400
"""How wide a picture may be, in pixels."""
FACES: tuple[Face, ...] = ("sans", "sans-600", "sans-700", "serif", "serif-600", "serif-700")
_COLOURS = 256
"""A table has few pigments: with a palette the file is a third as long."""
_PIGMENT = re.compile(r"#[0-9A-Fa-f]{6}")
_MOST_PIGMENTS = 160
"""The rest of the palette is for what lies between two pigments at an edge."""
_COMPRESSION = 6
"""The highest level takes seven times as long and saves a twentieth."""


def png(svg: str, width: int) -> bytes:
    """A picture that is `width` pixels wide."""
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=[str(file_of(face)) for face in FACES],
        font_family=FAMILIES["sans"],
        sans_serif_family=FAMILIES["sans"],
        serif_family=FAMILIES["serif"],
    )
    with Image.open(io.BytesIO(bytes(drawn))) as image:
        few = _with_few_colours(image.convert("RGB"), sorted(set(_PIGMENT.findall(svg)))[:_MOST_PIGMENTS])
    out = io.BytesIO()
    few.save(out, "PNG", compress_level=_COMPRESSION)
    return out.getvalue()


def _with_few_colours(image: Image.Image, pigments: list[str]) -> Image.Image:
    """The image with a palette in which every pigment is itself, however small its pieces are."""
    between = image.quantize(
        _COLOURS - len(pigments), method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    ).getpalette()
    palette = Image.new("P", (1, 1))
    palette.putpalette([*b"".join(bytes.fromhex(pigment[1:]) for pigment in pigments), *(between or ())])
    return image.quantize(palette=palette, dither=Image.Dither.NONE)
