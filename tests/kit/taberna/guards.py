"""Questions that every command asks first: does this seat owe such a choice now?"""

from domain.kernel.errors import IllegalMove, NotYourTurn
from domain.kernel.ids import Seat
from tests.kit.taberna.state import TabernaState


def must_owe(state: TabernaState, seat: Seat, kind: str) -> None:
    """The choice on top of the stack belongs to the seat and is of this kind."""
    owed = state.public.owed
    if state.public.step is not None or not owed or owed[-1].seat != seat:
        raise NotYourTurn(seat)
    if owed[-1].kind != kind:
        raise IllegalMove("not_offered")
