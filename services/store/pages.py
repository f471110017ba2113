"""Pages: older lines of a log, packed. Each holds the lines of so many versions, compressed as one.

What follows from the rest is left out of a page: game and version, which each line begins with, the hash of the line
before, which it ends with, and the commitment of each opening. The hashed text comes back byte by byte, and a log that
would not is not packed.
"""

import zlib
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256

import msgspec

from domain.kernel.envelope import Record
from domain.kernel.errors import BadRecord, NewerRecord
from domain.kernel.ids import GameId
from domain.kernel.visibility import Opening
from services.store.short_lines import BETWEEN, NotPackable, beginning, commitments, short, whole

LINES = 256
"""Versions of a page: page 0 begins with version 1, page 1 with version 257. Fixed for ever, as pages are stored."""

_FORM = b"\x01"
"""What a page begins with: another one is that of a later release."""
_HASH = 32
_FROM_HEAD = 32
"""Lines from one of the hashes that a page holds to the next: whoever wants some lines begins at the nearest."""

encode_openings = msgspec.json.Encoder(order="deterministic").encode
decode_openings = msgspec.json.Decoder(dict[str, Opening]).decode


class _Page(msgspec.Struct, frozen=True, array_like=True):
    heads: bytes
    """The hashes that the first line and every so many lines after it name as their predecessors."""
    texts: bytes
    openings: bytes


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Page).decode


def page_of(version: int) -> int:
    """The number of the page that a version belongs to."""
    return (version - 1) // LINES


def first_of(page: int) -> int:
    """The first version of a page."""
    return page * LINES + 1


def pack(game: GameId, records: Sequence[Record], before: str) -> bytes:
    """Pack lines that begin where a page begins, after a line with the hash `before`; or raise `NotPackable`.

    That each line follows from the one before it is what makes that hash superfluous, so it is checked here.
    """
    number = page_of(records[0].envelope().version)
    texts, heads, head = [], [], before
    for version, record in enumerate(records, first_of(number)):
        text = short(game, version, head, record.text)
        for mark, committed in commitments(record.openings):
            text = text.replace(committed, mark, 1)
        texts.append(text)
        heads.append(bytes.fromhex(head))
        head = record.hash()
    openings = [encode_openings(record.openings) if record.openings else b"" for record in records]
    content = _encode(_Page(b"".join(heads[::_FROM_HEAD]), BETWEEN.join(texts), BETWEEN.join(openings)))
    page = _FORM + _digest(game, number, content) + zlib.compress(content, 9)
    opened, first = _opened(game, number, page), first_of(number)
    starts = range(first, first + len(records), _FROM_HEAD)
    if [one for start in starts for one in _restored(game, opened, start, _FROM_HEAD)] != [*records]:
        raise NotPackable(f"the lines of game {game} from version {first} on would not come back")
    return page


def unpack(game: GameId, page: bytes, first: int, most: int = LINES) -> list[Record]:
    """The lines of a page from one of its versions on; `BadRecord` if it is not as it was written, or has none."""
    return _restored(game, _opened(game, page_of(first), page), first, most)


@lru_cache(maxsize=16)  # about 100 kB each: whoever looks back reads the same page several times
def _opened(game: GameId, number: int, page: bytes) -> _Page:
    """What is packed in a page, if it is what was written; the sum that zlib checks overlooks too much."""
    first = first_of(number)
    if page and not page.startswith(_FORM):
        raise NewerRecord(first, "the page that holds it is written by a newer Acta", game)
    digest, packed = page[len(_FORM) : len(_FORM) + _HASH], page[len(_FORM) + _HASH :]
    try:
        content = zlib.decompress(packed)
        if _digest(game, number, content) == digest:
            return _decode(content)
    except (zlib.error, msgspec.DecodeError) as error:
        raise _damaged(game, first, str(error)) from error
    raise _damaged(game, first, "it does not hold what was written")


def _restored(game: GameId, page: _Page, first: int, most: int) -> list[Record]:
    texts, openings = page.texts.split(BETWEEN), page.openings.split(BETWEEN)
    wanted = (first - 1) % LINES
    if wanted >= len(texts):
        raise missing(game, first)
    start = wanted - wanted % _FROM_HEAD
    place = start // _FROM_HEAD * _HASH
    head, begin, records = page.heads[place : place + _HASH].hex(), beginning(game), []
    for index in range(start, min(wanted + most, len(texts))):
        found = decode_openings(openings[index]) if openings[index] else {}
        text = texts[index]
        for mark, committed in commitments(found) if found else ():
            text = text.replace(mark, committed, 1)
        record = Record(whole(begin, first - wanted + index, text, head), found)
        head = record.hash()
        records.append(record)
    return records[wanted - start :]


def _digest(game: GameId, number: int, content: bytes) -> bytes:
    """Of a page and its place, so that it is believed nowhere else."""
    return sha256(f"{game}/{number}/".encode() + content).digest()


def missing(game: GameId, version: int) -> BadRecord:
    """What to raise if a version should stand in a page and does not."""
    return _damaged(game, version, "it is not there")


def _damaged(game: GameId, version: int, why: str) -> BadRecord:
    return BadRecord(version, f"the page that holds it is damaged ({why})", game)
