"""Who owes which choice: the guards that every command passes first."""

from domain.forum_trajanum.state import ForumTrajanumState, Owed, Turn
from domain.kernel.errors import IllegalMove, NotYourTurn
from domain.kernel.ids import Seat


def must_choose(state: ForumTrajanumState, seat: Seat, stage: str) -> None:
    """The seat owes a secret choice of this stage."""
    public = state.public
    if public.stage != stage or public.step is not None or not public.waiting[seat]:
        raise NotYourTurn(seat)


def must_owe(state: ForumTrajanumState, seat: Seat, *kinds: str) -> Owed:
    """The choice on top of the active player's stack is his, and of one of these kinds."""
    turn = turn_of(state, seat)
    if turn.owed[-1].kind not in kinds:
        raise IllegalMove("not_offered")
    return turn.owed[-1]


def turn_of(state: ForumTrajanumState, seat: Seat) -> Turn:
    """The turn that is this seat's."""
    turn = state.public.turn
    if turn is None or turn.seat != seat:
        raise NotYourTurn(seat)
    return turn
