"""Every message is said somewhere, and whatever is said within another message is there.

Where a message is said is found in the text of the sources: its whole key, or a pattern such as `f"illegal.{reason}"`
that it fits, if what stands for the rest occurs there too.
"""

import re
from functools import cache
from string import Formatter

import pytest

from domain.kernel.languages import ENGLISH
from tests.words.catalogues import GAMES, ROOT, catalogue, packages

BY_TYPE = r"(event|command|group|opened|gathered|illegal|term|name|count|none|bad_options|option|clock)\..+"
"""What the kernel says of whatever a game has: by the name of a class, a reason, a label or a value."""
SOURCES = (".py", ".html", ".js", ".toml", ".svg", ".json")


def texts() -> list[str]:
    """The sources of everything that speaks, words left out."""
    trees = ("domain", "projections", "services", "workers", "tests/kit/taberna")
    files = [file for tree in trees for file in (ROOT / tree).rglob("*") if file.suffix in SOURCES]
    return [file.read_text("utf-8") for file in files if file.parent.name != "words"]


@cache
def everything() -> str:
    return "\n".join(texts())


@cache
def spoken() -> str:
    """All messages: what one of them names may be said within it."""
    return "\n".join(text for package in packages() for text in catalogue(package).languages[ENGLISH].values())


@cache
def literals() -> frozenset[str]:
    return frozenset(re.findall(r"""["'|]([\w.\- /+]+)["'|]""", everything()))


@cache
def patterns() -> list[re.Pattern[str]]:
    """Keys that are put together: f-strings of Python, `"a." ~ b` of templates, `case a` and `cases a` of messages."""
    found = {_pattern(text) for text in re.findall(r'f"([^"\n]*\.[^"\n]*)"', everything())}
    found |= {re.escape(begin) + ".+" for begin in re.findall(r'"([\w.\-]+\.)" ~ ', everything())}
    found |= {re.escape(keys) + r"\..+" for keys in re.findall(r":cases? ([\w.\-]+)\}", spoken())}
    return [re.compile(one) for one in (*found, BY_TYPE) if re.search(r"\w\w", one.replace(".+", ""))]


def _pattern(text: str) -> str:
    """The pattern of an f-string: what is inserted may be one of the literals that it names, or anything."""
    pieces = re.split(r"(\{[^}]*\})", text)
    return "".join(_inserted(piece) if piece.startswith("{") else re.escape(piece) for piece in pieces)


def _inserted(expression: str) -> str:
    named = re.findall(r"'([\w\-]+)'", expression)
    return f"({'|'.join(map(re.escape, named))})" if named else ".+"


@cache
def inner() -> frozenset[str]:
    """The keys that messages name by `if` and `pairs`."""
    found: set[str] = set()
    for keys in re.findall(r":(?:if|pairs(?:\.\w+)?) ([\w.\-|]+)\}", spoken()):
        found |= {*keys.split("|")}
    return frozenset(found - {""})


def _is_used(key: str) -> bool:
    if key in literals() or key in inner():
        return True
    if not any(pattern.fullmatch(key) for pattern in patterns()):
        return False
    return all(_occurs(piece) for piece in re.split(r"[. _-]", key.partition(".")[2]))


def _occurs(piece: str) -> bool:
    """Whether a piece of a key stands somewhere; a number may be counted."""
    return piece.isdigit() or piece in everything() or re.search(rf"\b{re.escape(piece)}\b", spoken()) is not None


@pytest.mark.parametrize("package", packages())
def test_no_message_is_unused(package: str) -> None:
    assert [key for key in catalogue(package).languages[ENGLISH] if not _is_used(key)] == []


@pytest.mark.parametrize("package", packages())
def test_whatever_is_said_within_a_message_is_there(package: str) -> None:
    known = {key for game in GAMES for key in game.words.languages[ENGLISH]}
    known |= {key for one in packages() for key in catalogue(one).languages[ENGLISH]}
    for language, words in catalogue(package).languages.items():
        missing = [(key, named) for key, text in words.items() for named in _named(text) if not _is_known(named, known)]
        assert missing == [], language


def _named(template: str) -> list[str]:
    """The keys, or beginnings of keys, that a template names."""
    found: list[str] = []
    for _, _, spec, _ in Formatter().parse(template):
        way, _, keys = (spec or "").partition(" ")
        if way == "if":
            found += [key for key in keys.split("|") if key]
        elif way in {"case", "cases"}:
            found.append(f"{keys}.")
        elif way.partition(".")[0] == "pairs" and keys:
            found.append(keys)
    return found


def _is_known(key: str, known: set[str]) -> bool:
    return any(one.startswith(key) for one in known) if key.endswith(".") else key in known
