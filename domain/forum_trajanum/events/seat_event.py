"""What most events of Forum Trajanum have in common."""

from domain.kernel.game import Event
from domain.kernel.ids import Seat


class SeatEvent(Event, frozen=True):
    """What happened to one seat."""

    seat: Seat
