"""What an operator names as `module:NAME` is found, or told apart from what only fails to load."""

from pathlib import Path

import pytest

from domain.kernel.errors import BadReference
from domain.kernel.references import named
from domain.registry import Registry
from tests.kit.taberna import GAME
from workers.bots.registry import bots_by_name


def test_a_game_of_another_package_is_offered() -> None:
    assert Registry.with_extra(["tests.kit.taberna:GAME"]).get("taberna") is GAME


@pytest.mark.parametrize(
    ("reference", "why"),
    [
        ("nowhere:GAME", "there is no module nowhere"),
        ("tests.nowhere.game:GAME", "there is no module tests.nowhere"),
        ("tests.kit.taberna:GAEM", "the module has no GAEM"),
        ("tests.kit.taberna:__name__", "it is not a game"),
    ],
)
def test_what_is_no_game_is_told(reference: str, why: str) -> None:
    with pytest.raises(BadReference, match=f"^{reference} cannot be used: {why}"):
        Registry.with_extra([reference])


def test_what_is_no_bot_is_told() -> None:
    with pytest.raises(BadReference, match="it is not a bot"):
        bots_by_name(["tests.kit.taberna:GAME"])


def test_a_module_that_misses_another_fails_as_it_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "half_a_game.py").write_text("import nowhere")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="nowhere"):
        named("half_a_game:GAME")
