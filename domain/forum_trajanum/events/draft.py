"""Rounds and the draft."""

from domain.forum_trajanum.events.seat_event import SeatEvent
from domain.kernel.game import Event
from domain.kernel.ids import Seat
from domain.kernel.visibility import owner


def giver_and_receiver(event: "DraftRevealed") -> tuple[Seat, ...]:
    return (event.seat, event.to)


class RoundDue(SeatEvent, frozen=True):
    """The start player is to begin a round."""

    BELONGS_TO = "table"
    PASSES = True


class PhaseBegan(Event, frozen=True):
    BELONGS_TO = "table"
    PASSES = True

    number: int
    fragment: int


class StreetCardsRevealed(Event, frozen=True):
    BELONGS_TO = "table"
    REVEALS = True

    round: int
    cards: tuple[str, ...]


class DraftTileTaken(SeatEvent, frozen=True):
    """A take, or going without one: from outside both look alike."""

    SEALED = {"street": owner, "cell": owner, "tile": owner, "tribune": owner}
    REVEALS = True

    street: str
    cell: str
    tile: str
    tribune: bool


class DraftTileKept(SeatEvent, frozen=True):
    SEALED = {"tile": owner}

    tile: str | None


class DraftRevealed(SeatEvent, frozen=True):
    """Which cells a seat has emptied and what it paid; of the tiles it kept one and passed the other one on."""

    BELONGS_TO = "table"
    SEALED = {"kept": owner, "passed": giver_and_receiver}
    REVEALS = True

    cells: tuple[str, ...]
    tribunes: int
    kept: str | None
    passed: str | None
    to: Seat
    cranes: tuple[str, ...] = ()
    """The colours of the cranes that are open now."""
