"""The score ledger: every point that counts, with the arithmetic that explains it. Its sums are the scores."""

from collections.abc import Iterable, Sequence
from operator import sub

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.envelope import Codec, Record
from domain.kernel.game import PointsScored, Term
from domain.kernel.ids import Seat, Version
from domain.kernel.log import LoggedEvent, read
from domain.kernel.undo import retracted

_COUNTED = {PointsScored.__name__, life.ChoicesUndone.__name__}


class LedgerEntry(msgspec.Struct, frozen=True, kw_only=True):
    """Points of a seat: when, how many, for what."""

    version: Version
    seat: Seat
    points: int
    source: str
    detail: tuple[Term, ...]


def points_log(codec: Codec, records: Iterable[Record]) -> list[LoggedEvent]:
    """As much of a log as its ledger is made of."""
    return read(codec, (record for record in records if record.envelope().type in _COUNTED))


def entries_of(log: Sequence[LoggedEvent]) -> list[LedgerEntry]:
    """The entries of such a log from its start; what was taken back is left out."""
    gone = retracted(log)
    return [
        LedgerEntry(version=version, seat=event.seat, points=event.points, source=event.source, detail=event.detail)
        for version, event in ((line.version, line.event) for line in log)
        if isinstance(event, PointsScored) and version not in gone
    ]


def ledger(codec: Codec, records: Iterable[Record]) -> list[LedgerEntry]:
    """The entries of a log from its start; what was taken back is left out."""
    return entries_of(points_log(codec, records))


def totals(entries: Iterable[LedgerEntry], seats: int) -> list[int]:
    """The sum of each seat."""
    sums = [0] * seats
    for entry in entries:
        sums[entry.seat] += entry.points
    return sums


def gained(log: Sequence[LoggedEvent], since: int, seats: int) -> list[int]:
    """What each seat has more at the end of a log than it had at a version; points taken back since count against."""
    then = [line for line in log if line.version <= since]
    return [*map(sub, *(totals(entries_of(part), seats) for part in (log, then)))]
