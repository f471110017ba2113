"""Account names: what may be one, and when two of them are the same.

Two names that a reader cannot tell apart by case, width or composition are one name. Never used for anything that is
shown: what is shown is the name as its owner wrote it.
"""

import unicodedata

from services.store.accounts.errors import BadField

SHORTEST = 2
LONGEST = 32

# Characters that Unicode calls letters, marks or symbols although nothing is drawn for them.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_VARIATION_SELECTORS = frozenset(chr(point) for point in (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10)))
_INVISIBLE = _BLANK | _VARIATION_SELECTORS
_MARKS_IN_A_ROW = 2
_EAST_ASIAN = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"}


def checked_name(name: str) -> str:
    """The name in the form that is stored and shown, or BadField."""
    composed = unicodedata.normalize("NFC", name)
    if not SHORTEST <= len(composed) <= LONGEST:
        raise BadField("name", "length", shortest=SHORTEST, longest=LONGEST)
    if composed != composed.strip() or "  " in composed:
        raise BadField("name", "spaces")
    if any(not _is_visible(char) for char in composed.replace(" ", "")):
        raise BadField("name", "visible")
    if len(_scripts(composed)) > 1:
        raise BadField("name", "one_script")
    if _stacks_marks(composed):
        raise BadField("name", "marks", most=_MARKS_IN_A_ROW)
    return composed


def name_key(name: str) -> str:
    """What two names share when they count as the same."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded)


def _is_visible(char: str) -> bool:
    return unicodedata.category(char)[0] not in "CZ" and char not in _INVISIBLE


def _scripts(name: str) -> set[str]:
    """The scripts of the letters; those that are written together count as one, with Latin beside them too."""
    found = {unicodedata.name(char, "?").split()[0] for char in name if unicodedata.category(char).startswith("L")}
    return {"together"} if found & _EAST_ASIAN and found <= _EAST_ASIAN | {"LATIN"} else found


def _stacks_marks(name: str) -> bool:
    run = _MARKS_IN_A_ROW  # a mark needs a letter to sit on, so none may come first
    for char in name:
        run = run + 1 if unicodedata.category(char).startswith("M") else 0
        if run > _MARKS_IN_A_ROW:
            return True
    return False
