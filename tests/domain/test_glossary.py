"""The terms of each game: complete in every language that the game speaks, each with where it comes from."""

import msgspec
import pytest

from domain.kernel.game import AnyGame
from domain.kernel.glossary import Term, glossary
from domain.registry import GAMES
from tests.kit.taberna import GAME as TABERNA

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)


@every_game
def test_every_term_is_given_in_every_language_with_its_source(game: AnyGame) -> None:
    terms, languages = glossary(game), set(game.words.languages)
    assert terms
    assert msgspec.convert(msgspec.to_builtins(terms), tuple[Term, ...]) == terms
    assert [term for term in terms if not term.names.keys() == term.sources.keys() == languages] == []


def test_a_game_without_a_glossary_has_no_terms() -> None:
    assert glossary(TABERNA) == ()
