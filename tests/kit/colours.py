"""Colours as eyes see them: contrast by WCAG, distance by CIE Lab, and three kinds of colour blindness.

The matrices simulate full dichromacy on linear RGB (Machado, Oliveira and Fernandes, 2009, severity 1).
"""

import math
from typing import TypeAlias

Rgb: TypeAlias = tuple[float, float, float]

BLINDNESS: dict[str, tuple[Rgb, Rgb, Rgb]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_TO_XYZ: tuple[Rgb, Rgb, Rgb] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)


def linear(colour: str) -> Rgb:
    """`#RRGGBB` as linear light."""
    red, green, blue = (_linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """The ratio of two colours' luminances, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def seen_with(blindness: str, colour: str) -> Rgb:
    """A colour as somebody with that kind of colour blindness sees it."""
    red, green, blue = _times(BLINDNESS[blindness], linear(colour))
    return min(max(red, 0), 1), min(max(green, 0), 1), min(max(blue, 0), 1)


def distance(one: Rgb, other: Rgb) -> float:
    """How different two colours look; from about 10 on they are told apart at a glance."""
    return math.dist(_lab(one), _lab(other))


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _times(matrix: tuple[Rgb, Rgb, Rgb], colour: Rgb) -> Rgb:
    red, green, blue = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)
    return red, green, blue


def _lab(colour: Rgb) -> Rgb:
    x, y, z = (_root(part / white) for part, white in zip(_times(_TO_XYZ, colour), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    return math.cbrt(part) if part > 0.008856 else 7.787 * part + 16 / 116
