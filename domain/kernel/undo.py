"""Taking back: which choices may be retracted, and the log as it counts after they were.

A batch is everything that one request appended. A seat may take back its newest batches at the head of the log, back
to the barrier: a draw, something hidden that became visible, or a turn that passed on. The barrier is derived from the
events; nothing marks it.
"""

from collections.abc import Iterable, Sequence

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.errors import UndoBarred
from domain.kernel.game import Event
from domain.kernel.ids import Seat, Version
from domain.kernel.log import LoggedEvent, LogLine, batches

_UNDO = life.ChoicesUndone.__name__
_SURVIVING = {kind.__name__ for kind in life.EVENTS if kind.SURVIVES_UNDO}
_decode_undo = msgspec.json.Decoder(life.ChoicesUndone).decode


def retracted(lines: Iterable[LogLine], undone: life.ChoicesUndone | None = None) -> set[int]:
    """The versions that were taken back in this part of a log, or by an undo that is about to be written after it.

    What it reads of a line is never sealed, so any copy of a log tells the same.
    """
    envelopes = [line.envelope() for line in lines]
    gone = set() if undone is None else _versions(undone)
    for envelope in envelopes:
        if envelope.type == _UNDO:
            gone |= _versions(_decode_undo(envelope.data))
    if gone:
        gone -= {envelope.version for envelope in envelopes if envelope.type in _SURVIVING}
    return gone


def reaches_back(lines: Iterable[LogLine], version: Version) -> bool:
    """Whether lines after a version take back what stands at or before it, so that a fold up to there cannot go on."""
    return any(gone <= version for gone in retracted(lines))


def _versions(undone: life.ChoicesUndone) -> set[int]:
    return {version for first, last in undone.spans for version in range(first, last + 1)}


def effective(log: Sequence[LoggedEvent], undone: life.ChoicesUndone | None = None) -> list[Event]:
    """The events that count, in order: everything but what was retracted."""
    gone = retracted(log, undone)
    return [line.event for line in log if not gone or line.version not in gone]


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


def undos_this_turn(log: Iterable[LoggedEvent], seat: Seat) -> int:
    """How often a seat has taken something back since the turn last passed on; `log` is the end of the log."""
    count = 0
    for line in log:
        if line.event.PASSES:
            count = 0
        elif isinstance(line.event, life.ChoicesUndone) and line.event.seat == seat:
            count += 1
    return count


def _standing(log: Sequence[LoggedEvent]) -> Iterable[list[LoggedEvent]]:
    """The batches that still count and that an undo would have to take back, newest first."""
    gone: set[int] = set()
    for newest_first in batches(reversed(log)):
        batch = newest_first[::-1]
        for line in batch:
            if isinstance(line.event, life.ChoicesUndone):
                gone |= _versions(line.event)
        if batch[0].version not in gone and not all(map(_undo_ignores, batch)):
            yield batch


def _undo_ignores(line: LoggedEvent) -> bool:
    return line.envelope().type in {_UNDO, *_SURVIVING}


def _bar(batch: Sequence[LoggedEvent], seat: Seat) -> str | None:
    """Why this seat may not take this batch back, if it may not."""
    actors = [line.envelope().actor for line in batch]
    if actors[0] != seat:
        return "nothing"
    if any(line.event.REVEALS for line in batch):
        return "revealed"
    if any(line.event.PASSES for line in batch) or set(actors) != {seat}:
        return "passed"
    return None
