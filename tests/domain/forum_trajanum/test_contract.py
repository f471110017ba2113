"""The kernel's contract, held by Forum Trajanum, with the invariants of §16 after every batch of random games."""

import pytest

from domain.forum_trajanum import GAME
from domain.forum_trajanum import events as ev
from domain.forum_trajanum.state import ForumTrajanumState
from domain.kernel.log import read
from tests.domain.forum_trajanum import invariants
from tests.kit.contract import GameContract
from tests.kit.logged_match import played


class TestForumTrajanum(GameContract):
    game = GAME
    reference = "domain.forum_trajanum:GAME"
    tables = (
        (2, {}),
        (3, {"board_side": "B", "newcomers": [1]}),
        (4, {"unlimited_buildings": True}),
        (4, {"board_side": "B", "trajan_unit": "tile"}),
        (2, {"first_game": True, "newcomers": [0, 1]}),
        (3, {}),
        (2, {"board_side": "B", "unlimited_buildings": True}),
        (4, {"first_game": True, "newcomers": [3]}),
    )
    most_options = 200
    plies = 400

    def check(self, state: ForumTrajanumState) -> None:
        invariants.check(state)

    @pytest.mark.parametrize("table", [0, 1, 7])
    def test_the_invariants_hold_after_every_event(self, table: int) -> None:
        players, options = self.tables[table]
        logged = played(GAME, players, table, options)
        state = GAME.blank()
        for happened in read(logged.codec, logged.records):
            if type(happened.event) in GAME.fold.table:
                GAME.evolve(state, happened.event)
                if not isinstance(happened.event, _HALF_TOLD):
                    invariants.check(state)


_HALF_TOLD = (ev.CitizenPlaced, ev.StartCitizenPlaced, ev.RewardCollected, ev.MarkerMoved)
"""The next event of the batch tells the rest: the slider is turned, the marker moves, its reward is due."""
