"""The terms of each game: complete in every language that the game speaks, each with where it comes from."""

import tomllib
from importlib.resources import files

import pytest

from domain.kernel.game import AnyGame
from domain.registry import GAMES

SOURCES = {"rule book", "ours"}
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)


@every_game
def test_every_term_is_given_in_every_language_with_its_source(game: AnyGame) -> None:
    file = files(type(game).__module__.rpartition(".")[0]).joinpath("glossary.toml")
    terms = tomllib.loads(file.read_text("utf-8"))
    languages = set(game.words.languages)
    assert {name for name, term in terms.items() if term.keys() != languages | {"source"}} == set()
    assert {name for name, term in terms.items() if term["source"].keys() != languages} == set()
    assert {source for term in terms.values() for source in term["source"].values()} <= SOURCES
