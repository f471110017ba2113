"""Questions that every command asks first: does this seat owe such a choice now?"""

from domain.forum_trajanum.state import Duty, ForumTrajanumState, Owed, Turn
from domain.kernel.errors import IllegalMove, NotYourTurn
from domain.kernel.ids import Seat


def must_choose(state: ForumTrajanumState, seat: Seat, stage: str) -> None:
    """The seat owes a secret choice of this stage."""
    public = state.public
    if public.stage != stage or public.step is not None or not public.waiting[seat]:
        raise NotYourTurn(seat)


def due(state: ForumTrajanumState, seat: Seat) -> Owed:
    """The choice on top of the stack in this seat's turn."""
    return turn_of(state, seat).owed[-1]


def must_owe(state: ForumTrajanumState, seat: Seat, *kinds: Duty) -> Owed:
    """The choice on top of the stack, if it belongs to this seat and is of one of these kinds."""
    owed = due(state, seat)
    if owed.kind not in kinds:
        raise IllegalMove("not_offered")
    return owed


def turn_of(state: ForumTrajanumState, seat: Seat) -> Turn:
    """The turn that is this seat's."""
    turn = state.public.turn
    if turn is None or turn.seat != seat:
        raise NotYourTurn(seat)
    return turn
