"""The hash chain: anyone can check any copy of a log, redacted or whole, with SHA-256 alone."""

from collections.abc import Iterable

import msgspec

from domain.kernel.envelope import GENESIS, Record, marks
from domain.kernel.errors import BadRecord
from domain.kernel.ids import Version
from domain.kernel.visibility import commit


def verify(records: Iterable[Record], version: Version = Version(0), head: str = GENESIS) -> str:
    """Check links, versions and the commitments of every opening after `version`; give the head of the chain."""
    for record in records:
        expected = version + 1
        try:
            envelope = record.envelope()
            sealed = marks(envelope)
        except msgspec.DecodeError as error:
            raise BadRecord(expected, f"unreadable: {error}") from error
        if envelope.version != expected:
            raise BadRecord(expected, f"the line says version {envelope.version}")
        if envelope.prev != head:
            raise BadRecord(expected, "it does not follow from the line before it")
        for place, opening in record.openings.items():
            mark = sealed.get(place)
            if mark is None or mark.sealed != commit(opening.salt, opening.value):
                raise BadRecord(expected, f"the opening of {place} does not match its commitment")
        version = Version(expected)
        head = record.hash()
    return head
