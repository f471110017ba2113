"""The event store on Redis Streams: one stream a game, append-only, and one script that writes to it.

Nothing writes game data outside `append`; older lines are only moved, as they are (`packing.py`, `archive.py`). The
script compares the expected version and head, remembers the command's key, adds events and feed entry and brings `owed`
up to date, all or nothing; so it may be repeated safely whenever its answer was lost.
"""

from collections.abc import Awaitable, Callable, Collection, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from domain.kernel.envelope import Record
from domain.kernel.errors import BadRecord, KeyReused, NotFound, StaleVersion
from domain.kernel.ids import GameId, UserId, Version
from services.store import keys
from services.store.acknowledged import Acknowledged
from services.store.archive import Archive
from services.store.client import Client
from services.store.log_reader import Loaded, LogReader
from services.store.packing import LogPacker
from services.store.pages import encode_openings
from services.store.redis_errors import reading, repeatable, writing
from services.store.scripts import Script

_WRITTEN, _REPEATED, _STALE, _FORKED = range(4)


RequireRoom = Callable[[], Awaitable[None]]
"""Raises `StoreFull` when there is no room for more events."""


class CommandKey(msgspec.Struct, frozen=True, gc=False):
    """What makes a command recognisable: its key, and the hash of its body."""

    key: str
    body: str


class Append(NamedTuple):
    """A batch to be written after `version`, whose hash is `head`."""

    game: GameId
    version: Version
    head: str
    new_head: str
    records: Sequence[Record]
    command: CommandKey
    due: float | None = None
    secret: bytes | None = None
    unjudged: bool = False
    """An imported log whose rules this Acta does not have: the game stays marked as such for ever."""
    newcomers: Collection[UserId] = ()
    """Everyone whom the batch brings to the table, who may be listening for it."""


class Appended(NamedTuple):
    """Where a batch stands in the log. `repeated`: it was written by an earlier request with the same key."""

    first: Version
    last: Version
    repeated: bool = False


class _Remembered(msgspec.Struct, array_like=True):
    body: str
    first: int
    last: int


