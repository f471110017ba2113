"""A logged match with a clock: time stands still until a test lets it pass."""

import hashlib
from collections.abc import Callable

import pytest

from domain.kernel import lobby, overtime
from domain.kernel.clock import Clock, Millis, moment, written
from domain.kernel.draft import confirm
from domain.kernel.envelope import Record, Stamp, write
from domain.kernel.errors import NotAllowed
from domain.kernel.game import Command, Event
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.log import read
from domain.kernel.match import SYSTEM, Batch
from domain.kernel.replay import fold
from domain.kernel.timekeeping import deadline
from domain.kernel.undo import take_back
from tests.kit.logged_match import LoggedMatch, state_bytes
from tests.kit.taberna import GAME
from tests.kit.taberna import commands as cmd

HOUR: Millis = 3_600_000
DAY: Millis = 24 * HOUR
BEGIN = moment("2026-03-27T12:00Z")
"""Two days before Europe's clocks are put forward."""


class TimedMatch(LoggedMatch):
    """A game of Taberna whose table has a clock."""

    def __init__(self, clock: Clock | None, players: int = 2, *, private: bool = False) -> None:
        self.start_log(GAME, hashlib.sha256(b"timed").digest())
        self.now = BEGIN
        terms = lobby.Terms(players, {"rounds": 1}, private=private, clock=clock)
        self.open(lobby.create(GAME, self.secret, user(0), terms))
        for number in range(1, players):
            code = None if not private else self._invited()
            self.do(number, lobby.join, f"nonce-{number}", code)

    def _invited(self) -> str:
        self.do(0, lobby.invite, lobby.invitation_digest("code"))
        return "code"

    def keep(self, batch: Batch) -> list[Record]:
        """Append a batch as the server does, at the time that it is now."""
        at = self.now if batch.at is None else batch.at
        batch.settle(at)
        version = Version(len(self.records))
        stamp = Stamp(GameId("g"), written(at), f"c{version}", self.secret)
        records, self.head = write(stamp, version, self.head, batch.entries)
        self.records += records
        return records

    def do(self, number: int, what: Callable[..., object], *args: object, **more: object) -> None:
        """Let a player change the table."""
        batch = Batch(self.match, user(number))
        what(batch, user(number), *args, **more)
        self.keep(batch)

    def undo(self, seat: Seat, to_version: Version | None = None) -> None:
        """Take back as the server does: fold what then counts, and only then turn the clocks."""
        log = read(self.codec, self.records)
        event = take_back(log, seat, to_version)
        batch = Batch(fold(self.game, self.secret, log, event), seat)
        batch.emit(event)
        self.keep(batch)
        self.match = batch.match

    def run_out(self) -> None:
        """The server notes whose time is over."""
        batch = Batch(self.match, SYSTEM)
        overtime.run_out(batch, self.now)
        self.keep(batch)

    def caretaker(self, seat: Seat, *commands: Command) -> None:
        """The caretaker plays for a seat."""
        self.keep(confirm(self.match, seat, commands, caretaker=self.match.table.caretaker))

    def left(self, seat: int) -> Millis | None:
        """How long a seat may still think if nothing else happens; `None` if its clock stands still."""
        table = self.match.table
        due = None if table.clock is None else deadline(table.clock, table.clocks, Seat(seat))
        return None if due is None else due - self.now


def user(number: int) -> UserId:
    """The user who plays under that number."""
    return UserId(f"user-{number}")


TURN = Clock(turn_seconds=24 * 3600)
BANK = Clock(turn_seconds=0, bank_seconds=24 * 3600, increment_seconds=3600)
GIFT, SELL = cmd.RunErrand(what="gift"), cmd.RunErrand(what="sell")


def lay(table: TimedMatch, *seats: int) -> None:
    """Seats lay the first card of their hands."""
    for seat in seats:
        table.play(Seat(seat), cmd.LayCard(card=table.match.state.hands[seat][0]))


def at_errands(clock: Clock, players: int = 2) -> tuple[TimedMatch, Seat, Seat]:
    """The cards are revealed: the table, the seat whose turn it is, and its neighbour."""
    table = TimedMatch(clock, players)
    lay(table, *range(players))
    turn = table.match.state.public.turn
    return table, turn, Seat((turn + 1) % players)


def forbidden(table: TimedMatch, what: Callable[..., object], *args: object, **more: object) -> str:
    """The reason why something is not allowed; nothing happened."""
    before = state_bytes(table.match)
    with pytest.raises(NotAllowed) as refusal:
        what(*args, **more)
    assert state_bytes(table.match) == before
    return refusal.value.reason


def newest(table: TimedMatch, count: int) -> list[type[Event]]:
    """The types of the newest events."""
    return [type(entry.event) for entry in read(table.codec, table.records[-count:])]
