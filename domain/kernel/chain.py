"""The hash chain: anyone can check any copy of a log, redacted or whole, with SHA-256 alone."""

from collections.abc import Iterable

import msgspec

from domain.kernel.envelope import GENESIS, Record, marks
from domain.kernel.errors import BadRecord
from domain.kernel.visibility import commit


def verify(records: Iterable[Record]) -> str:
    """Check links, versions and the commitments of every opening of a log; give the head of its chain."""
    head, game = GENESIS, None
    for expected, record in enumerate(records, 1):
        try:
            envelope = record.envelope()
            sealed = marks(envelope)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise BadRecord(expected, f"unreadable: {error}") from error
        if envelope.version != expected:
            raise BadRecord(expected, f"the line says version {envelope.version}")
        if envelope.game != (game := game or envelope.game):
            raise BadRecord(expected, f"the line belongs to the game {envelope.game}, not to {game}")
        if envelope.prev != head:
            raise BadRecord(expected, "it does not follow from the line before it")
        for place, opening in record.openings.items():
            mark = sealed.get(place)
            if mark is None or mark.sealed != commit(opening.salt, opening.value):
                raise BadRecord(expected, f"the opening of {place} does not match its commitment")
        head = record.hash()
    return head
