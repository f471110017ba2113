"""The portable form of a log: JSON lines, each with the exact hashed text and the openings that this copy holds.

A line that names the printed data of boards, cards and tiles by its hash carries that data along, so that a game can
be understood when the boards of today are other ones.
"""

import hashlib
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.envelope import Record
from domain.kernel.errors import BadRecord
from domain.kernel.ids import UserId
from domain.kernel.visibility import Opening


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of an export. The text is a JSON string inside JSON, so that its bytes survive any tool."""

    text: str
    openings: dict[str, Opening] = {}
    printed: str = ""
    unjudged: bool = False
    names: dict[UserId, str] = {}
    note: str = ""


class FileLine(NamedTuple):
    """A line that was read: its record, the printed data and the names beside it (mostly none)."""

    record: Record
    printed: bytes
    names: Mapping[UserId, str]
    note: str = ""


class Beside(NamedTuple):
    """What a file says beside the records of its game."""

    printed: Mapping[str, bytes] = MappingProxyType({})
    """What boards, cards and tiles say, by its hash: each text stands beside the events that name it."""
    unjudged: bool = False
    """The server had imported the game without judging it; said beside the first event."""
    names: Mapping[UserId, str] = MappingProxyType({})
    """What people were called when the file was written, beside the events that bring them to the table."""
    note: str = ""
    """The signed note on the head of the file, beside its last event."""
    last: int = 0


class _NamesData(msgspec.Struct):
    data_hash: str


NOTHING = Beside()
LONGEST_NAME = 64
_decode = msgspec.json.Decoder(Line).decode


def data_named(record: Record) -> str | None:
    """The hash of the printed data that the game goes by from this event on, if the event names it."""
    envelope = record.envelope()
    kind = life.KINDS.get(envelope.type)
    if kind is None or not kind.NAMES_DATA:
        return None
    return msgspec.json.decode(envelope.data, type=_NamesData).data_hash


def people_named(record: Record) -> Collection[UserId]:
    """Everyone whom an event brings to the table."""
    envelope = record.envelope()
    kind = life.KINDS.get(envelope.type)
    return msgspec.json.decode(envelope.data, type=kind).people() if kind in life.BRINGING_PEOPLE else ()


def to_line(record: Record, beside: Beside = NOTHING) -> bytes:
    """Write a record as one line, with what belongs beside it."""
    named = data_named(record) if beside.printed else None
    text = beside.printed.get(named, b"") if named else b""
    unjudged = beside.unjudged and record.envelope().version == 1
    people = people_named(record) if beside.names else ()
    names = {user: beside.names[user] for user in people if user in beside.names}
    note = beside.note if record.envelope().version == beside.last else ""
    line = Line(record.text.decode(), record.openings, text.decode(), unjudged, names, note)
    return msgspec.json.encode(line, order="deterministic") + b"\n"


def from_line(line: bytes, version: int) -> Record:
    """Read the line of that version."""
    return read_line(line, version).record


def read_line(line: bytes, version: int) -> FileLine:
    """The record of that version, and what stands beside it."""
    try:
        found = _decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(version, f"unreadable line: {error}") from error
    record, printed = Record(found.text.encode(), found.openings), found.printed.encode()
    if printed and _names_another(record, printed):
        raise BadRecord(version, "the printed data beside it is not what the event names by its hash")
    if any(len(name) > LONGEST_NAME or not name.isprintable() for name in found.names.values()):
        raise BadRecord(version, "a name beside it is too long, or has characters that cannot be shown")
    return FileLine(record, printed, found.names, found.note)


def _names_another(record: Record, printed: bytes) -> bool:
    try:
        return data_named(record) != hashlib.sha256(printed).hexdigest()
    except msgspec.DecodeError:
        return True
