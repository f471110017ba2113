"""From SVG to PNG, with the fonts of our packages: a machine without fonts gives the same picture."""

import io
import re
import threading

from PIL import Image
from resvg import render, usvg

from services.render.text import FAMILIES, Face, file_of

NARROWEST, WIDEST = 200, 2400
"""How wide a picture may be, in pixels."""
FACES: tuple[Face, ...] = ("sans", "sans-600", "sans-700", "serif", "serif-600", "serif-700")
_COLOURS = 256
"""A table has few pigments: with a palette the file is a third as long."""
_PIGMENT = re.compile(r"#[0-9A-Fa-f]{6}")
_MOST_PIGMENTS = 160
"""The rest of the palette is for what lies between two pigments at an edge."""
_COMPRESSION = 4
"""The next levels take twice as long and save a twentieth."""
_SAMPLED = 2
"""The palette is made from a picture of half the size: its edges have the same colours."""


_VIEW_BOX = re.compile(r'viewBox="\S+ \S+ ([\d.]+) ([\d.]+)"')
_own = threading.local()
"""What rasterizes belongs to the thread that made it."""


def png(svg: str, width: int) -> bytes:
    """A picture that is `width` pixels wide."""
    with Image.open(io.BytesIO(rasterized(svg, width))) as image:
        few = _with_few_colours(image.convert("RGB"), sorted(set(_PIGMENT.findall(svg)))[:_MOST_PIGMENTS])
    out = io.BytesIO()
    few.save(out, "PNG", compress_level=_COMPRESSION)
    return out.getvalue()


def rasterized(svg: str, width: int) -> bytes:
    """A picture in all its colours, transparent where nothing is drawn: a far longer file than `png` makes."""
    wide, high = map(float, _VIEW_BOX.findall(svg)[0])
    scale = width / wide
    tree = usvg.Tree.from_str(svg, _options())
    return render(tree, (scale, 0, 0, 0, scale, 0), bg_size=(width, round(high * scale)))


def _options() -> usvg.Options:
    """Fonts are kept in memory: their files would be read anew for each text."""
    if not hasattr(_own, "options"):
        options = usvg.Options.default()
        for face in FACES:
            options.load_font_data(file_of(face).read_bytes())
        options.font_family = FAMILIES["sans"]
        _own.options = options
    found: usvg.Options = _own.options
    return found


def _with_few_colours(image: Image.Image, pigments: list[str]) -> Image.Image:
    """The image with a palette in which every pigment is itself, however small its pieces are."""
    between = (
        image.reduce(_SAMPLED)
        .quantize(_COLOURS - len(pigments), method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        .getpalette()
    )
    palette = Image.new("P", (1, 1))
    palette.putpalette([*b"".join(bytes.fromhex(pigment[1:]) for pigment in pigments), *(between or ())])
    return image.quantize(palette=palette, dither=Image.Dither.NONE)
