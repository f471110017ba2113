"""Following logs: what was folded from a log is kept, and brought on by what is new of it.

A kept fold is only ever a head start. Each new line names the hash of the one before it, so a store that lost its
newest events is noticed, and its log is then folded anew; so is a log whose newest events take back what was folded.
"""

from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from domain.kernel.envelope import Record
from domain.kernel.ids import GameId, Version
from projections.kept_folds import KeptFolds


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
    weight: int

    def add(self, records: Sequence[Record]) -> bool:
        """Fold the records after `version`; false, and nothing is changed, if that needs the log from its start."""
        ...


F = TypeVar("F", bound=Followed)


class LogFollower(Generic[F]):
    """Keeps the folds of the most recently used logs. If a log cannot be folded, nothing of it is kept."""

    def __init__(self, logs: Logs, start: Callable[[GameId, Record], F], kept: KeptFolds[F]) -> None:
        """`start` gives the empty fold of a log that begins with a record."""
        self._logs = logs
        self._start = start
        self._kept = kept

    async def newest(self, game_id: GameId) -> F:
        """The fold of a log up to its head."""
        kept = self._kept.take(game_id)
        records = await self._logs.read(game_id, after=kept.version if kept else 0)
        if kept is None or not _added(kept, records):
            kept = self._folded(game_id, records if kept is None else await self._logs.read(game_id))
        return self._keep(kept)

    async def at(self, game_id: GameId, version: Version, head: str | None) -> F:
        """The fold of a log up to a version, whose hash is `head` if that is known."""
        kept = self._kept.take(game_id)
        if kept is not None and (kept.version > version or (kept.version == version and head not in {None, kept.head})):
            kept = None
        if kept is not None and kept.version < version:
            records = await self._logs.read(game_id, after=kept.version, limit=version - kept.version)
            kept = kept if _added(kept, records) else None
        if kept is None:
            records = await self._logs.read(game_id, limit=max(version, 1))
            kept = self._folded(game_id, records, version)
        return self._keep(kept)

    def _folded(self, game_id: GameId, records: Sequence[Record], version: Version | None = None) -> F:
        followed = self._start(game_id, records[0])
        if version != 0:
            followed.add(records)
        return followed

    def _keep(self, followed: F) -> F:
        self._kept.put(followed)
        return followed


def _added(kept: Followed, records: Sequence[Record]) -> bool:
    """Whether records follow on what was folded, and are folded too now."""
    return not records or (records[0].envelope().prev == kept.head and kept.add(records))
