"""The portable form of a log: JSON lines, each with the exact hashed text and the openings that this copy holds."""

import msgspec

from domain.kernel.envelope import Record
from domain.kernel.errors import BadRecord
from domain.kernel.visibility import Opening


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of an export. The text is a JSON string inside JSON, so that its bytes survive any tool."""

    text: str
    openings: dict[str, Opening] = {}


_decode = msgspec.json.Decoder(Line).decode


def to_line(record: Record) -> bytes:
    """Write a record as one line."""
    return msgspec.json.encode(Line(record.text.decode(), record.openings), order="deterministic") + b"\n"


def from_line(line: bytes, version: int) -> Record:
    """Read the line of that version."""
    try:
        found = _decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(version, f"unreadable line: {error}") from error
    return Record(found.text.encode(), found.openings)
