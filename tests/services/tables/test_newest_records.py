"""The end of a log is read once, and then only what came since; another log is never taken for it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from domain.kernel.envelope import GENESIS, Envelope, Record
from domain.kernel.ids import GameId, Version
from services.cache import Cache
from services.tables.newest_records import MOST, newest_records

GAME = GameId("a-game")
NULL = msgspec.Raw(b"null")


class Log:
    """A store of one log, which notes how much of it was read."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.records = list(records)
        self.reads: list[tuple[int, int]] = []

    async def read(self, _: GameId, after: int, limit: int) -> list[Record]:
        self.reads.append((after, limit))
        return self.records[after : after + limit]

    async def newest(self, version: int) -> Sequence[Record]:
        store: Any = self
        return await newest_records(store, GAME, Version(version), self.records[version - 1].hash())


def grown(records: Sequence[Record], by: int, note: str = "") -> list[Record]:
    """A log with so many records more; `note` makes them others than those of another log."""
    found = [*records]
    for version in range(len(records) + 1, len(records) + by + 1):
        envelope = Envelope(
            game=GAME,
            version=Version(version),
            at=note,
            actor=0,
            command_id="",
            command=NULL,
            step=0,
            type="",
            schema=1,
            data=NULL,
            prev=found[-1].hash() if found else GENESIS,
        )
        found.append(Record(msgspec.json.encode(envelope)))
    return found


@pytest.fixture(autouse=True)
def _nothing_known() -> Iterator[None]:
    Cache.clear_all()
    yield
    Cache.clear_all()


async def test_only_what_came_since_is_read() -> None:
    log = Log(grown([], 3 * MOST))
    for version in (1, 5, MOST, MOST + 3, MOST + 3, 3 * MOST):
        expected = log.records[max(version - MOST, 0) : version]
        assert list(await log.newest(version)) == expected
    assert log.reads == [(0, 1), (1, 4), (5, MOST - 5), (MOST, 3), (2 * MOST, MOST)]


async def test_an_earlier_version_is_read_by_itself_and_spoils_nothing() -> None:
    log = Log(grown([], 20))
    for version in (20, 10, 20):
        assert list(await log.newest(version)) == log.records[:version]
    assert log.reads == [(0, 20), (0, 10)]


async def test_the_end_of_another_log_is_not_taken_for_its_own() -> None:
    shared = grown([], 5)
    one, other = Log(grown(shared, 5)), Log(grown(shared, 9, "restored from an older backup"))
    await one.newest(10)
    found = await other.newest(14)
    assert list(found) == other.records
    assert all(later.envelope().prev == earlier.hash() for earlier, later in pairwise(found))