class EventStore:
    """Reads and appends the logs of games."""

    def __init__(
        self,
        client: Client,
        require_room: RequireRoom | None = None,
        acknowledged: Acknowledged | None = None,
        archive: Archive | None = None,
    ) -> None:
        """Use a client for one server or for a cluster; both look alike here. `require_room` guards every append.

        With `acknowledged` an append counts only once replicas have it. Logs that are archived are read in `archive`.
        """
        self._client = client
        self._logs = LogReader(client, archive)
        self.packer = LogPacker(client)
        self._acknowledged = acknowledged
        self._require_room = require_room
        self._append = Script("append", "moving")
        self._discard_unjudged = Script("discard_unjudged", "moving")
        self._archive_game = Script("archive_game", "moving")
        self._bring_back = Script("bring_back_game", "moving")

    async def append(self, batch: Append) -> Appended:
        """Write a batch, or raise `StaleVersion`, `KeyReused`, `StoreFull` or `OutcomeUnknown`."""
        if self._require_room is not None:
            await self._require_room()
        first, last = Version(batch.version + 1), Version(batch.version + len(batch.records))
        memo = msgspec.json.encode(_Remembered(batch.command.body, first, last))
        secret = batch.secret.hex() if batch.secret else ""
        due = "" if batch.due is None else str(batch.due)
        unjudged = "1" if batch.unjudged else ""
        newcomers = "".join(f" {user}" for user in batch.newcomers)
        with writing():
            code, answer = await self._run(
                self._append,
                keys.of(batch.game),
                [
                    *(*batch[:4], batch.command.key, memo, due, secret, unjudged, keys.HINTS, newcomers),
                    *_lines(batch.records),
                ],
            )
        if code == _REPEATED:
            return await self._known(batch.game, batch.command, answer)
        if code == _STALE and batch.version and not answer and await self._brought_back(batch.game):
            return await self.append(batch)
        if code == _STALE:
            raise StaleVersion(batch.version, answer)
        if code == _FORKED:
            raise BadRecord(answer, "the head of the log is not the one that this server has folded")
        return Appended(first, last)

    async def load(self, game: GameId, until: Version | None = None) -> Loaded:
        """All that a game is folded from, up to a version if one is given; or `NotFound`."""
        return await self._logs.load(game, until)

    async def remembered(self, game: GameId, command: CommandKey) -> Appended | None:
        """Where a command was written, if it was."""
        with reading():
            answer = await self._client.hget(keys.of(game).commands, command.key)
        return None if answer is None else await self._known(game, command, answer)

    def _run(self, script: Script, names: Sequence[str], arguments: Sequence[object]) -> Awaitable[Any]:
        if self._acknowledged is None:
            return script.run(self._client, names, arguments)
        return self._acknowledged.run(script, names, arguments)

    async def _known(self, game: GameId, command: CommandKey, answer: bytes) -> Appended:
        """Where a command was written before: its writer may have been left in doubt whether replicas have it."""
        if self._acknowledged is not None:
            with writing():
                await self._acknowledged.write_again(keys.of(game).commands, command.key, answer)
        return _repeated(answer, command)

    async def read(self, game: GameId, after: int = 0, limit: int | None = None) -> list[Record]:
        """The records after a version, in order; `BadRecord` names one that cannot be read."""
        return await self._logs.read(game, after, limit)

    async def version(self, game: GameId) -> Version:
        """The newest version of a game; 0 if there is none."""
        return await self._logs.version(game)

    async def is_archived(self, game: GameId) -> bool:
        """Whether the log of a game lies in the archive."""
        with reading():
            return bool(await self._client.hexists(keys.of(game).facts, "archived"))

    async def let_go(self, game: GameId, version: int, head: str) -> bool:
        """Forget the log of a game that was archived up to a version; False if the game went on meanwhile."""
        with repeatable():
            places = [*keys.of(game), keys.snapshots(game), keys.pages(game)]
            return bool(await self._archive_game.run(self._client, places, [game, version, head]))

    async def _brought_back(self, game: GameId) -> bool:
        """Whether a log lay in the archive: it stands in Redis again, since a table that is over may still go on."""
        records = await self._logs.archived(game)
        if records:
            names = [keys.of(game).stream, keys.of(game).facts]
            with writing():
                await self._run(self._bring_back, names, [len(records), *_lines(records)])
        return bool(records)

    async def head(self, game: GameId) -> str | None:
        """The hash of the newest event of a game, if there is one."""
        with reading():
            found = await self._client.hget(keys.of(game).facts, "head")
        return None if found is None else found.decode()

    async def secret(self, game: GameId) -> bytes:
        """The server's secret of a game, or `NotFound`."""
        with reading():
            found = await self._client.hget(keys.of(game).facts, "secret")
        if found is None:
            raise NotFound(game)
        return bytes.fromhex(found.decode())

    async def is_unjudged(self, game: GameId) -> bool:
        """Whether the game was imported without anybody here having judged it."""
        with reading():
            return bool(await self._client.hexists(keys.of(game).facts, "unjudged"))

    async def discard_unjudged(self, game: GameId) -> bool:
        """Forget a game, if it was imported without anybody here having judged it."""
        with repeatable():
            places = [*keys.of(game), keys.snapshots(game), keys.pages(game)]
            return bool(await self._discard_unjudged.run(self._client, places, [game]))

    async def keep_printed(self, text: bytes) -> None:
        """Keep printed data under its hash, before a log names it; what was kept once stays."""
        name = sha256(text).hexdigest()
        with repeatable():
            if not await self._client.hexists(keys.KeyKind.PRINTED, name):
                await self._client.hset(keys.KeyKind.PRINTED, name, text)

    async def printed(self) -> dict[str, bytes]:
        """All printed data that logs may name, by hash."""
        with reading():
            found = await self._client.hgetall(keys.KeyKind.PRINTED)
        return {name.decode(): text for name, text in found.items()}

    async def games(self) -> list[GameId]:
        """Every game, in no particular order."""
        found: list[GameId] = []
        with reading():
            for partition in range(keys.PARTITIONS):
                found += [GameId(name.decode()) for name in await self._client.smembers(keys.games(partition))]
        return found

    async def now(self) -> float:
        """The time in seconds by the store's own clock."""
        with reading():
            seconds, micros = await self._client.time()
        return seconds + micros / 1_000_000

    async def owed(self, until: float, after: float | None = None) -> list[GameId]:
        """The games that wait for the system, a bot or a deadline, which is due by `until` (but not by `after`)."""
        found: list[GameId] = []
        low = "-inf" if after is None else f"({after}"
        with reading():
            for partition in range(keys.PARTITIONS):
                due = await self._client.zrangebyscore(keys.owed(partition), low, until)
                found += [GameId(name.decode()) for name in due]
        return found


def _lines(records: Sequence[Record]) -> list[bytes]:
    """Records as scripts take them: pairs of text and openings."""
    return [part for one in records for part in (one.text, encode_openings(one.openings) if one.openings else b"")]


def remembered_at(memo: bytes) -> tuple[int, int]:
    """The first and the last version of what a command wrote, of which something is remembered."""
    known = msgspec.json.decode(memo, type=_Remembered)
    return known.first, known.last


def _repeated(answer: bytes, command: CommandKey) -> Appended:
    known = msgspec.json.decode(answer, type=_Remembered)
    if known.body != command.body:
        raise KeyReused
    return Appended(Version(known.first), Version(known.last), repeated=True)
