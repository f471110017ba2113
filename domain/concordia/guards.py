"""Questions that every command asks first: is this seat at such an action now, or does it owe another answer?"""

from domain.concordia.state import ConcordiaState, Overflow, Public
from domain.kernel.errors import IllegalMove, NotYourTurn
from domain.kernel.ids import Seat


def owed_by(public: Public, seat: Seat) -> Overflow | None:
    """The goods that this player still has to choose from."""
    for owed in public.overflows:
        if owed.seat == seat:
            return owed
    return None


def must_be_at(state: ConcordiaState, seat: Seat, *actions: str) -> str:
    """The action that this player is at, or a refusal if it is none of these."""
    public = state.public
    if owed_by(public, seat) is not None:
        raise IllegalMove("overflow_first", rule="§5.4")
    if public.action is None or public.active != seat:
        raise NotYourTurn(seat)
    if public.action not in actions:
        raise IllegalMove("not_offered")
    return public.action
