"""The kernel's contract, held by the small game of the tests."""

import pytest

from tests.kit import recordings
from tests.kit.contract import GameContract
from tests.kit.logged_match import position
from tests.kit.perft import perft
from tests.kit.taberna import GAME


class TestTaberna(GameContract):
    game = GAME
    reference = "tests.kit.taberna:GAME"
    tables = ((2, {"rounds": 1}), (3, {}), (4, {"rounds": 3}))
    most_options = 8
    plies = 60

    def test_perft(self) -> None:
        assert [perft(position(GAME, 2, 1, 0).match, depth) for depth in (1, 2, 3)] == [3, 12, 39]


class TestRecordings:
    @pytest.mark.parametrize("name", recordings.names(GAME))
    def test_today_s_rules_decide_a_recorded_game_alike(self, name: str) -> None:
        recordings.verify(recordings.load(GAME, name))

    def test_together_they_show_every_event_and_every_source(self) -> None:
        found = [recordings.load(GAME, name) for name in recordings.names(GAME)]
        assert recordings.uncovered(GAME, found) == (set(), set())
