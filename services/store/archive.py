"""Finished games as files: their logs lie compressed in a folder, and no longer in Redis.

A file is an export with everything open in it and no name of anybody. It is written, flushed and read back before the
log leaves Redis, and it never changes. Whoever reads such a game gets it from here. Each process that does must see
the folder.
"""

import asyncio
import gzip
import os
import zlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path

from domain.kernel import chain
from domain.kernel.envelope import Record
from domain.kernel.errors import ActaError, BadRecord
from domain.kernel.export import Beside, from_line, to_line
from domain.kernel.ids import GameId

_KEPT = 8
"""Logs that a process keeps: somebody who steps through a replay reads the same one again and again."""


class NotArchived(ActaError):
    """A file does not hold what was to be archived; nothing was deleted."""


class Archive:
    """A folder of finished games."""

    def __init__(self, folder: Path) -> None:
        """Use a folder, which is made when the first game is archived."""
        self.folder = folder
        self._kept: OrderedDict[GameId, list[Record]] = OrderedDict()

    def path(self, game: GameId) -> Path:
        """The file of a game."""
        return self.folder / game[:2] / f"{game}.jsonl.gz"

    def write(self, game: GameId, records: Sequence[Record], printed: Mapping[str, bytes]) -> int:
        """Write a log and read it back, or raise `NotArchived`; gives how many bytes it takes."""
        path = self.path(game)
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = b"".join(to_line(record, Beside(printed)) for record in records)
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            with draft.open("wb") as file:
                file.write(gzip.compress(lines, mtime=0))
                file.flush()
                os.fsync(file.fileno())
            draft.rename(path)
        finally:
            draft.unlink(missing_ok=True)
        _sync(path.parent)
        if self.stored(game) != [*records]:
            raise NotArchived(f"{path} does not hold what was written")
        return path.stat().st_size

    def stored(self, game: GameId) -> list[Record]:
        """The log of a game as its file has it; `BadRecord` if that is missing or damaged."""
        path = self.path(game)
        try:
            text = gzip.decompress(path.read_bytes())
        except (OSError, EOFError, zlib.error) as error:
            raise BadRecord(1, f"it is archived, and its file {path} cannot be read ({error})", game) from error
        lines = text.removesuffix(b"\n").split(b"\n")
        return [from_line(line, version) for version, line in enumerate(lines, 1)]

    async def read(self, game: GameId, head: str) -> list[Record]:
        """A whole log that ends with a head; `BadRecord` if the file has no such log."""
        kept = self._kept.get(game)
        if kept is None:
            kept = await asyncio.to_thread(self._checked, game, head)
            self._kept[game] = kept
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(game)
        return kept

    def _checked(self, game: GameId, head: str) -> list[Record]:
        records = self.stored(game)
        if chain.verify(records) != head:
            raise BadRecord(len(records), f"{self.path(game)} holds another log than was archived", game)
        return records


def _sync(folder: Path) -> None:
    """A new name of a file survives a power cut only once its folder is on disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
