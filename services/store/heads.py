"""The heads of each day: what the feed says has moved, and the lists and digests that were made of it.

A day that is over has one list and no other: whoever makes it anew makes the same one, and the first is kept.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from domain.kernel.heads import digest_of
from domain.kernel.ids import GameId, Version
from services.store import keys
from services.store.client import Client
from services.store.redis_errors import reading, repeatable

_MILLIS = 1000
_DIGESTS, _LISTS = (keys.KeyKind.HEADS.key(heads_part=part) for part in ("digests", "lists"))


class HeadsDigest(NamedTuple):
    """The digest of a day, and how many games had moved."""

    day: str
    digest: str
    games: int


class Heads:
    """Reads what moved, and keeps lists with their digests."""

    def __init__(self, client: Client) -> None:
        """Keep them beside the logs."""
        self._client = client

    async def first_day(self) -> date | None:
        """The day of the oldest entry of the feed."""
        oldest = []
        with reading():
            for partition in range(keys.PARTITIONS):
                oldest += [id_ for id_, _ in await self._client.xrange(keys.feed(partition), count=1)]
        times = [int(id_.partition(b"-")[0]) / _MILLIS for id_ in oldest]
        return datetime.fromtimestamp(min(times), UTC).date() if times else None

    async def moved(self, day: date) -> dict[GameId, Version]:
        """The games that went on that day (UTC, by the clock of the store), each with the version it reached."""
        start = datetime(day.year, day.month, day.day, tzinfo=UTC)
        first, after = (int(moment.timestamp() * _MILLIS) for moment in (start, start + timedelta(days=1)))
        found: dict[GameId, Version] = {}
        with reading():
            for partition in range(keys.PARTITIONS):
                rows = await self._client.xrange(keys.feed(partition), min=f"{first}", max=f"{after - 1}")
                found |= {GameId(row[b"g"].decode()): Version(int(row[b"v"])) for _, row in rows}
        return found

    async def keep(self, day: date, heads: bytes) -> bool:
        """Keep the list of a day and its digest; false if that day has one."""
        name, told = day.isoformat(), f"{digest_of(heads)} {len(heads.splitlines())}"
        with repeatable():
            await self._client.hsetnx(_LISTS, name, heads.decode())
            return bool(await self._client.hsetnx(_DIGESTS, name, told))

    async def digests(self) -> Sequence[HeadsDigest]:
        """All digests, the newest first."""
        with reading():
            found = await self._client.hgetall(_DIGESTS)
        rows = [(day.decode(), *told.decode().split(" ")) for day, told in found.items()]
        return [HeadsDigest(day, digest, int(games)) for day, digest, games in sorted(rows, reverse=True)]

    async def list_of(self, day: str) -> bytes | None:
        """The list of a day, if there is one."""
        with reading():
            return await self._client.hget(_LISTS, day)
