"""Settles what is past: drops what nobody can need any more, after `settle_days`.

An entry of the feed is needed until every reader of it has passed: the projector (in the live generation), the
notifier, and the digest of heads of its day. Whoever begins later reads the games themselves. The keys of requests are
needed as long as somebody may repeat one. The newest entry of a partition stays, and says where its feed ends.

Nothing is lost if this dies halfway: an entry goes only after its game was settled, and settling twice changes nothing.
"""

from datetime import UTC, datetime, timedelta

import structlog

from domain.kernel.clock import DAY, SECOND, Millis
from domain.kernel.errors import StoreFull, StoreUnavailable
from projections.runner import START, FeedEntry
from services.foundation import Services
from services.store.client import giving_bytes
from services.store.old_keys import OldKeys

_EVERY: Millis = 3600 * SECOND
_BATCH = 256
_log = structlog.get_logger()


class Settling:
    """Remembers when it last looked, so that a sweep costs nothing but once an hour."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._feed = services.feed()
        self._keys = OldKeys(giving_bytes(services.client))
        self._next: Millis = 0

    async def catch_up(self) -> None:
        """Settle what is old enough by now, at most once an hour."""
        now = self._services.tables.now()
        if now >= self._next:
            await self.settle(now)
            self._next = now + _EVERY

    async def settle(self, now: Millis) -> int:
        """Forget the entries of the feed that are old enough; gives how many."""
        before = await self._settled_before(now)
        trimmed = (
            0 if before is None else sum([await self._settle(one, before) for one in range(self._feed.partitions)])
        )
        if trimmed:
            _log.info("feed_trimmed", entries=trimmed)
        return trimmed

    async def _settled_before(self, now: Millis) -> Millis | None:
        """The moment before which entries are old, and no digest of heads is made of them any more."""
        digests = await self._services.server.heads.digests()
        if not digests:
            return None
        day = datetime.fromisoformat(digests[0].day).replace(tzinfo=UTC) + timedelta(days=1)
        return min(now - self._services.settings.settle_days * DAY, int(day.timestamp() * SECOND))

    async def _settle(self, partition: int, before: Millis) -> int:
        """Settle the games of a partition's old entries, and forget all of these but the last one."""
        passed = await self._passed(partition)
        trimmed, at = 0, START
        while True:
            entries = await self._feed.after(partition, at, _BATCH)
            old = [one for one in entries if _place(one.id) <= passed and _place(one.id)[0] < before]
            if old:
                for entry in {one.game: one for one in old}.values():
                    await self._settle_game(entry)
                await self._feed.trim(partition, old[-1].id)
                trimmed += len(old) - (at == START)  # what was left of the batch before goes too
                at = old[-1].id
            if len(old) < _BATCH:
                return trimmed

    async def _passed(self, partition: int) -> tuple[int, int]:
        """How far everybody has read a partition who reads it on and on."""
        models, outbox = self._services.models, self._services.notices.outbox
        checkpoints = (await models.checkpoint(await models.live(), partition), await outbox.checkpoint(partition))
        return min(_place(one or START) for one in checkpoints)

    async def _settle_game(self, entry: FeedEntry) -> None:
        """Drop what nobody needs of a game up to a version that it reached long ago."""
        try:
            await self._keys.drop(entry.game, until=entry.version)
        except (StoreUnavailable, StoreFull):
            raise
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one game must not keep the others waiting
            _log.error("game_not_settled", game=entry.game, error=type(error).__name__)


def _place(entry: str) -> tuple[int, int]:
    """The id of a feed's entry as it counts: when it was written, and as which within that millisecond."""
    moment, _, number = entry.partition("-")
    return int(moment), int(number)
