"""A game that is played in another language has no sentence in English."""

import re

import pytest

from domain.kernel.game import AnyGame
from domain.kernel.languages import ENGLISH
from domain.kernel.words import SHARED
from tests.words.catalogues import GAMES, same_as_english
from tests.words.examples import PLAYERS, examples

LANGUAGES = SHARED.languages.keys() - {ENGLISH}
SPOKEN = [(game, language) for game in GAMES for language in sorted(LANGUAGES & game.words.languages.keys())]


@pytest.mark.timeout(120)
@pytest.mark.parametrize(("game", "language"), SPOKEN, ids=lambda one: one if isinstance(one, str) else one.meta.slug)
def test_no_line_and_no_label_is_english(game: AnyGame, language: str) -> None:
    same = same_as_english(language)
    found = examples(game, seed=7, most=50, languages=(ENGLISH, language))
    left = [one for one in found if one.said[ENGLISH] == one.said[language] and _speaks(one.said[ENGLISH], same)]
    assert left == []


def _speaks(text: str, same: set[str]) -> bool:
    """Whether there is a word in it beside names, numbers and what is the same in both languages."""
    for known in sorted({*PLAYERS, *same}, key=len, reverse=True):
        text = text.replace(known, "")
    return re.search(r"[a-z]{2}", text) is not None
