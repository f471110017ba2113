"""The end of a phase: payment and scoring."""

from domain.forum_trajanum.events.seat_event import SeatEvent
from domain.kernel.game import Event
from domain.kernel.visibility import owner


class PaymentChosen(SeatEvent, frozen=True):
    SEALED = {"rows": owner}

    rows: tuple[int, ...]


class CitizensPaid(SeatEvent, frozen=True):
    """The citizens of these rows are active now, all others are not."""

    BELONGS_TO = "table"
    REVEALS = True

    rows: tuple[int, ...]
    coins: int
    inactive: tuple[int, ...] = ()
    """The rows with citizens that were not paid."""


class StepDue(Event, frozen=True):
    """The system owes a scoring (no name: the game is over)."""

    BELONGS_TO = "table"
    PASSES = True

    step: str


class CraneScored(SeatEvent, frozen=True):
    cell: str
