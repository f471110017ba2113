"""What-if games in memory: a logged match that begins with a position of another log."""

import hashlib
from collections.abc import Callable, Sequence

from domain.kernel.branching import Seating, open_branch, place_at, start_from, terms_of
from domain.kernel.envelope import Record
from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat, UserId
from domain.kernel.lifecycle import GameBranched
from domain.kernel.log import read
from domain.kernel.replay import fold
from tests.kit.logged_match import LoggedMatch

BRANCHER = UserId("dreamer")


class WhatIf(LoggedMatch):
    """A branch of a log, as the server opens it: the truth, or dealt anew for the player's seat.

    `told` lets the server lie: its log holds that start in place of the true one.
    """

    def __init__(  # noqa: PLR0913 - each has its test
        self,
        game: AnyGame,
        log: Sequence[Record],
        at: int,
        *,
        seat: int = 0,
        dealt: bool = False,
        seed: int = 0,
        told: Callable[[GameBranched], GameBranched] = lambda start: start,
    ) -> None:
        self.start_log(game, hashlib.sha256(f"what if {seed}".encode()).digest())
        self.place = place_at(log[at - 1 :])
        self.then = fold(game, b"", read(self.codec, log[: self.place.version]))
        self.start = told(start_from(self.then, self.place, self.secret, Seat(seat) if dealt else None))
        seating = Seating(BRANCHER, Seat(seat), "random")
        self.open(open_branch(game, self.secret, seating, terms_of(self.then), self.start))
