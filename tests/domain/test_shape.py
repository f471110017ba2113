"""Every game has the same shape: a reader of one finds the way in all. CONTRIBUTING.md says what each file holds."""

from importlib.resources import files
from pathlib import Path

import pytest

from domain.kernel.game import AnyGame
from domain.registry import GAMES
from tests.kit.taberna import GAME as TABERNA

FILES = {
    "__init__.py",
    "commands.py",
    "data.py",
    "data.toml",
    "decide.py",
    "events",
    "evolve",
    "game.py",
    "guards.py",
    "imagine.py",
    "legal.py",
    "names.py",
    "scoring.py",
    "setup.py",
    "state.py",
    "turn.py",
    "view.py",
    "words",
}
IF_NEEDED = {"glossary.toml", "labels.py", "lessons", "outlook.py", "upcasters.py", "valuation.py", "weights.toml"}
"""A game can be played without what these give."""
PARTS = {"actions", "phases"}
OWN = {
    "forum-trajanum": {"forum.py", "prestige.py", "price.py", "trajan_cards.py"},
    "trajan": {"draw_pile.py"},
    "concordia": {"maps.py", "storehouse.py"},
}
"""What only this game knows, in the words of its rule book."""
TOO_LONG = 400
FILE_OR_FOLDER = ("events", "evolve")

every_game = pytest.mark.parametrize("game", [*GAMES, TABERNA], ids=lambda game: game.meta.slug)


def folder(game: AnyGame) -> Path:
    return Path(str(files(type(game).__module__.rpartition(".")[0])))


def names(game: AnyGame) -> set[str]:
    """What lies in the folder; a module that may be split into a folder goes by its bare name."""
    found = {path.name for path in folder(game).iterdir() if path.name != "__pycache__"}
    return {name.removesuffix(".py") if name.removesuffix(".py") in FILE_OR_FOLDER else name for name in found}


@every_game
def test_a_game_has_the_files_of_every_game(game: AnyGame) -> None:
    assert names(game) >= FILES
    assert names(game) & PARTS


@every_game
def test_what_else_it_has_is_its_own_by_the_rule_book(game: AnyGame) -> None:
    assert names(game) - FILES - IF_NEEDED - PARTS == OWN.get(game.meta.slug, set())


@every_game
@pytest.mark.parametrize("name", FILE_OR_FOLDER)
def test_a_module_is_split_into_a_folder_when_it_is_too_long_for_a_file(game: AnyGame, name: str) -> None:
    parts = [*folder(game).glob(f"{name}/*.py")]
    if parts:
        assert sum(len(path.read_text("utf-8").splitlines()) for path in parts) > TOO_LONG


@every_game
def test_parts_do_not_repeat_the_files_of_the_game(game: AnyGame) -> None:
    parts = {path.name for part in PARTS for path in folder(game).glob(f"{part}/*.py")} - {"__init__.py"}
    assert not parts & FILES


@every_game
def test_the_package_offers_the_game_and_nothing_else(game: AnyGame) -> None:
    code = (folder(game) / "__init__.py").read_text("utf-8")
    assert code.count("import ") == 1
    assert "\nGAME = " in code
