"""The fold works out nothing: whatever an event says is owed, is owed."""

import pytest

from domain.kernel.game import Event
from domain.trajan import GAME
from domain.trajan.events import turn as ev
from domain.trajan.state import Owed
from tests.domain.trajan.positions import A, B, at_turn

BELOW = Owed(A, "action", "senate")
SAID = (Owed(B, "discard"), Owed(A, "bonus_tile"))


@pytest.mark.parametrize(
    "event",
    [
        ev.MarkersTaken(seat=A, bowl="I", colours=("blue", "yellow"), owed=SAID),
        ev.BowlActivated(seat=A, bowl="II", action="forum", owed=SAID),
        ev.ActionTaken(seat=A, action="forum", owed=SAID),
        ev.ExtraTileUsed(seat=A, tile="extra_forum", action="forum", twice=True, owed=SAID),
    ],
    ids=lambda event: type(event).__name__,
)
def test_the_answered_choice_gives_way_to_what_the_event_says(event: Event) -> None:
    state = at_turn()
    state.public.mats[A].tiles.append("extra_forum")
    state.public.owed = [BELOW, Owed(A, "bowl")]
    GAME.evolve(state, event)
    assert state.public.owed == [BELOW, *SAID]


def test_a_turn_begins_with_what_the_event_says_and_nothing_else() -> None:
    state = at_turn()
    state.public.owed = [BELOW]
    GAME.evolve(state, ev.TurnBegan(seat=B, owed=SAID))
    assert state.public.owed == [*SAID]
