"""The notifier: follows the feed and puts deliveries into the outbox. It sends nothing; the sender does.

It has a checkpoint of its own in every partition, and knows for every game the version up to which notices were made.
Where there is no checkpoint it begins at the feed's end: what happened before there was an outbox is no news. Making
the read models anew does not touch it. Deliveries, versions and checkpoint are kept together, and a delivery has a
name that follows from its event; so a crash, a double feed entry or two notifiers change nothing.
"""

import asyncio
from collections.abc import Sequence

from domain.kernel.clock import DAY, Millis, moment
from domain.kernel.errors import StoreFull, StoreUnavailable
from domain.kernel.ids import Version
from projections.match_follower import MatchFollower
from projections.runner import Alarm, FeedEntry
from services.notices.desk import NoticeDesk
from services.notices.followers import Follower, Followers, followed, reminded
from services.notices.notices import GamePostings, Notice, Planned, Posting, notices, planned, postings
from services.store.feed import RedisFeed

NEWS = 2 * DAY
"""What happened longer ago is no news, whether the notifier was down for so long or a game was imported."""
_BATCH = 256


class Notifier:
    """Brings the outbox up to the feed."""

    def __init__(
        self, feed: RedisFeed, matches: MatchFollower, desk: NoticeDesk, followers: Followers, alarm: Alarm
    ) -> None:
        """`alarm` gets every game that cannot be followed."""
        self._feed = feed
        self._matches = matches
        self._outbox = desk.outbox
        self._directory = desk.directory
        self._followers = followers
        self._now = desk.tables.now
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
            await self._outbox.post(partition, entries[-1].id, news, self._now())

    async def _read(self, entries: Sequence[FeedEntry]) -> list[GamePostings]:
        first = {entry.game: entry for entry in reversed(entries)}
        last = {entry.game: entry.version for entry in entries}
        versions = await self._outbox.notified_up_to(list(first))
        return [
            await self._postings(entry, versions.get(game))
            for game, entry in first.items()
            if versions.get(game, 0) < last[game]
        ]

    async def _postings(self, entry: FeedEntry, before: Version | None) -> GamePostings:
        """What follows from the batches after the version before; of a game that is new here, from this entry on."""
        game = entry.game
        try:
            since = await self._matches.batch_before(game, entry.version) if before is None else before
            match, batches = await self._matches.since(game, since)
            old = self._now() - NEWS
            new = [it for it in batches if moment(it.lines[-1].envelope().at) > old]
            events = [(moment(it.lines[-1].envelope().at), notice) for it in new for notice in notices(game, it)]
            deliveries = [posting for at, notice in events for posting in await self._addressed(notice, at)]
            followers = await self._followers.of(game, match.people)
            deliveries += followed(game, new, followers)
            for one in planned(match):
                deliveries += await self._planned(one, followers) if one.at > old else []
            return GamePostings(game, match.version, deliveries)
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
