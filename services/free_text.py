"""Texts that people write as they like: how long each may be, and which characters none of them may hold.

Control characters are obeyed by terminals, and signs that turn the direction of writing make a line read as another
one. Every door, and whatever keeps such a text, asks here. A text that was kept by an earlier release may hold more
than this: it is read as it is, and `escaped` shows it where it could do harm.
"""

import re
from typing import NamedTuple

from domain.kernel.errors import ActaError
from domain.kernel.words import Saying
from services.field_errors import WORDS, BadValue, field_rule

_TURNS = "\u202a-\u202e\u2066-\u206f"
"""Embeddings, overrides and isolates of direction, and the format characters that Unicode has withdrawn."""
_HIDDEN = rf"\x7f-\x9f{_TURNS}"
_IN_A_LINE = rf"\x00-\x1f\u2028\u2029{_HIDDEN}"
_IN_LINES = rf"\x00-\x08\x0b-\x1f{_HIDDEN}"
ONE_LINE = rf"^(?![\s\S]*[{_IN_A_LINE}])"
"""What a text of one line looks like, for schemas: `$` alone would let a last line feed pass."""
MANY_LINES = rf"^(?![\s\S]*[{_IN_LINES}])"
"""What a text of several lines looks like, for schemas; it may hold tabs."""
_BARRED = {True: re.compile(f"[{_IN_LINES}]"), False: re.compile(f"[{_IN_A_LINE}]")}


class BadText(ActaError):
    """A text that is not allowed: `field` names it."""

    def __init__(self, wrong: BadValue) -> None:
        """Keep what is wrong as data."""
        super().__init__(f"{wrong.path}: {wrong.rule.key}")
        self.wrong = wrong


class FreeText(NamedTuple):
    """A kind of text: the field that it comes in, how many characters it may have, and what it may hold."""

    field: str
    longest: int
    lines: bool = False
    """Whether it may have several lines."""
    needed: bool = False
    """Whether there must be something to read in it."""

    def checked(self, text: str) -> str:
        """The text as it came, or `BadText`."""
        if self.needed and not text.strip():
            raise BadText(BadValue(self.field, field_rule("least_characters", number=1)))
        if len(text) > self.longest:
            raise BadText(BadValue(self.field, field_rule("most_characters", number=self.longest)))
        if _BARRED[self.lines].search(text):
            raise BadText(BadValue(self.field, Saying(WORDS, f"form.{self.field}")))
        return text


TITLE = FreeText("title", 80)
NONCE = FreeText("nonce", 128, needed=True)
LINE = FreeText("text", 2_000, lines=True, needed=True)
NOTES = FreeText("text", 20_000, lines=True)
REASON = FreeText("reason", 500, lines=True)
REMARK = FreeText("note", 500, lines=True)
"""What an admin or an operator notes about an act."""
LABEL = FreeText("name", 64)
"""What a token or an invitation is called by whoever made it."""


def escaped(text: str, *, lines: bool = False) -> str:
    """A text with what a terminal would obey written out, as in a Python string."""
    return _BARRED[lines].sub(lambda found: ascii(found[0])[1:-1], text)
