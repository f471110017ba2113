"""Masks for what may differ between two worlds that a seat cannot tell apart: hashes and commitments."""

import re

from domain.kernel.envelope import Record, redact
from domain.kernel.ids import Seat

_HASH = re.compile(rb'("(?:prev|sealed|commitment|hash)":")[0-9a-f]{64}"')


def comparable_line(seat: Seat | None, record: Record) -> bytes:
    """A line of the log as that seat receives it, with marks of constant length in place of every hash."""
    line = redact(record, seat)
    openings = b"".join(key.encode() + bytes(opening.value) for key, opening in sorted(line.openings.items()))
    return _HASH.sub(rb'\1#"', line.text) + openings
