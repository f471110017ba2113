"""Tables of what is printed, for the page of rules: read from the data of a game, said in its words."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.words import Catalogue


class ValueTable(NamedTuple):
    """A table: what stands at the head of its columns, and its rows, the first cell of which is the head of the row."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]


class Speaker(NamedTuple):
    """Words of a game and its renderer, in one language."""

    words: Catalogue
    lang: str

    def say(self, key: str) -> str:
        """What stands under a key."""
        return self.words.say(key, {}, lang=self.lang)

    def name(self, value: object) -> str:
        """What a thing is called."""
        return self.words.name(value, self.lang)

    def names(self, values: Sequence[object]) -> str:
        """What several things are called."""
        return ", ".join(map(self.name, values))


ROMAN = ("I", "II", "III", "IV", "V")
