"""Following logs: what was folded from a log is cached, and brought on by what is new of it.

Each new line names the hash of the one before it, so a store that lost its newest events is noticed, and its log is
then folded anew; so is a log whose newest events take back what was folded.
"""

from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeAlias, TypeVar

from domain.kernel.envelope import Codec, Record
from domain.kernel.ids import GameId, Version
from domain.kernel.log import read_created
from domain.registry import Registry
from services.cache import Cache


class Logs(Protocol):
    """Where the logs of games are read."""

    async def read(self, game: GameId, after: int = 0, limit: int | None = None) -> list[Record]:
        """The records after a version."""
        ...


class Followed(Protocol):
    """What is folded from one log: up to a version, whose hash is `head`."""

    game_id: GameId
    version: Version
    head: str

    @property
    def weight(self) -> int:
        """What it takes of the cache."""
        ...

    def add(self, records: Sequence[Record]) -> bool:
        """Fold the records after `version`; false, and nothing is changed, if that needs the log from its start."""
        ...


F = TypeVar("F", bound=Followed)
Start: TypeAlias = Callable[[GameId, Codec, Record], F]
"""Gives the empty fold of a game's log, which begins with that record."""


class LogFollower(Generic[F]):
    """Caches the folds of the most recently used logs. If a log cannot be folded, nothing of it is cached."""

    def __init__(self, logs: Logs, registry: Registry, start: Start[F], most: int) -> None:
        """`start` gives the empty fold of a log; `most` is their weight together."""
        self._logs = logs
        self._registry = registry
        self._codecs = {game.meta.slug: Codec(game) for game in registry}
        self._start = start
        self._cache: Cache[GameId, F] = Cache(most)

    async def newest(self, game_id: GameId) -> F:
        """The fold of a log up to its head."""
        cached = self._cache.take(game_id)
        records = await self._logs.read(game_id, after=cached.version if cached else 0)
        if cached is None or not await self._added(cached, records):
            cached = await self._folded(game_id, records if cached is None else await self._logs.read(game_id))
        return self._put(cached)

    async def at(self, game_id: GameId, version: Version, head: str | None) -> F:
        """The fold of a log up to a version, whose hash is `head` if that is known."""
        cached = self._cache.take(game_id)
        if cached is not None and not _leads_to(cached, version, head):
            cached = None
        if cached is not None and cached.version < version:
            records = await self._logs.read(game_id, after=cached.version, limit=version - cached.version)
            cached = cached if await self._added(cached, records) else None
        if cached is None:
            records = await self._logs.read(game_id, limit=max(version, 1))
            cached = await self._folded(game_id, records, version)
        return self._put(cached)

    async def _folded(self, game_id: GameId, records: Sequence[Record], version: Version | None = None) -> F:
        game = self._registry.get(read_created(records).game)
        followed = self._start(game_id, self._codecs[game.meta.slug], records[0])
        if version != 0:
            await self._add(followed, records)
        return followed

    async def _added(self, followed: F, records: Sequence[Record]) -> bool:
        """Whether records follow on what was folded, and are folded too now."""
        return not records or (records[0].envelope().prev == followed.head and await self._add(followed, records))

    async def _add(self, followed: F, records: Sequence[Record]) -> bool:
        return followed.add(records)

    def _put(self, followed: F) -> F:
        return self._cache.put(followed.game_id, followed, followed.weight)


def _leads_to(followed: Followed, version: Version, head: str | None) -> bool:
    """Whether a fold stands before a version, or at it in the same log, as far as that is known."""
    return followed.version < version or (followed.version == version and head in {None, followed.head})
