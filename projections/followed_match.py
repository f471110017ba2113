"""A match that is followed batch by batch, with what its state does not hold: since when seats wait, who ever came.

Rows of read models and notices are made from it, and a notice is checked against it once more before it is sent. What
was taken back is left out of the fold, as everywhere; the same log gives the same result, wherever following began.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from domain.kernel import lifecycle as life
from domain.kernel.clock import Millis, moment
from domain.kernel.envelope import GENESIS, Codec, Record
from domain.kernel.game import Event, Step
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.lifecycle_event import LifecycleEvent
from domain.kernel.log import LoggedEvent, LogLine, asked_by, batches, read
from domain.kernel.match import Match
from domain.kernel.timekeeping import has_stand_in
from domain.kernel.undo import retracted
from services.cache import weight_of

_NO_SECRET = b""
"""A projection folds and never decides, so it needs no randomness and is given no secret."""


_WEIGHED_EVERY = 32


class TableSummary(NamedTuple):
    """Who sits where, who is waited for since which version, and how the votes stand."""

    version: Version
    players: tuple[UserId | None, ...]
    """The people who decide for a chair."""
    owners: tuple[UserId | None, ...]
    """The people whose chair it is, whether they resigned or not."""
    waiting: Mapping[Seat, Version]
    away: frozenset[Seat]
    """The chairs whose people are away and leave their turns to a caretaker: nobody waits for them."""
    votes: Mapping[str, tuple[Seat, ...]]
    over: bool
    what_if: bool
    clockwise: bool
    """Whether the turns of its game go clockwise."""
    rounds: int = 0
    """How many rounds are over."""


class FollowedBatch(NamedTuple):
    """A batch, and how the table stood before and after it."""

    before: TableSummary
    lines: Sequence[LoggedEvent]
    after: TableSummary


class FollowedMatch:
    """A match on its way through its log. Only `add` changes it."""

    def __init__(self, game_id: GameId, codec: Codec, created_at: str) -> None:
        """Stand before the first event."""
        self.game_id = game_id
        self.match = Match(codec.game, _NO_SECRET)
        self.version = Version(0)
        self.head = GENESIS
        self.created_at = created_at
        self.updated_at = created_at
        self.ended_at = ""
        self.unjudged = False
        """Whether it was imported without anybody here having judged it: no results are made of it."""
        self.people: set[UserId] = set()
        """Everyone who ever sat at the table or was invited to it."""
        self.owing: dict[Seat, str] = {}
        """The time since which each seat that owes a choice has owed one, whoever plays it."""
        self.waiting: dict[Seat, Version] = {}
        """The version since which each person who is waited for has owed a choice."""
        self.turns: dict[Seat, Millis] = {}
        """The moment at which the turn of each seat on the clock began; a turn that only rested goes on."""
        self.late: dict[Seat, Millis] = {}
        """The moment at which the time of each seat ran out for which the table waits all the same."""
        self.away: frozenset[Seat] = frozenset()
        """As in `TableSummary`, at the moment of the last batch."""
        self.rounds = 0
        """How many rounds are over; none is before the first choice, though a turn begins there too."""
        self.acted: dict[Seat, Version] = {}
        """The version at which each seat last chose something, whether it was taken back or not."""
        self._weight = 0
        self._codec = codec

    @property
    def weight(self) -> int:
        """About how many bytes it takes, as it was weighed last."""
        self._weight = self._weight or weight_of(self.match)
        return self._weight

    def add(self, records: Sequence[Record]) -> bool:
        """Fold records that follow; false, and nothing is changed, if they take back what was folded before."""
        gone, decode = retracted(records), self._codec.event
        if gone and min(gone) <= self.version:
            return False
        if self.version // _WEIGHED_EVERY < records[-1].envelope().version // _WEIGHED_EVERY:
            self._weight = 0  # the game has grown: weigh it anew
        for batch in batches(records):
            counted = [record for record in batch if record.envelope().version not in gone] if gone else batch
            self._fold([decode(record) for record in counted])
            self._note(batch)
        self.head = records[-1].hash()
        return True

    def read(self, records: Sequence[Record]) -> list[LoggedEvent]:
        """Decode lines of this match's log."""
        return read(self._codec, records)

    def add_batch(self, batch: Sequence[LoggedEvent]) -> bool:
        """Fold one batch that was read before; false, as for `add`, if it takes anything back."""
        if retracted(batch):
            return False
        self._fold([line.event for line in batch])
        self._note(batch)
        self.head = batch[-1].record.hash()
        return True

    def _fold(self, events: Iterable[Event]) -> None:
        apply, game, runs = self.match.apply, self.match.game, self.match.state is not None
        for event in events:
            apply(event)
            if event.CLOSES_ROUND and runs and not isinstance(event, LifecycleEvent):
                self.rounds += game.closes_round(event, self.match.table.first_seat)
            if type(event) in life.BRINGING_PEOPLE and isinstance(event, LifecycleEvent):
                self.people.update(event.people())

    def _note(self, batch: Sequence[LogLine]) -> None:
        """Note what is known only at the end of a batch: within one nobody waits."""
        last, actor = batch[-1].envelope(), asked_by(batch)
        self.version, self.updated_at = last.version, last.at
        if isinstance(actor, int):
            self.acted[Seat(actor)] = last.version
        table, to_act = self.match.table, self.match.to_act()
        seats = () if isinstance(to_act, Step) else to_act
        if seats != tuple(self.owing):
            self.owing = {seat: self.owing.get(seat, last.at) for seat in seats}
        if table.over and not self.ended_at:
            self.ended_at = last.at
        owed = [seat for seat in seats if table.chairs[seat].human]
        if table.clock is not None:
            self._note_clocks(last.at)
            owed = [seat for seat in owed if seat not in self.away and not table.caretaken(seat)]
        self.waiting = {seat: self.waiting.get(seat, last.version) for seat in owed}

    def _note_clocks(self, written_at: str) -> None:
        clock, clocks, at = self.match.table.clock, self.match.table.clocks, moment(written_at)
        if clock is not None:
            self.away = frozenset(one.seat for one in clocks.absences if has_stand_in(clock, clocks, one.seat, at))
        turns, late = {}, {}
        for run in (*clocks.running, *clocks.resting):
            if run.ran_out == "wait":
                late[run.seat] = self.late.get(run.seat, at)
            untouched = run.left == run.allowed and not run.extensions
            turns[run.seat] = run.since if untouched else self.turns.get(run.seat, run.since)
        self.turns, self.late = turns, late

    def summary(self) -> TableSummary:
        """How the table stands now."""
        table = self.match.table
        return TableSummary(
            self.version,
            tuple(chair.user if chair.human else None for chair in table.chairs),
            tuple(chair.user for chair in table.chairs),
            dict(self.waiting),
            self.away,
            {motion: tuple(seats) for motion, seats in table.votes.items()},
            table.over,
            table.branch_of is not None,
            self.match.game.clockwise,
            self.rounds,
        )
