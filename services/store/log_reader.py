"""Reads the logs of games, wherever their lines lie: packed in pages, in the stream, or in the archive.

A line lies in one of these at a time, and goes from one to another in one script. Every read is one script too, or one
look at the stream that finds the line, so that no reader misses a line on its way or gets one twice.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.kernel.envelope import Record
from domain.kernel.errors import BadRecord, MissingLog, NotFound
from domain.kernel.ids import GameId, Version
from services.store import keys, pages
from services.store.archive import Archive
from services.store.client import Client
from services.store.redis_errors import reading
from services.store.scripts import Script

_SLICE = 512


class Loaded(NamedTuple):
    """What a game is folded from: its secret, the nearest snapshot, and the log from the snapshot's version on."""

    secret: bytes
    snapshot: bytes
    """As it was stored; empty if there is none."""
    records: list[Record]


class LogReader:
    """Reads logs."""

    def __init__(self, client: Client, archive: Archive | None = None) -> None:
        """Read in Redis, and in `archive` what lies there."""
        self._client = client
        self._archive = archive
        self._read_log = Script("read_log")
        self._load = Script("load")
        self._version = Script("version")

    async def read(self, game: GameId, after: int = 0, limit: int | None = None) -> list[Record]:
        """The records after a version, in order; `BadRecord` names one that cannot be read.

        A long log is read in slices, between which others have their turn.
        """
        after = max(after, 0)  # there is no line before the first, wherever it lies
        records = await self._read_on(game, after, limit, [])
        if not records and limit != 0:
            return _part(await self.archived(game), after, limit)
        return records

    async def _read_on(
        self, game: GameId, after: int, limit: int | None, records: list[Record], *, packed: bool = False
    ) -> list[Record]:
        """The records after a version, of which some are read; `packed`: a page held the last of these."""
        while limit is None or len(records) < limit:
            count = _SLICE if limit is None else min(_SLICE, limit - len(records))
            found, page = await self._slice(game, after + len(records) + 1, count, packed=packed)
            if packed and not found:  # a line of the stream follows every page, unless the log was archived meanwhile
                return await self._moved_away(game, after, limit, len(records))
            records += found
            packed = page
            if not page and len(found) < count:
                break
        return records

    async def _slice(self, game: GameId, first: int, count: int, *, packed: bool) -> tuple[list[Record], bool]:
        """Some of the lines from a version on, at most `count`; and whether they stand in a page.

        What the stream has stands in no page. It is asked first, unless the lines before were `packed`: without a
        script it answers in half the time.
        """
        with reading():
            if not packed:
                rows = await self._client.xrange(keys.of(game).stream, f"{first}-0", count=count)
                if rows and rows[0][0] == b"%d-0" % first:
                    return [read_row(game, row_id, row) for row_id, row in rows], False
            page, found = await self._read_log.run(self._client, _places(game), [first, count, pages.LINES])
        if page is not None:
            return _of_page(game, page, first, count), True
        return [_read_words(game, *row) for row in found], False

    async def _moved_away(self, game: GameId, after: int, limit: int | None, found: int) -> list[Record]:
        whole = await self.archived(game)
        if not whole:
            raise BadRecord(after + found + 1, "it is missing: the log ends within what is packed of it", game)
        return _part(whole, after, limit)

    async def load(self, game: GameId, until: Version | None = None) -> Loaded:
        """All that a game is folded from, up to a version if one is given, in one round trip; or `NotFound`.

        A log that goes on in another page takes another one.
        """
        stream, facts, packed = _places(game)
        with reading():
            words = ["" if until is None else until, _SLICE, pages.LINES]
            found = await self._load.run(self._client, [stream, facts, keys.snapshots(game), packed], words)
        if found is None:
            raise NotFound(game)
        secret, snapshot, rows, first, page = found
        limit = None if until is None else until - first + 1
        if page is not None:
            records = _of_page(game, page, first, pages.LINES if limit is None else limit)
        else:
            records = [_read_words(game, *row) for row in rows]
        if not records:
            return Loaded(_secret(secret), b"", (await self.archived(game))[:until])
        if page is not None or len(rows) == _SLICE:
            records = await self._read_on(game, first - 1, limit, records, packed=page is not None)
        return Loaded(_secret(secret), snapshot, records)

    async def version(self, game: GameId) -> Version:
        """The newest version of a game; 0 if there is none."""
        stream, facts, _ = _places(game)
        with reading():
            return Version(await self._version.run(self._client, [stream, facts], []))

    async def archived(self, game: GameId) -> list[Record]:
        """The whole log of a game that is archived; nothing of any other."""
        with reading():
            length, head = await self._client.hmget(keys.of(game).facts, ["archived", "head"])
        if length is None or head is None:
            return []
        if self._archive is None:
            raise MissingLog(int(length), "it is archived, and nobody has said where the archive is", game)
        return await self._archive.read(game, head.decode())


def read_row(game: GameId, row_id: bytes, row: Mapping[bytes, bytes]) -> Record:
    """The record that an entry of a game's stream holds, or `BadRecord`."""
    version = int(row_id.partition(b"-")[0])
    try:
        record = Record(row[b"t"], pages.decode_openings(row[b"o"]) if b"o" in row else {})
        found = record.envelope()  # is kept in the record, and needed by whoever reads it
    except (KeyError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(version, f"it is damaged and cannot be read ({error})", game) from error
    if (found.game, found.version) != (game, version):
        raise BadRecord(version, f"the line there is version {found.version} of the game {found.game}", game)
    return record


def _read_words(game: GameId, row_id: bytes, words: Sequence[Any]) -> Record:
    return read_row(game, row_id, dict(zip(words[::2], words[1::2], strict=True)))


def _of_page(game: GameId, page: bytes, first: int, most: int) -> list[Record]:
    """Lines of a page from a version on, of which there must be at least one."""
    if not page:
        raise pages.missing(game, first)
    return pages.unpack(game, page, first, most)


def _part(log: list[Record], after: int, limit: int | None) -> list[Record]:
    return log[after:] if limit is None else log[after : after + limit]


def _places(game: GameId) -> tuple[str, str, str]:
    of = keys.of(game)
    return of.stream, of.facts, keys.pages(game)


def _secret(found: bytes) -> bytes:
    return bytes.fromhex(found.decode())
