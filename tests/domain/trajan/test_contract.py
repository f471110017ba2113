"""Trajan keeps the contract of every game."""

from domain.trajan import GAME
from domain.trajan.state import TrajanState
from tests.domain.trajan import invariants
from tests.kit.contract import GameContract


class TestTrajan(GameContract):
    game = GAME
    reference = "domain.trajan:GAME"
    tables = ((2, {}), (3, {}), (4, {}))
    most_options = 30
    plies = 500

    def check(self, state: TrajanState) -> None:
        invariants.check(state)
