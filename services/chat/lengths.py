"""Texts and lists cut to what a platform takes."""

from collections.abc import Sequence
from typing import TypeVar

ELLIPSIS = "…"
_Thing = TypeVar("_Thing")


def cut(text: str, most: int) -> str:
    """A text of at most so many characters, on one line."""
    whole = " ".join(text.split())
    return whole if len(whole) <= most else whole[: most - 1].rstrip() + ELLIPSIS


def chunks(things: Sequence[_Thing], most: int) -> list[Sequence[_Thing]]:
    """The things in order, in lists of at most so many."""
    return [things[start : start + most] for start in range(0, len(things), most)]
