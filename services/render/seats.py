"""The mark of a seat: always a colour, a shape and a letter, so that no two seats are told apart by colour alone."""

from collections.abc import Sequence
from functools import lru_cache

from services.render import svg, text
from services.render.theme import Theme

SHAPES = (
    "M0 -10.2L10.6 8.6H-10.6Z",
    "M-9.8 0a9.8 9.8 0 1 1 19.6 0a9.8 9.8 0 1 1 -19.6 0Z",
    "M-8.8 -8.8H8.8V8.8H-8.8Z",
    "M0 -11.2L11.2 0L0 11.2L-11.2 0Z",
    "M0 -11.4L2.9 -4L10.8 -3.5L4.7 1.5L6.7 9.2L0 5L-6.7 9.2L-4.7 1.5L-10.8 -3.5L-2.9 -4Z",
)
"""Triangle, circle, square, diamond and star, each around the origin in a box of 24."""
_LETTER_DOWN = (5.4, 4, 4, 4, 4.2)
"""How far below the centre the letter of each shape stands: a triangle is widest at its foot."""
_LETTER_SIZE = (10.5, 12, 12, 11.5, 9)


def letters(players: Sequence[str]) -> list[str]:
    """One letter a seat: the first of the name that no earlier seat has, else the number of the chair."""
    return [*_letters(tuple(players))]


@lru_cache(maxsize=2**10)
def _letters(players: tuple[str, ...]) -> tuple[str, ...]:
    """Every part of a table asks for them."""
    taken: list[str] = []
    for chair, name in enumerate(players):
        own = (letter.upper() for letter in name if letter.isalpha())
        taken.append(next((letter for letter in own if letter not in taken and len(letter) == 1), str(chair + 1)))
    return tuple(taken)


def symbol_name(seat: int, letter: str) -> str:
    """What the mark is called among the symbols of a picture."""
    return f"seat-{seat + 1}-{ord(letter):x}"


def symbol(theme: Theme, name: str) -> str:
    """The mark of that name: drawn once, used for every piece."""
    _, chair, letter = name.split("-")
    seat = int(chair) - 1
    shape = svg.element("path", d=SHAPES[seat], fill=theme.seat(seat), stroke=theme["outline"], stroke_width=1)
    written = svg.element(
        "text",
        svg.text_node(chr(int(letter, 16))),
        y=_LETTER_DOWN[seat],
        font_family=text.FAMILIES["sans"],
        font_weight="700",
        font_size=_LETTER_SIZE[seat],
        text_anchor="middle",
        fill=theme.seat(seat, "-on"),
    )
    return svg.element("symbol", shape, written, id=name, viewBox="-12 -12 24 24", preserveAspectRatio="xMinYMin")
