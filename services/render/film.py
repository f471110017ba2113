"""A game as a short film: pictures one after the other in an animated GIF, which every chat shows."""

import io
from collections.abc import Sequence

from PIL import Image

MOST_BYTES = 5_000_000
"""What a chat takes without a paid plan, with room to spare."""
WIDTHS = (800, 640, 520, 420, 320)
_COLOURS = 128
_SAMPLES = 6
"""Pictures whose colours make the common palette: one palette keeps what does not move from flickering."""


def film(pictures: Sequence[bytes], frame_ms: int, last_ms: int) -> bytes:
    """The pictures (PNG, all of one size) as a GIF; the last one stays longer."""
    frames = [_opened(picture) for picture in pictures]
    palette = _common_palette(frames)
    drawn = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    out = io.BytesIO()
    drawn[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=drawn[1:],
        duration=[frame_ms] * (len(drawn) - 1) + [last_ms],
        loop=0,
        disposal=1,
        optimize=True,  # of each frame only what moved is written: a quarter of the bytes
    )
    return out.getvalue()


def _opened(picture: bytes) -> Image.Image:
    with Image.open(io.BytesIO(picture)) as image:
        return image.convert("RGB")


def _common_palette(frames: Sequence[Image.Image]) -> Image.Image:
    step = max(len(frames) // _SAMPLES, 1)
    samples = [*frames[::step], frames[-1]]
    strip = Image.new("RGB", (frames[0].width, sum(frame.height for frame in samples)))
    top = 0
    for sample in samples:
        strip.paste(sample, (0, top))
        top += sample.height
    return strip.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
