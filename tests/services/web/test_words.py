"""Every word that a page asks for is there, and none is there that no page asks for."""

import re
from importlib.resources import files
from importlib.resources.abc import Traversable

from services.web.texts import WORDS

ENGLISH = WORDS.languages["en"]
LITERAL = re.compile(r"""(?P<f>f?)"(?P<text>[\w{}.\-() \[\]'"|:]+?)\"""")
ASKED = re.compile(r"""\b(?:say|said|has_words)\(\s*(?P<key>"[\w.-]+")\s*[,)]""")
_PART = r'(?:"[\w.-]*"|[\w.]+(?:\([^()]*\))?|\([^()]*(?:\([^()]*\))?[^()]*\))'
JOINED = re.compile(rf'(?P<key>"[\w.-]*"(?:\s*~\s*{_PART})+)')
WITHIN = re.compile(r"\{\w+:(?:count|each) (\w+)|\{\w+:(?:if|case) ([\w.|-]+)")


def sources(folder: Traversable) -> list[tuple[str, str]]:
    """Every template and module of the pages."""
    found: list[tuple[str, str]] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += sources(entry)
        elif entry.name.endswith((".html", ".py")):
            found.append((entry.name, entry.read_text("utf-8")))
    return found


SOURCES = sources(files("services.web"))


def patterns() -> set[str]:
    """What keys may look like that some page puts together: a part that is only known then matches anything."""
    found = {f"count.{word}" for text in ENGLISH.values() for word, _ in WITHIN.findall(text) if word}
    found |= {key for text in ENGLISH.values() for _, keys in WITHIN.findall(text) for key in keys.split("|") if key}
    patterns = {re.escape(key) for key in found}
    for _, text in SOURCES:
        patterns |= {re.escape(match["key"].strip('"')) for match in ASKED.finditer(text)}
        for literal in LITERAL.finditer(text):
            pieces = re.split(r"\{[^{}]*\}", literal["text"]) if literal["f"] else [literal["text"]]
            patterns |= {".+".join(map(re.escape, pieces)), rf"count\.{re.escape(literal['text'])}"}
        for joined in JOINED.finditer(text):
            pieces = re.findall(r'"([\w.-]*)"|~\s*([\w(][^~]*)', joined["key"])
            patterns.add("".join(re.escape(text) if text or not rest else ".+" for text, rest in pieces))
    return {pattern for pattern in patterns if re.search(r"\w", pattern)}


def test_every_key_that_is_asked_for_has_words() -> None:
    asked = {(name, match["key"].strip('"')) for name, text in SOURCES for match in ASKED.finditer(text)}
    assert len(asked) > 100
    assert [(name, key) for name, key in sorted(asked) if key not in ENGLISH] == []


def test_no_words_are_left_that_no_page_asks_for() -> None:
    known = [re.compile(pattern) for pattern in patterns()]
    assert [key for key in ENGLISH if not any(pattern.fullmatch(key) for pattern in known)] == []
