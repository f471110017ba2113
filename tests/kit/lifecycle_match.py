"""A table of Taberna that people join and leave, with the log that a server would have stored."""

import hashlib
from collections.abc import Callable

from domain.kernel import lobby
from domain.kernel.ids import GameId, Seat, UserId
from domain.kernel.match import Batch
from tests.kit.logged_match import LoggedMatch
from tests.kit.taberna import GAME

HOST, ANNA, BRUNO, CLARA = (UserId(name) for name in ("livia", "anna", "bruno", "clara"))
TITLE = "Friday table"
CODE, OTHER_CODE = "a code", "another code"
FAR_FUTURE = 2**42


class LifecycleMatch(LoggedMatch):
    """A table that has only been opened; Bruno is invited to it."""

    def __init__(self, players: int = 3, *, private: bool = False) -> None:
        self.start_log(GAME, hashlib.sha256(b"gathering").digest())
        self.open(lobby.create(GAME, self.secret, HOST, lobby.Terms(players, {}, TITLE, private, (BRUNO,))))

    def do(self, user: UserId, what: Callable[..., object], *args: object, **more: object) -> None:
        """Let a user change the table."""
        batch = Batch(self.match, user)
        what(batch, user, *args, **more)
        self.keep(batch)


def whole_lifecycle() -> LifecycleMatch:
    """Everything that people may do at a table, from an invitation to a rematch."""
    table = LifecycleMatch(4, private=True)
    table.do(HOST, lobby.set_terms, {"rounds": 1}, "Saturday table")
    table.do(HOST, lobby.choose_caretaker, "random")
    table.do(HOST, lobby.invite_person, CLARA)
    table.do(HOST, lobby.invite, lobby.invitation_digest(CODE))
    table.do(HOST, lobby.invite, lobby.invitation_digest(OTHER_CODE), FAR_FUTURE)
    table.do(HOST, lobby.withdraw_invitation, lobby.invitation_digest(OTHER_CODE))
    table.do(ANNA, lobby.join, None, CODE)
    table.do(BRUNO, lobby.join, "three ravens")
    table.do(ANNA, lobby.give_nonce, "a fox")
    table.do(HOST, lobby.leave, Seat(0))
    table.do(HOST, lobby.join, None, CODE)
    table.do(ANNA, lobby.add_bot, "random")
    table.do(ANNA, lobby.vote, "abandon", agree=True)
    table.do(ANNA, lobby.vote, "abandon", agree=False)
    table.do(BRUNO, lobby.resign)
    for _ in table.steps(3):
        pass
    table.do(HOST, lobby.offer_rematch, GameId("0f"))
    return table
