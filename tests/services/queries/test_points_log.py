"""What is read from the end of a log, or cached of it, tells the same as the whole log."""

from typing import cast

import pytest
from fakeredis import FakeAsyncRedis

from domain.kernel.envelope import GENESIS, Record
from domain.kernel.ids import GameId, Version
from domain.registry import Registry
from services.queries.last_seen import last_seen
from services.queries.long_reads import LongReads
from services.queries.points_log import PointsLogs
from services.store.events import Append, CommandKey, EventStore
from services.store.snapshots import Snapshots
from services.story.ledger import entries_of, ledger
from services.story.recap import last_act, news_since
from services.tables.hot_tables import Tables
from tests.kit.appended_match import AppendedMatch, played_with_undos
from tests.kit.logged_match import under_id
from tests.kit.taberna import GAME as TABERNA
from tests.services.store.servers import AnyRedis


class CountingStore(EventStore):
    """Counts the records that are read."""

    records = 0

    async def read(self, game: GameId, after: int = 0, limit: int | None = None) -> list[Record]:
        found = await super().read(game, after, limit)
        self.records += len(found)
        return found


@pytest.fixture
def redis() -> AnyRedis:
    return FakeAsyncRedis()


@pytest.fixture
def store(redis: AnyRedis) -> CountingStore:
    return CountingStore(redis)


def game_of(appended: AppendedMatch) -> GameId:
    return appended.appends[0].game


def points_logs(store: EventStore, most: int = 9) -> PointsLogs:
    return PointsLogs(Tables(store, cast("Snapshots", None), Registry([TABERNA]), on_owed=print), LongReads(), most)


async def test_a_cached_ledger_is_that_of_the_whole_log_whatever_was_taken_back(store: CountingStore) -> None:
    appended = played_with_undos(5)
    logs, game = points_logs(store), game_of(appended)
    for batch in appended.appends:
        version = (await store.append(batch)).last
        points = await logs.at(game, version, appended.records[version - 1].hash())
        assert entries_of(points.up_to(version)) == ledger(appended.codec, appended.records[:version])
        assert entries_of(points.up_to(Version(10))) == ledger(appended.codec, appended.records[: min(version, 10)])
    assert store.records == len(appended.records), "each record is read once"


async def test_another_log_in_the_place_of_the_one_that_was_read_is_read_anew(
    redis: AnyRedis, store: CountingStore
) -> None:
    game, logs = GameId("0" * 20), points_logs(store)
    for seed in (1, 2):
        appended = played_with_undos(seed)
        lines = under_id(game, appended.records)
        key = CommandKey(f"{seed}", "")
        await store.append(Append(game, Version(0), GENESIS, lines[-1].hash(), lines, key, secret=appended.secret))
        points = await logs.at(game, Version(len(lines)), lines[-1].hash())
        assert entries_of(points.up_to(Version(len(lines)))) == ledger(appended.codec, lines)
        await redis.flushall()


async def test_few_ledgers_are_cached(store: CountingStore) -> None:
    logs = points_logs(store, most=1)
    played = [played_with_undos(seed) for seed in (1, 2)]
    for appended in played:
        for batch in appended.appends:
            await store.append(batch)
    for appended in (*played, played[0]):
        store.records = 0
        await logs.at(game_of(appended), Version(len(appended.records)), appended.records[-1].hash())
        assert store.records == len(appended.records)


@pytest.mark.parametrize("tail", [1, 7, 1000])
async def test_the_last_turn_is_found_from_the_end(store: CountingStore, tail: int) -> None:
    appended = played_with_undos(3)
    host = appended.records[0].envelope().actor
    for batch in appended.appends:
        await store.append(batch)
    for until in range(1, len(appended.records) + 1, 5):
        log = appended.records[:until]
        for actors in ({0}, {1}, {host}, {0, host}, {"nobody"}, set()):
            wanted = news_since(log, actors) if {0, 1} & actors else last_act(log, actors)
            assert await last_seen(store, game_of(appended), Version(until), actors, tail) == wanted, (until, actors)
