"""The seat of the caller: checked at each press, whatever the button says."""

from domain.kernel.ids import Seat
from services.chat.call import ChatCall, NoSeatError, OthersMenuError
from services.queries.tables import visible_table
from services.tables.folding import MatchAt


def own_seat(call: ChatCall, newest: MatchAt) -> Seat:
    """The seat that the caller decides for."""
    table = newest.match.table
    seat = table.seat_of(call.principal.user_id)
    if seat is None or not table.chairs[seat].human:
        raise NoSeatError
    if call.reference.seat not in {None, seat}:
        raise OthersMenuError
    return seat


async def require_seat(call: ChatCall) -> None:
    """Refuse whoever does not play, before something is opened that only players can use."""
    async with visible_table(call.acts.tables, call.game, call.user) as newest:
        own_seat(call, newest)
