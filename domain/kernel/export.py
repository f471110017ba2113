"""The portable form of a log: JSON lines, each with the exact hashed text and the openings that this copy holds.

A line that names the printed data of boards, cards and tiles by its hash carries that data along, so that a game can
be understood when the boards of today are other ones.
"""

import hashlib
from collections.abc import Mapping

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.envelope import Record
from domain.kernel.errors import BadRecord
from domain.kernel.visibility import Opening


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of an export. The text is a JSON string inside JSON, so that its bytes survive any tool."""

    text: str
    openings: dict[str, Opening] = {}
    printed: str = ""


class _NamesData(msgspec.Struct):
    data_hash: str


_decode = msgspec.json.Decoder(Line).decode


def data_named(record: Record) -> str | None:
    """The hash of the printed data that the game goes by from this event on, if the event names it."""
    envelope = record.envelope()
    kind = life.KINDS.get(envelope.type)
    if kind is None or not kind.NAMES_DATA:
        return None
    return msgspec.json.decode(envelope.data, type=_NamesData).data_hash


def to_line(record: Record, printed: Mapping[str, bytes] | None = None) -> bytes:
    """Write a record as one line; `printed` holds the data that it may name, by hash."""
    named = data_named(record) if printed else None
    text = b"" if named is None or printed is None else printed.get(named, b"")
    line = Line(record.text.decode(), record.openings, text.decode())
    return msgspec.json.encode(line, order="deterministic") + b"\n"


def from_line(line: bytes, version: int) -> Record:
    """Read the line of that version."""
    return read_line(line, version)[0]


def read_line(line: bytes, version: int) -> tuple[Record, bytes]:
    """The record of that version, and the printed data beside it (empty where there is none)."""
    try:
        found = _decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(version, f"unreadable line: {error}") from error
    record, printed = Record(found.text.encode(), found.openings), found.printed.encode()
    if printed and _names_another(record, printed):
        raise BadRecord(version, "the printed data beside it is not what the event names by its hash")
    return record, printed


def _names_another(record: Record, printed: bytes) -> bool:
    try:
        return data_named(record) != hashlib.sha256(printed).hexdigest()
    except msgspec.DecodeError:
        return True
