"""The seat of whoever asks: checked at each press, whatever the button says."""

from domain.kernel.ids import Seat, UserId
from services.chat.asked import AnswerOtherwiseError, Asked
from services.commands.folding import MatchAt


class NoSeatError(AnswerOtherwiseError):
    """Whoever asks does not play at this table: watches it, or has given up the seat."""


class OthersMenuError(AnswerOtherwiseError):
    """The message was made for another seat than that of whoever pressed."""


def own_seat(asked: Asked, newest: MatchAt) -> tuple[UserId, Seat]:
    """The user and the seat that the user decides for."""
    user, table = asked.principal.user_id, newest.match.table
    seat = table.seat_of(user)
    if seat is None or not table.chairs[seat].human:
        raise NoSeatError
    if asked.reference.seat not in {None, seat}:
        raise OthersMenuError
    return user, seat
