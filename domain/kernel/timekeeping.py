"""Timekeeping: whose clock runs, until when, and how the clocks of a table are turned when something happened.

Pure functions of the table's clock and of what its events left behind. Real time is charged to whoever owed a choice
while it went by. A run that ends before the turn has passed on – a secret choice that may be withdrawn, a question to
somebody else in the middle of a turn, a choice that is taken back – rests, and goes on with what was left of it, so
that players cannot wind up their own clocks.
"""

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from domain.kernel.clock import DAY, SECOND, Clock, Hours, Millis, Span, counted, reached
from domain.kernel.ids import Seat

Outcome: TypeAlias = Literal["wait", "caretaker", "replace"]
REMIND_AT = (50, 90)
"""Per cent of a turn's time after which its player is reminded."""


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """A turn on the clock: at `since`, `left` of the `allowed` time (the bank included) was left."""

    seat: Seat
    since: Millis
    left: Millis
    allowed: Millis
    extensions: int = 0
    ran_out: Outcome | None = None


class Absence(msgspec.Struct, frozen=True, kw_only=True):
    """When a player is away, and how much vacation is left for another time."""

    seat: Seat
    start: Millis
    end: Millis
    left: Millis


class Clocks(msgspec.Struct, frozen=True, kw_only=True):
    """The clocks of a table, as its events left them."""

    running: tuple[Run, ...] = ()
    resting: tuple[Run, ...] = ()
    banks: tuple[Millis, ...] = ()
    paused: bool = False
    absences: tuple[Absence, ...] = ()

    def run_of(self, seat: Seat) -> Run | None:
        """The running clock of a seat."""
        return next((run for run in self.running if run.seat == seat), None)

    def absence_of(self, seat: Seat) -> Absence | None:
        """When the player of a seat is away, if that was announced."""
        return next((absence for absence in self.absences if absence.seat == seat), None)

    def without(self, seat: Seat) -> "Clocks":
        """The clocks when a player's tenure is over."""
        return msgspec.structs.replace(
            self,
            running=tuple(run for run in self.running if run.seat != seat),
            resting=tuple(run for run in self.resting if run.seat != seat),
            absences=tuple(absence for absence in self.absences if absence.seat != seat),
        )

    def with_run(self, changed: Run) -> "Clocks":
        """The clocks with another state of a seat's run."""
        return msgspec.structs.replace(
            self, running=tuple(changed if run.seat == changed.seat else run for run in self.running)
        )


class Moment(NamedTuple):
    """What a batch came to: when, which chairs have people, who of them owes a choice, who acted, who goes on."""

    at: Millis
    people: Sequence[bool]
    owing: Collection[Seat]
    acted: Collection[object]
    passed: bool


def deadline(clock: Clock, clocks: Clocks, seat: Seat) -> Millis | None:
    """When the time of a seat runs out; `None` if its clock stands still or has run out already."""
    run = clocks.run_of(seat)
    if run is None or clocks.paused or run.ran_out is not None:
        return None
    due = reached(_hours(clock, clocks, seat), run.since, run.left)
    absence = clocks.absence_of(seat)
    if clock.on_vacation == "caretaker" and absence is not None and absence.end > run.since:
        return min(due, max(absence.start, run.since))
    return due


def next_deadline(clock: Clock | None, clocks: Clocks) -> Millis | None:
    """The first deadline of a table."""
    if clock is None:
        return None
    dues = [deadline(clock, clocks, run.seat) for run in clocks.running]
    return min((due for due in dues if due is not None), default=None)


