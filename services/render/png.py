"""From SVG to PNG, with the fonts of our packages: a machine without fonts gives the same picture."""

import io

import resvg_py
from PIL import Image

from services.render.text import FAMILIES, Face, file_of

NARROWEST, WIDEST = 200, 2400
"""How wide a picture may be, in pixels."""
FACES: tuple[Face, ...] = ("sans", "sans-600", "sans-700", "serif", "serif-600", "serif-700")
_COLOURS = 256
"""A table has few pigments: with a palette the file is a third as long."""
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
        few = image.convert("RGB").quantize(_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    out = io.BytesIO()
    few.save(out, "PNG", compress_level=_COMPRESSION)
    return out.getvalue()
