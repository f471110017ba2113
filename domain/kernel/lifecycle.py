"""The events of a table's life, the same for every game: from the lobby to the end.

What such an event means for undo, clocks, audit, anonymous copies and notices is declared on the event itself. A new
one also takes its line in the fold of the table and in `tests/domain/kernel/test_lifecycle.py`, which asks for every
concern what the event means.
"""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from domain.kernel import pseudonyms
from domain.kernel.clock import Clock, Millis
from domain.kernel.game import Result
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.lifecycle_event import LifecycleEvent
from domain.kernel.timekeeping import Outcome, Run
from domain.kernel.visibility import nobody


class GameCreated(LifecycleEvent, frozen=True):
    """A table was opened; `commitment` promises the server's secret before any nonce is known."""

    ASKED_BY = "user"
    NAMES_DATA = True
    NOTICE = "invitation"
    IDENTIFYING = {
        "title": pseudonyms.title,
        "private": pseudonyms.public,
        "host": pseudonyms.user,
        "invited": pseudonyms.users,
        "rematch_of": pseudonyms.nothing,
    }

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

    def people(self) -> Collection[UserId]:
        """The host and everyone who was invited."""
        return self.host, *self.invited


class TermsSet(LifecycleEvent, frozen=True):
    """The host agreed other terms in the lobby."""

    ASKED_BY = "user"
    IDENTIFYING = {"title": pseudonyms.title}

    options: dict[str, Any]
    title: str


class ClockSet(LifecycleEvent, frozen=True):
    """The host chose the table's clock, or none."""

    ASKED_BY = "user"

    clock: Clock | None


class InvitationIssued(LifecycleEvent, frozen=True, omit_defaults=True):
    """The host made an invitation link, good until a moment; only the digest of its code is recorded."""

    ASKED_BY = "user"
    IDENTIFYING = {"digest": pseudonyms.no_hash, "expires_at": pseudonyms.nothing}

    digest: str
    expires_at: Millis | None = None
    """Earlier releases made links that are good for ever, and wrote nothing here."""


class InvitationWithdrawn(LifecycleEvent, frozen=True):
    """The host took an invitation link back; whoever sat down with it stays."""

    ASKED_BY = "user"
    IDENTIFYING = {"digest": pseudonyms.no_hash}

    digest: str


class PersonInvited(LifecycleEvent, frozen=True):
    """The host invited somebody by name, who may see the table and sit down."""

    ASKED_BY = "user"
    NOTICE = "invitation"
    IDENTIFYING = {"user": pseudonyms.user}

    user: UserId

    def people(self) -> Collection[UserId]:
        """Whoever was invited."""
        return (self.user,)


class CaretakerChosen(LifecycleEvent, frozen=True):
    """The host chose the bot that plays for whoever resigns or runs out of time."""

    ASKED_BY = "user"

    bot: str


class SeatTaken(LifecycleEvent, frozen=True):
    """A chair was taken by a user or given to a bot."""

    ASKED_BY = "user"
    IDENTIFYING = {"user": pseudonyms.user}

    seat: Seat
    user: UserId | None = None
    bot: str | None = None

    def people(self) -> Collection[UserId]:
        """The user, if it is not a bot."""
        return () if self.user is None else (self.user,)


class SeatLeft(LifecycleEvent, frozen=True):
    """A chair became free again in the lobby."""

    ASKED_BY = "user"

    seat: Seat


class HostNamed(LifecycleEvent, frozen=True):
    """The table has another host, since the former one left or the others wanted another one."""

    IDENTIFYING = {"user": pseudonyms.user}

    user: UserId


class NonceGiven(LifecycleEvent, frozen=True):
    """A seat added its part to the randomness, after the server had committed to its own."""

    ASKED_BY = "user"

    seat: Seat
    nonce: str


class GameStarted(LifecycleEvent, frozen=True):
    """Play begins with the chairs that are taken; the first seat was drawn."""

    BELONGS_TO = "table"
    PASSES = True
    NOTICE = "started"

    players: int
    first_seat: Seat


class GameBranched(LifecycleEvent, frozen=True):
    """Play goes on from a version of another game, at which its chain had the hash `head`.

    `state` is the position as JSON: the true one, or one that was dealt anew from what the player's seat knew. Its
    scores are left out; they follow as points, so that the ledger of a branch adds up by itself.
    """

    BELONGS_TO = "table"
    SEALED = {"state": nobody}
    PASSES = True
    IDENTIFYING = {"origin": pseudonyms.other_id, "head": pseudonyms.no_hash}

    origin: GameId
    version: int
    head: str
    first_seat: Seat
    dealt_anew: bool
    scores: tuple[int, ...]
    state: msgspec.Raw


class LotsDrawn(LifecycleEvent, frozen=True):
    """Chance was asked: `purpose` was drawn for the `count`-th time. Its outcome is in the events that follow."""

    REVEALS = True

    purpose: str
    count: int


class ChoicesUndone(LifecycleEvent, frozen=True):
    """A seat took back its newest choices: the events of these spans of versions no longer count."""

    ASKED_BY = "seat"

    seat: Seat
    spans: tuple[tuple[int, int], ...]


