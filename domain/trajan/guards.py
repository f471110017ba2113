"""Questions that every command asks first: does this seat owe such a choice now?"""

from domain.kernel.errors import IllegalMove, NotYourTurn
from domain.kernel.ids import Seat
from domain.trajan.events.turn import ActionTaken
from domain.trajan.state import Mat, Owed, TrajanRecorder, TrajanState


def must_owe(state: TrajanState, seat: Seat, *kinds: str) -> Owed:
    """The choice on top of the stack, if it belongs to the seat and is of one of these kinds."""
    owed = state.public.owed
    if not owed or owed[-1].seat != seat:
        raise NotYourTurn(seat)
    if owed[-1].kind not in kinds:
        raise IllegalMove("not_offered")
    return owed[-1]


def must_perform(state: TrajanState, seat: Seat, action: str) -> Mat:
    """The mat of a seat that may perform this action now."""
    if must_owe(state, seat, "action", "repetition").what != action:
        raise IllegalMove("other_action", rule="§4.4")
    return state.public.mats[seat]


def begin_action(recorder: TrajanRecorder, seat: Seat, action: str) -> None:
    """The last guard is passed: the action is performed. One extra-action tile a turn may repeat it (§6.1)."""
    owed = () if recorder.state.public.extra_used else (Owed(seat, "repeat", action),)
    recorder.emit(ActionTaken(seat=seat, action=action, owed=owed))
