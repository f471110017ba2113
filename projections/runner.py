"""The projector: follows the feed and keeps read models up to date.

A feed entry only says that a game reached a version. The rows are made from the game's own stream and stored together
with the checkpoint, and only a newer version replaces an older one; so a crash, a double delivery, a lost order or two
projectors at once change nothing. It never writes an event.

A feed forgets what everybody has read. Where there is no checkpoint, each game of the partition is read instead, once.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import suppress
from time import monotonic
from typing import NamedTuple, Protocol

from domain.kernel.errors import ActaError, StoreFull, StoreUnavailable
from domain.kernel.ids import GameId, Version
from projections.match_follower import MatchFollower
from projections.models import make
from projections.rows import Outcome, ParkedGame

_BATCH = 256
_PARKED_SECONDS = 20.0
START = "0-0"
"""The checkpoint before the first entry: nobody has read that partition."""
_NO_ENTRY = "0-1"
"""The checkpoint of a partition of which every game was read while its feed was empty."""

Alarm = Callable[[GameId, Exception], None]


class FeedEntry(NamedTuple):
    """A place in a partition's feed, and the game that went on."""

    id: str
    game: GameId
    version: Version


class ProjectorFeed(Protocol):
    """The partitioned feed."""

    async def after(self, partition: int, checkpoint: str, limit: int) -> list[FeedEntry]:
        """The entries after a checkpoint."""
        ...

    async def end(self, partition: int) -> str:
        """The checkpoint after the newest entry."""
        ...

    async def games(self, partition: int) -> list[GameId]:
        """Every game of a partition."""
        ...

    def hints(self) -> AsyncIterator[Collection[int]]:
        """The partitions that may have something new, as it happens, and now and then all that are to be read here."""
        ...


class Models(Protocol):
    """Where rows are kept, together with how far each partition was read.

    All rows stand in a generation; the live one is read by everybody, another one may be made beside it.
    """

    async def live(self) -> str:
        """The generation that is read."""
        ...

    async def checkpoint(self, generation: str, partition: int) -> str:
        """How far a partition was read."""
        ...

    async def store(self, generation: str, partition: int, checkpoint: str, outcomes: Sequence[Outcome]) -> None:
        """Keep outcomes and checkpoint in one transaction; nothing older replaces anything newer."""
        ...

    async def parked(self) -> list[ParkedGame]:
        """The games of the live generation that could not be projected."""
        ...

    async def switch(self, generation: str) -> None:
        """Make a complete generation the live one, and let the one before it fade."""
        ...


class Projector:
    """Brings the read models up to the feed."""

    def __init__(self, feed: ProjectorFeed, matches: MatchFollower, models: Models, alarm: Alarm) -> None:
        """`alarm` is called with games that cannot be projected; the others go on."""
        self._feed = feed
        self._matches = matches
        self._models = models
        self._alarm = alarm
        self._again_at = 0.0

    async def follow(self) -> None:
        """Work until cancelled. While the store is away nothing is lost: the checkpoint stays where it is."""
        async for partitions in self._feed.hints():
            try:
                await self._try_parked_again()
                await asyncio.gather(*(self.catch_up(number) for number in partitions))
            except (StoreUnavailable, StoreFull):
                continue

    async def catch_up(
        self, partition: int, generation: str | None = None, report: Callable[[int], None] = lambda _read: None
    ) -> None:
        """Read a partition's feed to its end into a generation (the live one); `report` is given how many were read.

        Which one is live is asked before each step: a rebuild may switch over in the middle of a busy feed.
        """
        reached: dict[str, dict[GameId, Version]] = {}
        while True:
            target = generation or await self._models.live()
            checkpoint = await self._models.checkpoint(target, partition)
            if checkpoint == START:
                await self._read_all(target, partition, report)
                continue
            entries = await self._feed.after(partition, checkpoint, _BATCH)
            if not entries:
                return
            known = reached.setdefault(target, {})
            outcomes = [await self._outcome(entry.game, entry.version) for entry in _newest(entries, known)]
            await self._models.store(target, partition, entries[-1].id, outcomes)
            known |= {outcome.game: outcome.version for outcome in outcomes}
            report(len(entries))

    async def _read_all(self, generation: str, partition: int, report: Callable[[int], None]) -> None:
        """Read each game of a partition into a generation. What happens meanwhile stands in the feed after its end."""
        end = await self._feed.end(partition)
        games = sorted(await self._feed.games(partition))
        for start in range(0, len(games), _BATCH):
            some = games[start : start + _BATCH]
            await self._models.store(generation, partition, START, [await self._outcome(game) for game in some])
            report(len(some))
        await self._models.store(generation, partition, _NO_ENTRY if end == START else end, ())

    async def _try_parked_again(self) -> None:
        """Project now and then what could not be: by a release that did not know its events, or before it was mended.

        No checkpoint moves by that: those only ever move on.
        """
        if monotonic() < self._again_at:
            return
        self._again_at = monotonic() + _PARKED_SECONDS
        for parked in await self._models.parked():
            with suppress(Exception):  # as before; it was told when it was parked
                made = make(await self._matches.newest(parked.game))
                await self._models.store(await self._models.live(), 0, START, [made])

    async def _outcome(self, game: GameId, version: Version | None = None) -> Outcome:
        try:
            return make(await self._matches.newest(game))
        except (StoreUnavailable, StoreFull):
            raise
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one game must not stop the others
            self._alarm(game, error)
            return ParkedGame(game, version or await self._matches.version(game), reason_of(error))


def reason_of(error: Exception) -> str:
    """Why a game is parked. What an unexpected error says may hold what is hidden in the game: its name must do."""
    return str(error) if isinstance(error, ActaError) else type(error).__name__


def _newest(entries: Sequence[FeedEntry], reached: dict[GameId, Version]) -> list[FeedEntry]:
    """The last entry of each game, unless its rows were made already."""
    last = {entry.game: entry for entry in entries}
    return [entry for entry in last.values() if entry.version > reached.get(entry.game, 0)]