class SeatResigned(LifecycleEvent, frozen=True):
    """A player gave up; from now on a bot plays the seat."""

    PASSES = True
    ASKED_BY = "user"

    seat: Seat
    bot: str


class VoteCast(LifecycleEvent, frozen=True):
    """A seat voted for a motion of the table, or took its vote back."""

    ASKED_BY = "user"
    SURVIVES_UNDO = True
    NOTICE = "vote"

    seat: Seat
    motion: str
    agree: bool


class GameAbandoned(LifecycleEvent, frozen=True, omit_defaults=True):
    """The table agreed to stop, or never began; there is no result."""

    BELONGS_TO = "table"
    PASSES = True
    CLOSES_ROUND = True
    ASKED_BY = "system"
    NOTICE = "over"

    quiet_days: int = 0
    """How many days nothing happened in the lobby before the server closed it; 0 if its people ended it."""


class GameFinished(LifecycleEvent, frozen=True):
    """The game came to its end."""

    PASSES = True
    CLOSES_ROUND = True
    NOTICE = "over"

    result: Result


class SecretRevealed(LifecycleEvent, frozen=True):
    """The server's secret, as hexadecimal text: from now on anyone can recompute every draw."""

    REVEALS = True

    secret: str


class RematchOffered(LifecycleEvent, frozen=True):
    """The same people may play again at another table."""

    ASKED_BY = "user"
    IDENTIFYING = {"game": pseudonyms.other_id}

    game: GameId


class RulesAdopted(LifecycleEvent, frozen=True):
    """A running game goes on under a newer version of the rules or the data."""

    BELONGS_TO = "table"
    PASSES = True
    NAMES_DATA = True

    rules_version: int
    data_hash: str


class ClocksTurned(LifecycleEvent, frozen=True):
    """Other players than before are on the clock, or with other time: `running` clocks run from `at` on."""

    SURVIVES_UNDO = True
    IDENTIFYING = {"at": pseudonyms.moment, "running": pseudonyms.runs, "resting": pseudonyms.runs}

    at: Millis
    running: tuple[Run, ...]
    resting: tuple[Run, ...]
    banks: tuple[Millis, ...]


class ClocksPaused(LifecycleEvent, frozen=True):
    """The table agreed to stop its clocks; players may play on all the same."""

    BELONGS_TO = "table"
    SURVIVES_UNDO = True
    TURNS_CLOCKS = True


class ClocksResumed(LifecycleEvent, frozen=True):
    """The clocks run again."""

    BELONGS_TO = "table"
    SURVIVES_UNDO = True
    TURNS_CLOCKS = True


class TimeGranted(LifecycleEvent, frozen=True):
    """An opponent gave a seat more time for its turn."""

    ASKED_BY = "user"
    SURVIVES_UNDO = True
    TURNS_CLOCKS = True

    seat: Seat
    by: Seat
    millis: Millis


class AbsenceAnnounced(LifecycleEvent, frozen=True, omit_defaults=True):
    """A player will be away, or (an empty span) is no longer; `left` is the vacation that remains at this table.

    `by_account`: the days are the account's own, and not those that the table gives.
    """

    ASKED_BY = "user"
    SURVIVES_UNDO = True
    TURNS_CLOCKS = True
    IDENTIFYING = {"start": pseudonyms.moment, "end": pseudonyms.moment}

    seat: Seat
    start: Millis
    end: Millis
    left: Millis
    by_account: bool = False


class TimeRanOut(LifecycleEvent, frozen=True):
    """A seat took longer than it may, and that was noted at `at`; `then` is what the table agreed for it."""

    ASKED_BY = "system"
    SURVIVES_UNDO = True
    TURNS_CLOCKS = True
    NOTICE = "clock"
    IDENTIFYING = {"at": pseudonyms.moment}

    at: Millis
    seat: Seat
    then: Outcome


class CaretakerPlayed(LifecycleEvent, frozen=True):
    """What follows in this batch was chosen by a bot, in place of a player whose time ran out."""

    ASKED_BY = "system"

    seat: Seat
    bot: str


class PlanPlayed(LifecycleEvent, frozen=True):
    """What follows in this batch was planned by its player when the game stood at version `made_at`."""

    ASKED_BY = "seat"

    seat: Seat
    made_at: Version


class SeatOpened(LifecycleEvent, frozen=True):
    """A player's tenure is over; somebody else may take the seat."""

    PASSES = True
    NOTICE = "seat"

    seat: Seat


class SeatClosed(LifecycleEvent, frozen=True):
    """The host closed a seat that was open: a bot plays it to the end, and it cannot win."""

    PASSES = True
    ASKED_BY = "user"

    seat: Seat
    bot: str


EVENTS: tuple[type[LifecycleEvent], ...] = tuple(LifecycleEvent.__subclasses__())
KINDS: Mapping[str, type[LifecycleEvent]] = {kind.__name__: kind for kind in EVENTS}
BRINGING_PEOPLE = frozenset(kind for kind in EVENTS if kind.people is not LifecycleEvent.people)
"""The kinds that may bring somebody to the table; asking every event is dear."""
