"""The course of a game: its log folded batch by batch, with since when somebody waits – which no state tells.

Notices are made from the steps of a course, and judged again by its end when they are about to be sent. What was taken
back is left out of the fold, as everywhere; the same log gives the same course, wherever one began to follow it.
"""

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.clock import Millis, moment
from domain.kernel.envelope import GENESIS, Codec, Envelope, Record
from domain.kernel.game import AnyGame, Event, Step
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.match import Match
from domain.kernel.timekeeping import has_stand_in
from domain.kernel.undo import retracted
from domain.registry import Registry
from projections.folds import Logs
from projections.recap import began

_MOST = 512
_NO_SECRET = b""
"""Nothing is decided here, so no secret is needed."""


class Line(NamedTuple):
    """An event and its envelope."""

    envelope: Envelope
    event: Event


class Standing(NamedTuple):
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


class Happening(NamedTuple):
    """A batch, and how the table stood before and after it."""

    before: Standing
    batch: Sequence[Line]
    after: Standing


class Course:
    """A game on its way. Only `go_on` changes it."""

    def __init__(self, game_id: GameId, game: AnyGame) -> None:
        """Stand before the first event."""
        self.game_id = game_id
        self.match = Match(game, _NO_SECRET)
        self.version = Version(0)
        self.head = GENESIS
        self.waiting: dict[Seat, Version] = {}
        """The version since which each person who owes a choice has owed one."""
        self.turns: dict[Seat, Millis] = {}
        """The moment at which the turn of each seat on the clock began; a turn that only rested goes on."""
        self.late: dict[Seat, Millis] = {}
        """The moment at which the time of each seat ran out for which the table waits all the same."""
        self.away: frozenset[Seat] = frozenset()
        """As in `Standing`, at the moment of the last batch."""
        self.acted: dict[Seat, Version] = {}
        """The version at which each seat last chose something, whether it was taken back or not."""

    def go_on(self, events: Sequence[Event], last: Envelope, actor: int | str) -> None:
        """Fold what counts of a batch that `actor` began and that ended with `last`."""
        for event in events:
            self.match.apply(event)
        self.version = version = last.version
        if isinstance(actor, int):
            self.acted[Seat(actor)] = version
        self.away = self._away(moment(last.at))
        self.waiting = {seat: self.waiting.get(seat, version) for seat in self._owing()}
        clocks = self.match.table.clocks
        begun, late = {}, {}
        for run in (*clocks.running, *clocks.resting):
            if run.ran_out == "wait":
                late[run.seat] = self.late.get(run.seat, moment(last.at))
            untouched = run.left == run.allowed and not run.extensions
            begun[run.seat] = run.since if untouched else self.turns.get(run.seat, run.since)
        self.turns, self.late = begun, late

    def _away(self, at: Millis) -> frozenset[Seat]:
        clock, clocks = self.match.table.clock, self.match.table.clocks
        if clock is None:
            return frozenset()
        return frozenset(one.seat for one in clocks.absences if has_stand_in(clock, clocks, one.seat, at))

    def _owing(self) -> list[Seat]:
        waiting, table = self.match.to_act(), self.match.table
        if isinstance(waiting, Step):
            return []
        people = [seat for seat in waiting if table.chairs[seat].human and not table.caretaken(seat)]
        return [seat for seat in people if seat not in self.away]

    def standing(self) -> Standing:
        """How the table stands now."""
        table = self.match.table
        return Standing(
            self.version,
            tuple(chair.user if chair.human else None for chair in table.chairs),
            tuple(chair.user for chair in table.chairs),
            dict(self.waiting),
            self.away,
            {motion: tuple(seats) for motion, seats in table.votes.items()},
            table.over,
            table.branch_of is not None,
        )


def follow(game_id: GameId, game: AnyGame, lines: Sequence[Line]) -> Course:
    """The course of a log from its start."""
    gone = retracted((line.envelope.version, line.event) for line in lines)
    course = Course(game_id, game)
    for batch in batches(lines):
        counted = [line.event for line in batch if line.envelope.version not in gone]
        course.go_on(counted, batch[-1].envelope, began([line.envelope for line in batch]))
    return course


def batches(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """What was written together, together."""
    for _, group in groupby(lines, key=lambda line: line.envelope.command_id):
        yield list(group)


class Courses:
    """Keeps the courses of the most recently used games."""

    def __init__(self, logs: Logs, registry: Registry) -> None:
        """Read from `logs`."""
        self._logs = logs
        self._registry = registry
        self._codecs = {game.meta.slug: Codec(game) for game in registry}
        self._known: OrderedDict[GameId, Course] = OrderedDict()

    async def newest(self, game_id: GameId) -> tuple[Course, list[Record]]:
        """A game at the head of its log, and the log."""
        records = await self._logs.read(game_id)
        game, lines = self._lines(records)
        return follow(game_id, game, lines), records

    async def batch_before(self, game_id: GameId, version: Version) -> Version:
        """Where the batch begins that ends at `version`: the version before it."""
        envelopes = [record.envelope() for record in await self._logs.read(game_id, limit=version)]
        command = envelopes[-1].command_id
        return Version(next((e.version for e in reversed(envelopes) if e.command_id != command), 0))

    async def since(self, game_id: GameId, version: Version) -> tuple[Course, list[Happening]]:
        """The newest course of a game, and what happened after a version. If that fails, nothing of it is kept."""
        course = self._known.pop(game_id, None)
        records = await self._logs.read(game_id, after=version)
        if course is None or course.version != version or not _fits(course, records):
            course, happenings = await self._from_start(game_id, version)
        else:
            _, lines = self._lines(records, course.match.game)
            if any(type(line.event) is life.ChoicesUndone for line in lines):
                course, happenings = await self._from_start(game_id, version)
            else:
                happenings = [_step(course, batch) for batch in batches(lines)]
        if records:
            course.head = records[-1].hash()
        self._known[game_id] = course
        while len(self._known) > _MOST:
            self._known.popitem(last=False)
        return course, happenings

    async def _from_start(self, game_id: GameId, version: Version) -> tuple[Course, list[Happening]]:
        """Fold the log anew: up to `version`, then batch by batch, and once more from the start at each undo."""
        game, lines = self._lines(await self._logs.read(game_id))
        course = follow(game_id, game, lines[:version])
        happenings = []
        for batch in batches(lines[version:]):
            if any(type(line.event) is life.ChoicesUndone for line in batch):
                before = course.standing()
                course = follow(game_id, game, lines[: batch[-1].envelope.version])
                happenings.append(Happening(before, batch, course.standing()))
            else:
                happenings.append(_step(course, batch))
        return course, happenings

    def _lines(self, records: Sequence[Record], game: AnyGame | None = None) -> tuple[AnyGame, list[Line]]:
        if game is None:
            created = msgspec.json.decode(records[0].envelope().data, type=life.GameCreated)
            game = self._registry.get(created.game)
        codec = self._codecs[game.meta.slug]
        lines = []
        for record in records:
            envelope = record.envelope()
            lines.append(Line(envelope, codec.event(record)))
        return game, lines


def _fits(course: Course, records: Sequence[Record]) -> bool:
    """Whether these records follow on the course; a store that lost its newest events tells another story."""
    return not records or records[0].envelope().prev == course.head


def _step(course: Course, batch: Sequence[Line]) -> Happening:
    before = course.standing()
    course.go_on([line.event for line in batch], batch[-1].envelope, began([line.envelope for line in batch]))
    return Happening(before, batch, course.standing())
