"""The kernel's contract, held by Forum Trajanum, with the invariants of §16 after every batch of random games."""

from domain.forum_trajanum import GAME
from domain.forum_trajanum.state import ForumTrajanumState
from tests.domain.forum_trajanum import invariants
from tests.kit.contract import GameContract


class TestForumTrajanum(GameContract):
    game = GAME
    reference = "domain.forum_trajanum:GAME"
    tables = (
        (2, {}),
        (3, {"board_side": "B", "newcomers": [1]}),
        (4, {"unlimited_buildings": True}),
        (4, {"board_side": "B"}),
        (2, {"first_game": True, "newcomers": [0, 1]}),
        (3, {}),
        (2, {"board_side": "B", "unlimited_buildings": True}),
        (4, {"first_game": True, "newcomers": [3]}),
    )
    most_options = 200
    plies = 400

    def check(self, state: ForumTrajanumState) -> None:
        invariants.check(state)
