"""The projector: follows the feed and keeps read models up to date.

A feed entry only says that a game reached a version. The model is made from the game's own stream and stored together
with the checkpoint, and only a newer version replaces an older one; so a crash, a double delivery, a lost order or two
projectors at once change nothing.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from typing import NamedTuple, Protocol

from domain.kernel.errors import ActaError, BadRecord
from domain.kernel.ids import GameId
from projections.folds import Folds
from projections.lobby import LobbyRow, lobby_row

_BATCH = 256


class FeedEntry(NamedTuple):
    """A place in a partition's feed, and the game that went on."""

    id: str
    game: GameId


class Feed(Protocol):
    """The partitioned feed."""

    partitions: int

    async def after(self, partition: int, checkpoint: str, limit: int) -> list[FeedEntry]:
        """The entries after a checkpoint."""
        ...

    def hints(self) -> AsyncIterator[int | None]:
        """The partitions that may have something new, as it happens; `None` now and then: look at all of them."""
        ...


class Models(Protocol):
    """Where rows are kept, together with how far each partition was read."""

    async def checkpoint(self, partition: int) -> str:
        """How far a partition was read."""
        ...

    async def store(self, partition: int, checkpoint: str, rows: Sequence[LobbyRow]) -> None:
        """Keep rows and checkpoint in one transaction."""
        ...


class Projector:
    """Brings the read models up to the feed."""

    def __init__(self, feed: Feed, folds: Folds, models: Models, alarm: Callable[[GameId, ActaError], None]) -> None:
        """`alarm` hears of games whose log cannot be read; the others go on."""
        self._feed = feed
        self._folds = folds
        self._models = models
        self._alarm = alarm

    async def follow(self) -> None:
        """Work until cancelled."""
        async for partition in self._feed.hints():
            if partition is None:
                await asyncio.gather(*(self.catch_up(number) for number in range(self._feed.partitions)))
            else:
                await self.catch_up(partition)

    async def catch_up(self, partition: int) -> None:
        """Read a partition's feed to its end."""
        while True:
            checkpoint = await self._models.checkpoint(partition)
            entries = await self._feed.after(partition, checkpoint, _BATCH)
            if not entries:
                return
            rows = [row for game in dict.fromkeys(entry.game for entry in entries) if (row := await self._row(game))]
            await self._models.store(partition, entries[-1].id, rows)

    async def _row(self, game: GameId) -> LobbyRow | None:
        try:
            return lobby_row(await self._folds.newest(game))
        except BadRecord as error:
            self._alarm(game, error)
            return None
