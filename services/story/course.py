"""The course of a game: its choices in order, each with its turn, its round and what it scored.

Made from what everybody may know of a log. What was taken back is left out, and so is what happened before the start.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from domain.kernel import lifecycle as life
from domain.kernel.envelope import Codec, Record
from domain.kernel.game import PointsScored
from domain.kernel.ids import Version
from domain.kernel.match import SYSTEM
from services.story.timeline import StoryLine, lines

_BEGINNINGS = {life.GameStarted.__name__, life.GameBranched.__name__}
END = 0
"""The round of what is counted after the last choice of a finished game."""


class CourseChoice(NamedTuple):
    """One step of a game: what a seat chose with all that followed, or what the table itself did."""

    first: Version
    last: Version
    seat: int | None
    """Whose turn it belongs to; none for what happened to the whole table."""
    turn: int
    """Which turn it belongs to, counted from 0."""
    round: int
    """Counted from 1; `END` after the last choice of a finished game."""
    points: int
    """What it scored, for whomever."""


class CourseTurn(NamedTuple):
    """The choices of one seat until the turn passed on."""

    seat: int | None
    choices: Sequence[CourseChoice]

    @property
    def points(self) -> int:
        """What the turn scored, for whomever."""
        return sum(choice.points for choice in self.choices)


class _Step(NamedTuple):
    lines: list[StoryLine]
    actor: int | str

    @property
    def by_seat(self) -> bool:
        return isinstance(self.actor, int)

    @property
    def by_table(self) -> bool:
        """Whether the rules went on by themselves: a scoring, or a part of one."""
        return self.actor == SYSTEM and any(line.type not in life.KINDS for line in self.lines)

    @property
    def begins(self) -> bool:
        """Whether a turn begins with it."""
        return any(line.begins for line in self.lines)


def course(codec: Codec, records: Sequence[Record]) -> list[CourseChoice]:
    """The choices of a log from its start."""
    steps = [*_steps(records, lines(codec, records))]
    choices: list[CourseChoice] = []
    turn, begins = 0, False
    for step, in_round in zip(steps, _rounds(steps), strict=True):
        owner = step.lines[0].owner
        seat = owner if isinstance(owner, int) else None
        if choices and (begins or choices[-1].seat != seat):
            turn += 1
        versions = (step.lines[0].version, step.lines[-1].version)
        choices.append(CourseChoice(*versions, seat, turn, in_round, _points(step.lines)))
        begins = step.begins
    return choices


def _rounds(steps: Sequence[_Step]) -> list[int]:
    """The round of each step. A scoring counts for the round that it closes, and so does what is chosen for it."""
    rounds: list[int] = []
    number = 1
    for segment in _segments(steps):
        turns_begin = next((i for i, step in enumerate(segment) if step.begins), len(segment))
        scored = max((i + 1 for i, step in enumerate(segment[:turns_begin]) if step.by_table), default=0)
        if any(step.by_seat for step in steps[: len(rounds)]) and turns_begin < len(segment):
            rounds += [number] * scored + [number + 1] * (len(segment) - scored)
            number += 1
        else:
            rounds += [number] * len(segment)
    last = max((i for i, step in enumerate(steps) if step.by_seat), default=-1)
    if steps and any(line.type == life.GameFinished.__name__ for line in steps[-1].lines):
        rounds[last + 1 :] = [END] * (len(steps) - last - 1)
    return rounds


def _segments(steps: Iterable[_Step]) -> list[list[_Step]]:
    """Steps up to each close of a round."""
    segments: list[list[_Step]] = [[]]
    for step in steps:
        segments[-1].append(step)
        if any(line.head is not None for line in step.lines):
            segments.append([])
    return segments


def turns(choices: Iterable[CourseChoice]) -> list[CourseTurn]:
    """Choices by turn."""
    return [CourseTurn(group[0].seat, group) for group in ([*own] for _, own in groupby(choices, lambda it: it.turn))]


def round_at(choices: Sequence[CourseChoice], version: int) -> int:
    """The round in which a version lies."""
    return next((choice.round for choice in reversed(choices) if choice.first <= version), 1)


def _steps(records: Sequence[Record], story: Sequence[StoryLine]) -> list[_Step]:
    """What stands in the log from the start of the game on, choice by choice with all that followed from it."""
    start = next((number for number, line in enumerate(story) if line.type in _BEGINNINGS), len(story))
    steps: list[_Step] = []
    before: tuple[str, int] | None = None
    for record, line in zip(records[start:], story[start:], strict=True):
        if line.retracted or line.type == life.ChoicesUndone.__name__:
            continue
        envelope = record.envelope()
        place, by_seat = (envelope.command_id, envelope.step), isinstance(envelope.actor, int)
        follows = by_seat and bytes(envelope.command) == b"null" and before is not None and before[0] == place[0]
        if place == before or follows:
            steps[-1].lines.append(line)
        else:
            steps.append(_Step([line], envelope.actor))
        before = place
    return steps


def _points(story: Iterable[StoryLine]) -> int:
    return sum(line.fields["points"] for line in story if line.type == PointsScored.__name__)
