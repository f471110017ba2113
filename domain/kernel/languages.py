"""The languages that Acta speaks, and how each of them counts.

The rules are those of Unicode's CLDR for whole numbers; a test compares them with its data.
"""

from collections.abc import Callable
from typing import Literal, TypeAlias, get_args

Language: TypeAlias = Literal["en", "de", "fr", "ru"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
ENGLISH: Language = "en"
"""What everything can be said in; it fills the gaps of the others."""

_TEENS = range(11, 15)
_FEW = range(2, 5)


def _russian(number: int) -> int:
    """One (1, 21, 31 …), few (2 to 4, 22 to 24 …), many (all the others)."""
    if number % 100 in _TEENS:
        return 2
    return 0 if number % 10 == 1 else 1 if number % 10 in _FEW else 2


_FORM: dict[str, Callable[[int], int]] = {
    "en": lambda number: int(number != 1),
    "de": lambda number: int(number != 1),
    "fr": lambda number: int(number > 1),
    "ru": _russian,
}
PLURALS: dict[str, tuple[str, ...]] = {
    "en": ("one", "other"),
    "de": ("one", "other"),
    "fr": ("one", "other"),
    "ru": ("one", "few", "many"),
}
"""The forms that a word for something countable has, in the order in which a catalogue writes them."""


def plural_form(number: int, language: str) -> int:
    """Which of its forms a word takes after a number."""
    return _FORM[language](abs(number))
