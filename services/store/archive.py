"""Finished games as files: their logs lie compressed in a folder, and no longer in Redis.

A file holds what cannot be recomputed of a log (`archived_form.py`); earlier releases wrote compressed exports, which
are read as before. It is written, flushed and read back before the log leaves Redis, and it never changes. Whoever
reads such a game gets it from here. Each process that does must see the folder.
"""

import asyncio
import gzip
import os
import zlib
from collections.abc import Sequence
from pathlib import Path

from domain.kernel import chain
from domain.kernel.envelope import Record
from domain.kernel.errors import ActaError, BadRecord, MissingLog
from domain.kernel.export import from_line
from domain.kernel.ids import GameId
from services.cache import Cache
from services.store import archived_form
from services.store.short_lines import NotPackable

_MOST_LOGS = 8
"""Logs that a process caches: somebody who steps through a replay reads the same one again and again."""


class NotArchived(ActaError):
    """A file does not hold what was to be archived; nothing was deleted."""


class Archive:
    """A folder of finished games."""

    def __init__(self, folder: Path) -> None:
        """Use a folder, which is made when the first game is archived."""
        self.folder = folder
        self._logs: Cache[GameId, list[Record]] = Cache(_MOST_LOGS)

    def path(self, game: GameId) -> Path:
        """The file of a game: where it is, else where it would be written."""
        written, exported = (self.folder / game[:2] / f"{game}.{ending}" for ending in ("acta", "jsonl.gz"))
        return exported if exported.exists() and not written.exists() else written

    def write(self, game: GameId, records: Sequence[Record]) -> int:
        """Write a log and read it back, or raise `NotArchived`; gives how many bytes it takes."""
        path = self.folder / game[:2] / f"{game}.acta"
        try:
            _write(path, archived_form.pack(game, records))
        except NotPackable as error:
            raise NotArchived(str(error)) from error
        if self.stored(game) != [*records]:
            raise NotArchived(f"{path} does not hold what was written")
        return path.stat().st_size

    def put(self, game: GameId, file: bytes) -> bool:
        """Put the file of a game in its place, flushed to disk, unless there is one; whether it was put."""
        path = self.path(game)
        if path.exists():
            return False
        _write(path if file.startswith(archived_form.MAGIC) else path.with_suffix(".jsonl.gz"), file)
        return True

    def file(self, game: GameId) -> bytes:
        """The file of a game; `MissingLog` if there is none that can be opened."""
        try:
            return self.path(game).read_bytes()
        except OSError as error:
            raise MissingLog(1, f"it is archived, and its file {self.path(game)} is missing ({error})", game) from error

    def stored(self, game: GameId) -> list[Record]:
        """The log of a game as its file has it; `BadRecord` if that is missing or damaged."""
        return _unpacked(game, self.file(game), self.path(game))

    async def read(self, game: GameId, head: str) -> list[Record]:
        """A whole log that ends with a head; `BadRecord` if the file has no such log."""
        return self._logs.get(game) or self._logs.put(game, await asyncio.to_thread(self.checked, game, head))

    def checked(self, game: GameId, head: str) -> list[Record]:
        """The log of a game as its file has it, which must end with a head."""
        return archived_log(game, self.file(game), head, self.path(game))


def archived_log(game: GameId, file: bytes, head: str, where: object) -> list[Record]:
    """The log in the file of a game; `BadRecord` if that is damaged, or ends with another head than was archived."""
    records = _unpacked(game, file, where)
    if chain.verify(records) != head:
        raise BadRecord(len(records), f"{where} holds another log than was archived", game)
    return records


def _unpacked(game: GameId, file: bytes, where: object) -> list[Record]:
    if file.startswith(archived_form.MAGIC):
        return archived_form.unpack(game, file)
    try:
        text = gzip.decompress(file)
    except (OSError, EOFError, zlib.error) as error:
        raise BadRecord(1, f"it is archived, and {where} is damaged ({error})", game) from error
    lines = text.removesuffix(b"\n").split(b"\n")
    return [from_line(line, version) for version, line in enumerate(lines, 1)]


def _write(path: Path, content: bytes) -> None:
    """A file that appears under its name once it is whole and on disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.rename(path)
    finally:
        draft.unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """A new name of a file survives a power cut only once its folder is on disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
