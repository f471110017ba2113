"""Taking back: which choices may be retracted, and the log as it counts after they were.

A batch is everything that one request appended. A seat may take back its newest batches at the head of the log, back
to the barrier: a draw, something hidden that became visible, or a turn that passed on. The barrier is derived from the
events; nothing marks it.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from domain.kernel import lifecycle as life
from domain.kernel.errors import UndoBarred
from domain.kernel.game import Event
from domain.kernel.ids import Seat, Version

_BYSTANDERS = (
    life.VoteCast,
    life.ClocksTurned,
    life.ClocksPaused,
    life.ClocksResumed,
    life.TimeGranted,
    life.AbsenceAnnounced,
    life.TimeRanOut,
)
"""Events that neither change the game nor stand in the way of an undo, nor are undone: time that went by is gone."""


class LoggedEvent(NamedTuple):
    """An event with what undo needs to know of its envelope."""

    version: Version
    actor: int | str
    command_id: str
    event: Event


def retracted(log: Iterable[tuple[int, Event]]) -> set[int]:
    """The versions that were taken back by a later event of this part of a log."""
    gone: set[int] = set()
    kept: set[int] = set()
    for version, event in log:
        if isinstance(event, life.ChoicesUndone):
            gone.update(number for first, last in event.spans for number in range(first, last + 1))
        elif isinstance(event, _BYSTANDERS):
            kept.add(version)
    return gone - kept


def effective(log: Sequence[LoggedEvent]) -> list[Event]:
    """The events that count, in order: everything but what was retracted."""
    gone = retracted((entry.version, entry.event) for entry in log)
    return [entry.event for entry in log if entry.version not in gone]


def take_back(log: Sequence[LoggedEvent], seat: Seat, to_version: Version | None = None) -> life.ChoicesUndone:
    """The event that takes back the seat's last batch, or all its batches after `to_version`.

    `log` is the end of the log, long enough to reach the barrier (the whole log always is).
    """
    spans: list[tuple[int, int]] = []
    for batch in _standing(log):
        first, last = batch[0].version, batch[-1].version
        if to_version is not None and last <= to_version:
            break
        reason = "inside" if to_version is not None and first <= to_version else _bar(batch, seat)
        if reason is not None:
            raise UndoBarred(reason)
        spans.append((first, last))
        if to_version is None:
            break
    if not spans:
        raise UndoBarred("nothing")
    return life.ChoicesUndone(seat=seat, spans=tuple(sorted(spans)))


def _standing(log: Sequence[LoggedEvent]) -> Iterable[list[LoggedEvent]]:
    """The batches that still count and that an undo would have to take back, newest first."""
    retracted: set[int] = set()
    for batch in _batches_from_head(log):
        for entry in batch:
            if isinstance(entry.event, life.ChoicesUndone):
                retracted.update(v for first, last in entry.event.spans for v in range(first, last + 1))
        aside = all(isinstance(entry.event, (life.ChoicesUndone, *_BYSTANDERS)) for entry in batch)
        if batch[0].version not in retracted and not aside:
            yield batch


def _bar(batch: Sequence[LoggedEvent], seat: Seat) -> str | None:
    """Why this seat may not take this batch back, if it may not."""
    if batch[0].actor != seat:
        return "nothing"
    if any(entry.event.REVEALS for entry in batch):
        return "revealed"
    if any(entry.event.PASSES or entry.actor != seat for entry in batch):
        return "passed"
    return None


def _batches_from_head(log: Sequence[LoggedEvent]) -> Iterable[list[LoggedEvent]]:
    """The batches of a log, newest first."""
    batch: list[LoggedEvent] = []
    for entry in reversed(log):
        if batch and batch[-1].command_id != entry.command_id:
            yield batch[::-1]
            batch = []
        batch.append(entry)
    if batch:
        yield batch[::-1]
