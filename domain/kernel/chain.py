"""The hash chain: anyone can check any copy of a log, redacted or whole, with SHA-256 alone."""

from collections.abc import Iterable, Sequence

import msgspec

from domain.kernel.envelope import GENESIS, Record, marks
from domain.kernel.errors import BadRecord
from domain.kernel.visibility import commit

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def require_links(log: Sequence[Record], head: str) -> None:
    """Raise `BadRecord` at the first line that does not follow from the one before it; `head` is what they begin after.

    This much is checked whenever a log is folded: a line that was damaged or altered must not be played on.
    """
    for place, record in enumerate(log):
        if record.envelope().prev != head:
            raise _broken_link(log, place)
        head = record.hash()


def verify(records: Iterable[Record]) -> str:
    """Check links, versions and the commitments of every opening of a log; give the head of its chain."""
    log = list(records)
    head, game = GENESIS, None
    for expected, record in enumerate(log, 1):
        try:
            envelope = record.envelope()
            sealed = marks(envelope)
        except UNREADABLE as error:
            raise BadRecord(expected, f"unreadable: {error}") from error
        if envelope.version != expected:
            raise BadRecord(expected, f"the line says version {envelope.version}")
        if envelope.prev != head:
            raise _broken_link(log, expected - 1)
        if envelope.game != (game := game or envelope.game):
            raise BadRecord(expected, f"the line belongs to the game {envelope.game}, not to {game}")
        for place, opening in record.openings.items():
            mark = sealed.get(place)
            if mark is None or mark.sealed != commit(opening.salt, opening.value):
                raise BadRecord(expected, f"the opening of {place} does not match its commitment")
        head = record.hash()
    return head


def _broken_link(log: Sequence[Record], place: int) -> BadRecord:
    """Which of two lines was changed, if the one at that place names another predecessor than the line before it.

    The line after them tells: if it follows from the later one, that one is as it was written. The last line has none
    after it, and is believed.
    """
    version = log[place].envelope().version
    if version == 1:
        return BadRecord(1, "it is not the first line of a log")
    if place and (place + 1 == len(log) or _follows(log[place + 1], log[place])):
        return BadRecord(version - 1, f"it was changed: version {version} follows from another text")
    return BadRecord(version, "it was changed: it does not follow from the line before it")


def _follows(record: Record, before: Record) -> bool:
    try:
        return record.envelope().prev == before.hash()
    except UNREADABLE:
        return False
