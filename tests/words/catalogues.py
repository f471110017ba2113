"""Every catalogue of the tree, and which of them are said together."""

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from domain.kernel.languages import ENGLISH, LANGUAGES
from domain.kernel.words import Catalogue
from domain.registry import Registry
from tests.kit import taberna

ROOT = Path(__file__).parents[2]
TREES = ("domain", "projections", "services", "workers", "tests/kit/taberna")
GAMES = (*Registry(), taberna.GAME)


class Translation(NamedTuple):
    """One `words/<language>.toml`, beside the English one."""

    package: str
    language: str
    words: dict[str, str]
    english: dict[str, str]


def packages() -> list[str]:
    """The packages that have words."""
    found = [file for tree in TREES for file in (ROOT / tree).glob("**/words/en.toml")]
    return sorted(".".join(file.parents[1].relative_to(ROOT).parts) for file in found)


@cache
def catalogue(package: str) -> Catalogue:
    return Catalogue.load(package)


def translations() -> list[Translation]:
    """Every file of words that is not English."""
    return [
        Translation(package, language, dict(words), dict(catalogue(package).languages[ENGLISH]))
        for package in packages()
        for language, words in catalogue(package).languages.items()
        if language != ENGLISH
    ]


def known_names() -> set[str]:
    """The English keys of all catalogues, those of games with what is printed."""
    found = {key for package in packages() for key in catalogue(package).languages[ENGLISH]}
    return found.union(*(game.words.languages[ENGLISH] for game in GAMES))


def same_as_english(language: str) -> set[str]:
    """Texts that are the same in English and in another language."""
    listed = tomllib.loads((Path(__file__).parent / "same.toml").read_text("utf-8"))
    assert set(listed) <= set(LANGUAGES)
    return {*listed.get(language, ())}
