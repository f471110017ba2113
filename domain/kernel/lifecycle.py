"""The events of a table's life, the same for every game: from the lobby to the end."""

from typing import Any

import msgspec

from domain.kernel.clock import Clock, Millis
from domain.kernel.game import Event, Result
from domain.kernel.ids import GameId, Seat, UserId
from domain.kernel.timekeeping import Outcome, Run
from domain.kernel.visibility import nobody


class GameCreated(Event, frozen=True):
    """A table was opened; `commitment` promises the server's secret before any nonce is known."""

    game: str
    rules_version: int
    data_hash: str
    players: int
    options: dict[str, Any]
    title: str
    private: bool
    host: UserId
    invited: tuple[UserId, ...]
    commitment: str
    rematch_of: GameId | None = None


class TermsSet(Event, frozen=True):
    """The host agreed other terms in the lobby."""

    options: dict[str, Any]
    title: str


class ClockSet(Event, frozen=True):
    """The host chose the table's clock, or none."""

    clock: Clock | None


class InvitationIssued(Event, frozen=True):
    """The host made an invitation link; only the digest of its code is recorded."""

    digest: str


class SeatTaken(Event, frozen=True):
    """A chair was taken by a user or given to a bot."""

    seat: Seat
    user: UserId | None = None
    bot: str | None = None


class SeatLeft(Event, frozen=True):
    """A chair became free again in the lobby."""

    seat: Seat


class HostNamed(Event, frozen=True):
    """The table has another host, since the former one left."""

    user: UserId


class NonceGiven(Event, frozen=True):
    """A seat added its part to the randomness, after the server had committed to its own."""

    seat: Seat
    nonce: str


class GameStarted(Event, frozen=True):
    """Play begins with the chairs that are taken; the first seat was drawn."""

    PASSES = True

    players: int
    first_seat: Seat


class GameBranched(Event, frozen=True):
    """Play goes on from a version of another game, at which its chain had the hash `head`.

    `state` is the position as JSON: the true one, or one that was dealt anew from what the player's seat knew. Its
    scores are left out; they follow as points, so that the ledger of a branch adds up by itself.
    """

    SEALED = {"state": nobody}
    PASSES = True

    origin: GameId
    version: int
    head: str
    first_seat: Seat
    dealt_anew: bool
    scores: tuple[int, ...]
    state: msgspec.Raw


class LotsDrawn(Event, frozen=True):
    """Chance was asked: `purpose` was drawn for the `count`-th time. Its outcome is in the events that follow."""

    REVEALS = True

    purpose: str
    count: int


class ChoicesUndone(Event, frozen=True):
    """A seat took back its newest choices: the events of these spans of versions no longer count."""

    seat: Seat
    spans: tuple[tuple[int, int], ...]


class SeatResigned(Event, frozen=True):
    """A player gave up; from now on a bot plays the seat."""

    PASSES = True

    seat: Seat
    bot: str


class VoteCast(Event, frozen=True):
    """A seat voted for a motion of the table, or took its vote back."""

    seat: Seat
    motion: str
    agree: bool


class GameAbandoned(Event, frozen=True):
    """The table agreed to stop; there is no result."""

    PASSES = True
    CLOSES_ROUND = True


class GameFinished(Event, frozen=True):
    """The game came to its end."""

    PASSES = True
    CLOSES_ROUND = True

    result: Result


class SecretRevealed(Event, frozen=True):
    """The server's secret, as hexadecimal text: from now on anyone can recompute every draw."""

    REVEALS = True

    secret: str


class RematchOffered(Event, frozen=True):
    """The same people may play again at another table."""

    game: GameId


class RulesAdopted(Event, frozen=True):
    """A running game goes on under a newer version of the rules or the data."""

    PASSES = True

    rules_version: int
    data_hash: str


class ClocksTurned(Event, frozen=True):
    """Other players than before are on the clock, or with other time: `running` clocks run from `at` on."""

    at: Millis
    running: tuple[Run, ...]
    resting: tuple[Run, ...]
    banks: tuple[Millis, ...]


class ClocksPaused(Event, frozen=True):
    """The table agreed to stop its clocks; who wants to may play on."""


class ClocksResumed(Event, frozen=True):
    """The clocks run again."""


class TimeGranted(Event, frozen=True):
    """An opponent gave a seat more time for its turn."""

    seat: Seat
    by: Seat
    millis: Millis


class AbsenceAnnounced(Event, frozen=True):
    """A player will be away, or (an empty span) is no longer; `left` is the vacation that remains."""

    seat: Seat
    start: Millis
    end: Millis
    left: Millis


class TimeRanOut(Event, frozen=True):
    """A seat took longer than it may, and that was noted at `at`; `then` is what the table agreed for it."""

    at: Millis
    seat: Seat
    then: Outcome


class CaretakerPlayed(Event, frozen=True):
    """What follows in this batch was chosen by a bot, in place of a player whose time ran out."""

    seat: Seat
    bot: str


class SeatOpened(Event, frozen=True):
    """A player's tenure is over; somebody else may take the seat."""

    PASSES = True

    seat: Seat


EVENTS: tuple[type[Event], ...] = (
    GameCreated,
    TermsSet,
    ClockSet,
    InvitationIssued,
    SeatTaken,
    SeatLeft,
    HostNamed,
    NonceGiven,
    GameStarted,
    GameBranched,
    LotsDrawn,
    ChoicesUndone,
    SeatResigned,
    VoteCast,
    GameAbandoned,
    GameFinished,
    SecretRevealed,
    RematchOffered,
    RulesAdopted,
    ClocksTurned,
    ClocksPaused,
    ClocksResumed,
    TimeGranted,
    AbsenceAnnounced,
    TimeRanOut,
    CaretakerPlayed,
    SeatOpened,
)
