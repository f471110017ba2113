"""Every word that a page asks for by its whole key is there; that none is left over is seen with all other words."""

import re
from importlib.resources import files
from importlib.resources.abc import Traversable

from services.web.texts import WORDS

ASKED = re.compile(r'\b(?:say|said|has_words)\(\s*"([\w.-]+)"\s*[,)]')


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
    asked = {(name, key) for name, text in sources(files("services.web")) for key in ASKED.findall(text)}
    assert len(asked) > 100
    assert [(name, key) for name, key in sorted(asked) if key not in WORDS.languages["en"]] == []
