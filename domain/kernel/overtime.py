"""What people and the server do about the clocks of a running game. Each function guards, then emits into its batch."""

from domain.kernel import lifecycle as life
from domain.kernel.clock import DAY, SECOND, Clock, Millis
from domain.kernel.errors import NotAllowed, NotYourSeat
from domain.kernel.ids import Seat, UserId
from domain.kernel.lobby import carry_agreed, name_heir
from domain.kernel.match import Batch
from domain.kernel.timekeeping import deadline, outcome, vacation_left


def extend(batch: Batch, user: UserId, seat: Seat) -> None:
    """An opponent gives the player of a seat more time for this turn, as often as the table's clock allows."""
    by, clock = _player(batch, user)
    run = batch.match.table.clocks.run_of(seat)
    if run is None:
        raise NotAllowed("not_on_the_clock", seat=seat)
    if by == seat:
        raise NotAllowed("own_extension")
    if run.extensions >= clock.most_extensions:
        raise NotAllowed("no_more_extensions", most=clock.most_extensions)
    batch.emit(life.TimeGranted(seat=seat, by=by, millis=clock.extension_seconds * SECOND))


def announce_absence(batch: Batch, user: UserId, start: Millis, end: Millis, *, by_account: bool = False) -> None:
    """A player will be away, in place of what was announced before; an empty span says that the player is back.

    What was announced counts against the vacation in full, even if the player comes back sooner. Days of the account's
    own do not count here; a table that gives no vacation at all knows none of these either.
    """
    seat, clock = _player(batch, user)
    held = vacation_left(clock, batch.match.table.clocks, seat)
    left = held if by_account else held - (end - start)
    if end < start:
        raise NotAllowed("back_before_away")
    if by_account and end > start and not clock.vacation_days:
        raise NotAllowed("no_vacation")
    if left < 0:
        raise NotAllowed("too_long_away", most=clock.vacation_days, left=held // DAY)
    batch.emit(life.AbsenceAnnounced(seat=seat, start=start, end=end, left=left, by_account=by_account))


def run_out(batch: Batch, at: Millis) -> None:
    """Note every seat whose time is over at that moment, and do what the table agreed for it."""
    table = batch.match.table
    if table.clock is None or table.phase != "active":
        raise NotAllowed("not_due")
    dues = {run.seat: deadline(table.clock, table.clocks, run.seat) for run in table.clocks.running}
    late = {seat: due for seat, due in dues.items() if due is not None and due <= at}
    if not late:
        raise NotAllowed("not_due")
    batch.at = at
    for seat, due in late.items():
        then = outcome(table.clock, table.clocks, seat, due)
        batch.emit(life.TimeRanOut(at=at, seat=seat, then=then))
        if then == "replace":
            _open(batch, seat)
    if table.humans():
        carry_agreed(batch)


def _open(batch: Batch, seat: Seat) -> None:
    """End a player's tenure; a host's duties go to somebody who is still here."""
    table = batch.match.table
    was_host = table.chairs[seat].user == table.host
    batch.emit(life.SeatOpened(seat=seat))
    if was_host:
        name_heir(batch)


def _player(batch: Batch, user: UserId) -> tuple[Seat, Clock]:
    """The seat that a user plays at a table with a clock."""
    table = batch.match.table
    seat = table.seat_of(user)
    if seat is None:
        raise NotYourSeat
    if table.phase != "active" or not table.chairs[seat].human:
        raise NotAllowed("not_playing")
    if table.clock is None:
        raise NotAllowed("no_clock")
    return seat, table.clock
