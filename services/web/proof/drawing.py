"""The drawing of the proof: a secret is sealed, players add words, each stone is clamped to the one before it.

Drawn from the words of a language, so that longer ones find their place; once lying for wide pages, once standing.
"""

from collections.abc import Callable, Sequence
from functools import cache

from services.render import svg
from services.render.seats import SHAPES
from services.render.text import width, wrapped
from services.web.texts import said

STONES = ("seal", "first_word", "second_word", "deal", "covered", "more", "opened")
_NUMBERS = ("1", "2", "3", "4", "5", "…", "1314")
_PRINTS = ("c20a", "7e91", "05bd", "e5d2", "60b8", "1d4e")
_ZONES = (("before", "I", 0, 2), ("during", "II", 3, 5), ("after", "III", 6, 6))
_APART, _WIDE, _TOP, _HIGH = 166.8, 139.0, 238.0, 122.0
_MIDDLE = _WIDE / 2
_LINE = 18.0


def _chest() -> str:
    lid = "M-30 -12Q-30 -26 -16 -26H16Q30 -26 30 -12V30H-30ZM-30 -8H30"
    return (
        svg.element("path", class_="ln fillc", d=lid)
        + svg.element("circle", class_="wax", cy=-6, r=11)
        + svg.element("path", class_="waxl", d="M-4.5 -5.5-1-2 5-9")
    )


def _mark(seat: int, letter: str) -> str:
    shape = svg.element("path", d=SHAPES[seat])
    return svg.element("g", shape, svg.element("text", letter, y=5 if seat == 0 else 4), class_=f"seat s{seat + 1}")


def _urn() -> str:
    body = "M-17-34H17V-26H11Q30-12 24 12Q18 32 6 36V44H13V50H-13V44H-6V36Q-18 32-24 12Q-30-12-11-26H-17Z"
    bands = "M-25 0H25M-23 16H23M-15-24C-34-28-34 0-25 4M15-24C34-28 34 0 25 4"
    return svg.element("path", class_="ln fillc", d=body) + svg.element("path", class_="ln", d=bands)


def _card() -> str:
    lines = "M-16-22L16 10M-16-8L10 18M-16 6L-2 20M-4-24L16-4M8-24L16-16"
    card = svg.element("rect", class_="ln fillc", x=-22, y=-30, width=44, height=60, rx=3)
    return card + svg.element("path", class_="hatch", d=lines)


def _open_chest() -> str:
    return (
        svg.element("path", class_="ln", d="M-30 2-24-26H36L30 2")
        + svg.element("path", class_="ln fillc", d="M-30 2H30V30H-30Z")
        + svg.element("path", class_="ln", d="M-30 12H30")
        + svg.element("path", class_="ray", d="M0-6V-20M-14-6-20-18M14-6 20-18")
    )


_SIGNS: dict[str, Callable[[], str]] = {
    "seal": _chest,
    "first_word": lambda: svg.group(_mark(0, "L"), scale=1.6),
    "second_word": lambda: svg.group(_mark(1, "M"), scale=1.6),
    "deal": _urn,
    "covered": _card,
    "opened": _open_chest,
}


@cache
def lying(lang: str) -> str:
    """The drawing for wide pages."""
    drawn = [*_zones(lang), svg.element("path", class_="mix", d="M109.5 100H206M267 100H372M434 100H530")]
    for number, stone in enumerate(STONES):
        left = number * _APART
        drawn.append(_stone(number, (left, _TOP), (_WIDE, _HIGH), lang))
        if stone in _SIGNS:
            drawn.append(svg.group(_SIGNS[stone](), x=left + _MIDDLE, y=100 if stone != "deal" else 92))
            drawn.append(_caption(stone, left + _MIDDLE, 156, lang))
            drawn.append(svg.element("path", class_="ar", d=f"M{left + _MIDDLE:g} 186V228"))
            drawn.append(svg.element("path", class_="ah", d=f"M{left + _MIDDLE - 5:g} 223l5 10l5-10"))
    drawn += [_clamp(number) for number in range(len(_PRINTS))]
    drawn.append(_check(lang))
    return _picture(drawn, (1140, 424), "pf h", said("proof.drawing", lang, {}))