def reminders(clock: Clock, clocks: Clocks, seat: Seat) -> dict[int, Millis]:
    """When the player of a seat is to be reminded, by share; one that is past counts from the clocks' last turn."""
    run = clocks.run_of(seat)
    if run is None or deadline(clock, clocks, seat) is None:
        return {}
    hours = _hours(clock, clocks, seat)
    amounts = {share: run.left - run.allowed * (100 - share) // 100 for share in REMIND_AT}
    return {share: reached(hours, run.since, max(0, amount)) for share, amount in amounts.items()}


def outcome(clock: Clock, clocks: Clocks, seat: Seat, due: Millis) -> Outcome:
    """What the table agreed for a seat whose time was over at `due`, however late anybody comes to see it."""
    return "caretaker" if has_stand_in(clock, clocks, seat, due) else clock.on_timeout


def has_stand_in(clock: Clock, clocks: Clocks, seat: Seat, at: Millis) -> bool:
    """Whether the player of a seat is away at that moment and leaves the turns to a caretaker."""
    absence = clocks.absence_of(seat)
    return clock.on_vacation == "caretaker" and absence is not None and absence.start <= at < absence.end


def vacation_left(clock: Clock, clocks: Clocks, seat: Seat) -> Millis:
    """How long the player of a seat may still be away."""
    absence = clocks.absence_of(seat)
    return clock.vacation_days * DAY if absence is None else absence.left


def turned(clock: Clock, before: Clocks, now: Clocks, moment: Moment) -> Clocks:
    """The clocks after a batch: `before` it, and `now` that its own events were folded."""
    full = clock.bank_seconds * SECOND
    held = now.banks or [full for _ in moment.people]
    banks = [bank if human else full for bank, human in zip(held, moment.people, strict=True)]
    charged = [_charged(clock, before, run, moment.at) for run in now.running]
    kept = [run for run in charged if run.seat in moment.owing and not _begins_anew(run.seat, moment)]
    resting = {run.seat: run for run in (*now.resting, *charged) if run not in kept and moment.people[run.seat]}
    if moment.passed:
        for run in resting.values():
            banks[run.seat] = min(banks[run.seat], run.left) + clock.increment_seconds * SECOND
        resting = {}
    for seat in sorted(set(moment.owing) - _seats(kept)):
        rested = resting.pop(seat, None)
        kept.append(_fresh(clock, seat, banks[seat], moment.at) if rested is None else _resumed(rested, moment.at))
    return msgspec.structs.replace(now, running=tuple(kept), resting=tuple(resting.values()), banks=tuple(banks))


def must_turn(now: Clocks, after: Clocks, moment: Moment) -> bool:
    """Whether other clocks run or rest than before the batch, or the same ones for another turn."""
    return (
        any(_begins_anew(run.seat, moment) for run in now.running)
        or _seats(now.running) != _seats(after.running)
        or _seats(now.resting) != _seats(after.resting)
    )


def _seats(runs: Collection[Run]) -> set[Seat]:
    return {run.seat for run in runs}


def _begins_anew(seat: Seat, moment: Moment) -> bool:
    """Whether a seat that owed a choice and owes one now has ended its turn in between."""
    return moment.passed and seat in moment.acted


def _hours(clock: Clock, clocks: Clocks, seat: Seat) -> Hours:
    if clock.on_vacation == "caretaker":
        return Hours(clock.window)
    everyone = clock.on_vacation == "pause"
    return Hours(clock.window, [Span(a.start, a.end) for a in clocks.absences if everyone or a.seat == seat])


def _charged(clock: Clock, before: Clocks, run: Run, at: Millis) -> Run:
    """A run with the time taken off that went by before the batch; what the batch itself granted stays whole."""
    stood = before.run_of(run.seat) or run
    if before.paused or stood.ran_out is not None:
        return _resumed(run, at)
    used = counted(_hours(clock, before, run.seat), Span(stood.since, at))
    left = max(0, stood.left - used) + run.left - stood.left
    return msgspec.structs.replace(_resumed(run, at), left=left)


def _resumed(run: Run, at: Millis) -> Run:
    return msgspec.structs.replace(run, since=max(run.since, at))  # machines' clocks may differ: time never goes back


def _fresh(clock: Clock, seat: Seat, bank: Millis, at: Millis) -> Run:
    allowed = clock.turn_seconds * SECOND + bank
    return Run(seat=seat, since=at, left=allowed, allowed=allowed)
