"""Every word that a page asks for by its whole key is there; that none is left over is seen with all other words."""

import re
from importlib.resources import files
from importlib.resources.abc import Traversable

from domain.kernel.words import SHARED
from services.web.texts import WORDS

ASKED = re.compile(r'(SHARED\.)?\b(?:say|said|has_words)\(\s*"([\w.-]+)"\s*[,)]')
"""A key, and before it whether it is one of the words that games and pages share."""


def sources(folder: Traversable) -> list[tuple[str, str]]:
    """Every template and module of the pages."""
    found: list[tuple[str, str]] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += sources(entry)
        elif entry.name.endswith((".html", ".py")):
            found.append((entry.name, entry.read_text("utf-8")))
    return found


def test_every_key_that_is_asked_for_has_words() -> None:
    asked = {(name, *found) for name, text in sources(files("services.web")) for found in ASKED.findall(text)}
    assert len(asked) > 100
    words = {"": WORDS.languages["en"], "SHARED.": SHARED.languages["en"]}
    assert [(name, key) for name, whose, key in sorted(asked) if key not in words[whose]] == []