@cache
def standing(lang: str) -> str:
    """The drawing for narrow pages; those who do not see it are told by the other one."""
    drawn, top = [], 6.0
    for number, stone in enumerate(STONES):
        lines = _text_of(stone, lang, 182)
        high = 40 + _LINE * max(len(lines), 2)
        drawn.append(_stone(number, (150, top), (206, high), lang))
        if stone in _SIGNS:
            drawn.append(svg.group(_SIGNS[stone](), x=84, y=top + high / 2 - 8, scale=0.82))
            drawn.append(svg.element("path", class_="ar", d=f"M122 {top + high / 2:g}H142"))
            drawn.append(svg.element("path", class_="ah", d=f"M137 {top + high / 2 - 5:g}l9 5l-9 5"))
        if number < len(_PRINTS):
            foot = top + high - 4
            drawn.append(svg.element("path", class_="clamp", d=f"M280 {foot:g}h60l-6 17l6 17h-60l6-17Z"))
            drawn.append(svg.element("text", _PRINTS[number], class_="fp", x=310, y=foot + 21.5))
        top += high + 26
    return _picture(drawn, (358, top), "pf v", "")


def _picture(drawn: Sequence[str], size: tuple[float, float], kind: str, title: str) -> str:
    hidden = None if title else "true"
    told = [svg.element("title", svg.text_node(title))] if title else []
    box = f"0 0 {svg.number(size[0])} {svg.number(size[1])}"
    return svg.element(
        "svg", *told, *drawn, class_=kind, viewBox=box, role="img" if title else None, aria_hidden=hidden
    )


def _text_of(stone: str, lang: str, room: float) -> list[str]:
    return wrapped(said(f"proof.stone.{stone}", lang, {}), "sans", 14, room)


def _stone(number: int, place: tuple[float, float], size: tuple[float, float], lang: str) -> str:
    (left, top), (wide, high) = place, size
    lines = [
        svg.element("text", svg.text_node(line), class_="tx", x=left + 12, y=top + 48 + _LINE * row)
        for row, line in enumerate(_text_of(STONES[number], lang, wide - 20))
    ]
    return svg.element(
        "g",
        svg.element("rect", x=left, y=top, width=wide, height=high, rx=2),
        svg.element("text", _NUMBERS[number], class_="no", x=left + 12, y=top + 25),
        *lines,
        class_="stone dots" if STONES[number] == "more" else "stone",
    )


def _caption(stone: str, x: float, y: float, lang: str) -> str:
    lines = wrapped(said(f"proof.sign.{stone}", lang, {}), "sans", 14, _WIDE)
    return "".join(
        svg.element("text", svg.text_node(line), class_="cap", x=x, y=y + 16 * row) for row, line in enumerate(lines)
    )


def _zones(lang: str) -> list[str]:
    drawn = []
    for name, number, first, last in _ZONES:
        left, right = first * _APART, last * _APART + _WIDE
        drawn.append(svg.element("path", class_="br", d=f"M{left + 1:g} 36V26H{right - 1:g}V36"))
        roman = svg.element("tspan", number, class_="zr")
        words = svg.element("tspan", svg.text_node(said(f"proof.zone.{name}", lang, {})), dx=8)
        narrow = first == last  # its words go on to the left
        drawn.append(
            svg.element(
                "text",
                roman,
                words,
                class_="zn",
                x=right if narrow else left,
                y=16,
                text_anchor="end" if narrow else None,
            )
        )
    return drawn


def _clamp(number: int) -> str:
    x = (number + 1) * _APART - (_APART - _WIDE) / 2
    shape = f"M{x - 30:g} 328l30 8l30-8v30l-30-8l-30 8Z"
    return svg.element("path", class_="clamp", d=shape) + svg.element(
        "text", _PRINTS[number], class_="fp", x=x, y=347.5
    )


def _check(lang: str) -> str:
    right = (len(STONES) - 1) * _APART + _MIDDLE
    question = said("proof.check", lang, {})
    wide = width(question, "sans-600", 14) + 24
    return (
        svg.element("path", class_="chk", d=f"M{right:g} 366V396H{_MIDDLE:g}V368")
        + svg.element("path", class_="ah g", d=f"M{_MIDDLE - 5:g} 376l5-10l5 10")
        + svg.element("rect", class_="lblbg", x=570 - wide / 2, y=384, width=wide, height=24)
        + svg.element("text", svg.text_node(question), class_="cap g", x=570, y=401)
    )
