"""Trajan keeps the contract of every game."""

from typing import Any

from domain.trajan import GAME
from tests.domain.trajan import invariants
from tests.kit.contract import GameContract


class TestTrajan(GameContract):
    game = GAME
    reference = "domain.trajan:GAME"
    tables = ((2, {}), (3, {}), (4, {}))
    most_options = 30
    plies = 500

    def check(self, state: Any) -> None:
        invariants.check(state)
