"""Writes the recorded games of Trajan anew.

    python -m tests.domain.trajan.record

A change of rules or events needs it; the score tables then show in a diff what became of the games.
"""

from typing import NamedTuple

from domain.trajan import GAME
from tests.domain.trajan.choosers import eager, hoarder, trader
from tests.kit.logged_match import Chooser, LoggedMatch
from tests.kit.recordings import save


class Session(NamedTuple):
    players: int
    seed: int
    choose: Chooser


SESSIONS = {
    "two-laps-in-one-turn": Session(2, 0, hoarder(0)),
    "draw-pile-made-new": Session(3, 6, trader(6)),
    "extra-action-with-plus-two": Session(4, 23, eager(23)),
}


def main() -> None:
    for name, session in SESSIONS.items():
        logged = LoggedMatch(GAME, session.players, session.seed)
        for _ in logged.steps(session.seed, session.choose):
            pass
        save(logged, name)


if __name__ == "__main__":
    main()
