"""A copy of a store as a file: compressed frames of msgpack, the last of which tells whether all of them are there.

It holds what nobody must read: secrets of running games, hashes of passwords. Only its owner may open it.
"""

import errno
import gzip
import hashlib
import os
import struct
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import BinaryIO, cast

import msgspec

from domain.kernel.errors import ActaError
from services.store.archive import sync_folder
from services.store.copying.contents import ArchivedLog, End, Feed, Header, Key, Log, Part

FORM, FORM_WITH_ARCHIVE = 1, 2
"""The second may hold files of the archive, which releases that know only the first could not put back."""
_LENGTH = struct.Struct(">I")
_LARGEST = 1 << 30
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Key | Log | Feed | ArchivedLog | End).decode


class BadBackup(ActaError):
    """A file is no whole backup; the text says why."""


class Tally:
    """How much went into a copy, and the hash of it."""

    def __init__(self) -> None:
        self.games = self.events = self.others = 0
        self._hash = hashlib.sha256()

    def add(self, part: Header | Part, frame: bytes) -> None:
        self._hash.update(frame)
        if isinstance(part, Log):
            self.games += 1
            self.events += len(part.entries)
        elif isinstance(part, Key):
            self.others += 1

    def end(self) -> End:
        return End(self.games, self.events, self.others, self._hash.hexdigest())


class BackupWriter:
    """Writes a backup part by part."""

    def __init__(self, file: BinaryIO, form: int) -> None:
        self._file = file
        self._tally = Tally()
        self.add(Header(datetime.now(UTC).isoformat(timespec="seconds"), version("acta"), form))

    def add(self, part: Header | Part) -> None:
        """Write a part."""
        frame = _encode(part)
        self._tally.add(part, frame)
        self._write(frame)

    def end(self) -> End:
        """Write the end; without it the file counts for nothing."""
        found = self._tally.end()
        self._write(_encode(found))
        return found

    def _write(self, frame: bytes) -> None:
        self._file.write(_LENGTH.pack(len(frame)) + frame)


@contextmanager
def new_backup(path: Path, form: int = FORM) -> Iterator[BackupWriter]:
    """A file that appears under its name only once it is whole and on disk; `FileExistsError` if there is one.

    Until then it has a name of its own: somebody else may be writing a backup of the same name.
    """
    if path.exists():
        raise _taken(path)
    descriptor, name = tempfile.mkstemp(".part", f"{path.name}.", path.parent)  # which its owner alone may open
    draft = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6, mtime=0) as packed:
                yield BackupWriter(cast("BinaryIO", packed), form)
            file.flush()
            os.fsync(file.fileno())
        _name(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    sync_folder(path.parent)


def _name(draft: Path, path: Path) -> None:
    """Give a file its name, which no other may have by now."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise _taken(path) from None
    except OSError:  # a file cannot have two names on this kind of disk
        draft.rename(path)


def _taken(path: Path) -> FileExistsError:
    return FileExistsError(errno.EEXIST, "there is a file of that name", str(path))


def read_backup(path: Path) -> Iterator[Part]:
    """The parts of a backup; `BadBackup` at the end, or earlier, if anything is missing, altered or unknown."""
    tally, ended = Tally(), False
    try:
        with gzip.open(path, "rb") as file:
            frames = _frames(cast("BinaryIO", file))
            tally.add(*_header(next(frames, b"")))
            for frame in frames:
                part = _decode(frame)
                if isinstance(part, End):
                    ended = part == tally.end()
                    break
                tally.add(part, frame)
                yield part
    except (EOFError, OSError, zlib.error, msgspec.DecodeError, ValueError) as error:
        raise BadBackup(f"{path} is no whole backup: {error}") from error
    if not ended:
        raise BadBackup(f"{path} is no whole backup: it is cut short or was altered")


def _header(frame: bytes) -> tuple[Header, bytes]:
    header = msgspec.msgpack.decode(frame, type=Header)
    if header.form not in {FORM, FORM_WITH_ARCHIVE}:
        raise ValueError(f"Acta {header.acta} wrote it in another form; restore it with that")
    return header, frame


def _frames(file: BinaryIO) -> Iterator[bytes]:
    while length := file.read(_LENGTH.size):
        if len(length) < _LENGTH.size or (size := _LENGTH.unpack(length)[0]) > _LARGEST:
            raise ValueError("a frame is cut short")
        frame = file.read(size)
        if len(frame) < size:
            raise ValueError("a frame is cut short")
        yield frame
