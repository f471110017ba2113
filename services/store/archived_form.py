"""A whole log as the archive stores it: what cannot be recomputed, compressed as one.

Beside what pages leave out, the salts: they follow from the secret, which the log reveals. The ids of commands, which
are random, stand together. The log comes back byte by byte, and one that would not is not archived. A file is read for
ever: another form of it begins with other bytes.
"""

import lzma
import re
from collections.abc import Iterator, Sequence
from hashlib import sha256

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.envelope import GENESIS, Record, marks
from domain.kernel.errors import BadRecord, NewerRecord
from domain.kernel.ids import GameId
from domain.kernel.visibility import Opening, seal
from services.store.pages import decode_openings, encode_openings
from services.store.short_lines import BETWEEN, NotPackable, beginning, commitments, short, whole

MAGIC = b"ACTA-ARCHIVE "
_FORM = b"1\n"
_VALUE, _OPENINGS = b"\x01", b"\x02"
"""Before each value that is sealed by a salt of the secret; before openings that are not."""
_HASH, _COUNT, _ID = 32, 4, 10
_COMMAND_ID = re.compile(rb'"command_id":"([0-9a-f]{20})"')
_NAMED, _NEXT, _SAME = b'"command_id":"%b"', b'"command_id":"+"', b'"command_id":"="'
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 23}]


def pack(game: GameId, records: Sequence[Record]) -> bytes:
    """The content of a file; `NotPackable` if the log would not come back."""
    secret, lines, ids, head = _secret_of(records), list[bytes](), list[bytes](), GENESIS
    for version, record in enumerate(records, 1):
        text = short(game, version, head, record.text)
        for mark, committed in commitments(record.openings):
            text = text.replace(committed, mark, 1)
        lines.append(_without_id(text, ids) + _openings_beside(game, version, record, secret))
        head = record.hash()
    content = b"".join([secret, len(ids).to_bytes(_COUNT, "big"), *ids, BETWEEN.join(lines)])
    file = (
        MAGIC
        + _FORM
        + game.encode()
        + BETWEEN
        + _digest(game, content)
        + lzma.compress(content, lzma.FORMAT_RAW, filters=_FILTERS)
    )
    if unpack(game, file) != [*records]:
        raise NotPackable(f"the log of game {game} would not come back")
    return file


def unpack(game: GameId, file: bytes) -> list[Record]:
    """The log of a file; `BadRecord` if it is not as it was written."""
    named, _, rest = file.removeprefix(MAGIC + _FORM).partition(BETWEEN)
    if not file.startswith(MAGIC + _FORM):
        raise NewerRecord(1, "its archive file is written by a newer Acta", game)
    if named != game.encode():
        raise BadRecord(1, "its archive file is that of another game", game)
    digest, packed = rest[:_HASH], rest[_HASH:]
    try:
        content = lzma.decompress(packed, lzma.FORMAT_RAW, filters=_FILTERS)
        if _digest(game, content) == digest:
            return [*_restored(game, content)]
    except (lzma.LZMAError, msgspec.DecodeError, ValueError, RuntimeError) as error:
        raise BadRecord(1, f"its archive file is damaged ({error})", game) from error
    raise BadRecord(1, "its archive file does not hold what was written", game)


def game_of(file: bytes) -> GameId:
    """The game of a file."""
    return GameId(file.removeprefix(MAGIC + _FORM).partition(BETWEEN)[0].decode(errors="replace"))


def _restored(game: GameId, content: bytes) -> Iterator[Record]:
    secret, head, begin = content[:_HASH], GENESIS, beginning(game)
    first = _HASH + _COUNT
    after = first + int.from_bytes(content[_HASH:first], "big") * _ID
    ids, id_ = iter(range(first, after, _ID)), b""
    for version, line in enumerate(content[after:].split(BETWEEN), 1):
        text, _, encoded = line.partition(_OPENINGS)
        text, *values = text.split(_VALUE)
        if _NEXT in text:
            place = next(ids)
            id_ = content[place : place + _ID].hex().encode()
        text = text.replace(_NEXT, _NAMED % id_, 1).replace(_SAME, _NAMED % id_, 1)
        openings = decode_openings(encoded) if encoded else {}
        if values:
            places = marks(Record(whole(begin, version, text, head), {}).envelope())
            ordered = zip(sorted(places), values, strict=True)
            openings = {place: _opening(game, version, place, value, secret) for place, value in ordered}
        for mark, committed in commitments(openings):
            text = text.replace(mark, committed, 1)
        record = Record(whole(begin, version, text, head), openings)
        head = record.hash()
        yield record


def _openings_beside(game: GameId, version: int, record: Record, secret: bytes) -> bytes:
    openings = record.openings
    values = [(place, bytes(openings[place].value)) for place in sorted(openings)]
    follow = {place: _opening(game, version, place, value, secret) for place, value in values}
    if openings == follow and openings.keys() == record.marks().keys():
        return b"".join(_VALUE + value for _, value in values)
    return _OPENINGS + encode_openings(openings)


def _without_id(text: bytes, ids: list[bytes]) -> bytes:
    """A line without the id of its command, which is noted if the line before has another: nothing can compress it."""
    found = _COMMAND_ID.search(text)
    if found is None:
        return text
    id_ = bytes.fromhex(found[1].decode())
    mark = _SAME if ids[-1:] == [id_] else _NEXT
    if mark == _NEXT:
        ids.append(id_)
    return text[: found.start()] + mark + text[found.end() :]


def _opening(game: GameId, version: int, place: str, value: bytes, secret: bytes) -> Opening:
    return seal(secret, f"{game}/{version}/{place}", msgspec.Raw(value), ())[1]


def _secret_of(records: Sequence[Record]) -> bytes:
    """The secret that a log reveals; zeros in one that does not, whose salts are stored as they are."""
    revealed = (one for one in records if one.envelope().type == life.SecretRevealed.__name__)
    found = next((msgspec.json.decode(one.envelope().data, type=life.SecretRevealed) for one in revealed), None)
    return bytes(_HASH) if found is None else bytes.fromhex(found.secret)


def _digest(game: GameId, content: bytes) -> bytes:
    """Of a log and its game, so that it is believed nowhere else."""
    return sha256(f"{game}/".encode() + content).digest()
