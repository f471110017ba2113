"""The notifier: follows the feed and puts deliveries into the outbox. It sends nothing; jobs do.

It has a checkpoint of its own in every partition, and knows for every game the version up to which notices were made.
Where there is no checkpoint it begins at the feed's end: what happened before there was an outbox is no news. Making
the read models anew does not touch it. Deliveries, versions and checkpoint are kept together, and a delivery has a
name that follows from its event; so a crash, a double feed entry or two notifiers change nothing.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from domain.kernel.clock import DAY, Millis, moment
from domain.kernel.errors import StoreFull, StoreUnavailable
from domain.kernel.ids import GameId, UserId, Version
from projections.followers import Follower, Followers, followed, reminded
from projections.match_follower import MatchFollower
from projections.outbox import Notice, Planned, Posting, Recipient, notices, planned, postings
from projections.runner import Alarm, FeedEntry

NEWS = 2 * DAY
"""What happened longer ago is no news, whether the notifier was down for so long or a game was imported."""
_BATCH = 256


class Feed(Protocol):
    """The partitioned feed."""

    partitions: int

    async def after(self, partition: int, checkpoint: str, limit: int) -> list[FeedEntry]:
        """The entries after a checkpoint."""
        ...

    async def end(self, partition: int) -> str:
        """The checkpoint after the newest entry."""
        ...

    def hints(self) -> AsyncIterator[Collection[int]]:
        """The partitions that may have something new, as it happens, and now and then all that are to be read here."""
        ...


class GamePostings(NamedTuple):
    """What follows from a game up to a version."""

    game: GameId
    version: Version
    postings: Sequence[Posting]


class Outbox(Protocol):
    """Where deliveries are kept, together with how far each partition was read."""

    async def checkpoint(self, partition: int) -> str | None:
        """How far a partition was read; `None` if nobody has begun."""
        ...

    async def begin(self, partition: int, checkpoint: str) -> None:
        """Begin a partition, unless somebody has."""
        ...

    async def notified_up_to(self, games: Sequence[GameId]) -> Mapping[GameId, Version]:
        """The versions up to which notices of games were made."""
        ...

    async def post(self, partition: int, checkpoint: str, news: Sequence[GamePostings], now: Millis) -> None:
        """Keep deliveries, versions and checkpoint, all or nothing; nothing is kept twice."""
        ...


class Directory(Protocol):
    """Where people can be reached."""

    async def recipient(self, user: UserId) -> Recipient:
        """How a person can be reached now."""
        ...


class Notifier:
    """Brings the outbox up to the feed."""

    def __init__(  # noqa: PLR0913 - what to read, where to keep it, what to call
        self,
        feed: Feed,
        matches: MatchFollower,
        outbox: Outbox,
        directory: Directory,
        followers: Followers,
        *,
        now: Callable[[], Millis],
        hand_over: Callable[[str], None],
        alarm: Alarm,
    ) -> None:
        """`hand_over` gets every delivery that is due at once, `alarm` every game that cannot be followed."""
        self._feed = feed
        self._matches = matches
        self._outbox = outbox
        self._directory = directory
        self._followers = followers
        self._now = now
        self._hand_over = hand_over
        self._alarm = alarm

    async def follow(self) -> None:
        """Work until cancelled. While the store is away nothing is lost: the checkpoint stays where it is."""
        async for partitions in self._feed.hints():
            try:
                await asyncio.gather(*(self.catch_up(number) for number in partitions))
            except (StoreUnavailable, StoreFull):
                continue

    async def catch_up(self, partition: int) -> None:
        """Read a partition's feed to its end."""
        while True:
            checkpoint = await self._outbox.checkpoint(partition)
            if checkpoint is None:
                await self._outbox.begin(partition, await self._feed.end(partition))
                return
            entries = await self._feed.after(partition, checkpoint, _BATCH)
            if not entries:
                return
            news = await self._read(entries)
            now = self._now()
            await self._outbox.post(partition, entries[-1].id, news, now)
            for posting in (posting for game in news for posting in game.postings):
                if posting.due <= now:
                    self._hand_over(posting.delivery.id)

    async def _read(self, entries: Sequence[FeedEntry]) -> list[GamePostings]:
        first = {entry.game: entry for entry in reversed(entries)}
        last = {entry.game: entry.version for entry in entries}
        known = await self._outbox.notified_up_to(list(first))
        return [
            await self._postings(entry, known.get(game))
            for game, entry in first.items()
            if known.get(game, 0) < last[game]
        ]

    async def _postings(self, entry: FeedEntry, known: Version | None) -> GamePostings:
        """What follows from the batches after a known version; of a game that is new here, from this entry on."""
        game = entry.game
        try:
            since = await self._matches.batch_before(game, entry.version) if known is None else known
            match, batches = await self._matches.since(game, since)
            old = self._now() - NEWS
            new = [it for it in batches if moment(it.lines[-1].envelope().at) > old]
            found = [(moment(it.lines[-1].envelope().at), notice) for it in new for notice in notices(game, it)]
            posted = [posting for at, notice in found for posting in await self._addressed(notice, at)]
            followers = await self._followers.of(game, match.people)
            posted += followed(game, new, followers)
            for one in planned(match):
                posted += await self._planned(one, followers) if one.at > old else []
            return GamePostings(game, match.version, posted)
        except (StoreUnavailable, StoreFull):
            raise
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one game must not keep others from their mail
            self._alarm(game, error)
            return GamePostings(game, entry.version, ())

    async def _planned(self, planned: Planned, followers: Sequence[Follower]) -> list[Posting]:
        by_person = await self._addressed(planned.notice, planned.at, is_planned=True)
        return by_person + reminded(planned, followers)

    async def _addressed(self, notice: Notice, at: Millis, *, is_planned: bool = False) -> list[Posting]:
        return postings(notice, await self._directory.recipient(notice.user), at, is_planned=is_planned)
