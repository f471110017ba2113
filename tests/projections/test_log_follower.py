"""What a follower caches: the most recently used logs, only what is new is read, and never a fold that failed."""

from collections.abc import Sequence

import pytest

from domain.kernel.envelope import GENESIS, Record
from domain.kernel.ids import GameId, Version
from projections.log_follower import LogFollower
from tests.kit.logged_match import played
from tests.kit.taberna import GAME
from tests.projections.logs import REGISTRY, Log

ONE, OTHER = played(GAME, 2, 5).records, played(GAME, 2, 6).records
A, B, C = GameId("a"), GameId("b"), GameId("c")


class Seen:
    """Remembers the hashes that it was given, and refuses what it is told to."""

    def __init__(self, game_id: GameId) -> None:
        self.game_id = game_id
        self.version = Version(0)
        self.head = GENESIS
        self.weight = 1
        self.hashes: list[str] = []

    def add(self, records: Sequence[Record]) -> bool:
        if self.version and any(record.envelope().type == "GameFinished" for record in records):
            return False
        self.hashes += [record.hash() for record in records]
        self.version, self.head = records[-1].envelope().version, records[-1].hash()
        return True


class CountingLog(Log):
    """Notes what is asked for."""

    def __init__(self, records: Sequence[Record]) -> None:
        super().__init__(records)
        self.asked: list[tuple[GameId, int, int | None]] = []

    async def read(self, game: GameId, after: int = 0, limit: int | None = None) -> list[Record]:
        self.asked.append((game, after, limit))
        return await super().read(game, after, limit)


def follower(log: Log, size: int = 2) -> LogFollower[Seen]:
    return LogFollower(log, REGISTRY, lambda game_id, _codec, _first: Seen(game_id), size)


def hashes(records: Sequence[Record]) -> list[str]:
    return [record.hash() for record in records]


async def test_only_what_is_new_is_read() -> None:
    log = CountingLog(ONE[:10])
    seen = follower(log)
    await seen.newest(A)
    log.records = ONE[:20]
    assert (await seen.newest(A)).hashes == hashes(ONE[:20])
    assert (await seen.at(A, Version(20), ONE[19].hash())).hashes == hashes(ONE[:20])
    assert log.asked == [(A, 0, None), (A, 10, None)]


async def test_the_least_recently_used_log_is_forgotten() -> None:
    log = CountingLog(ONE[:10])
    seen = follower(log)
    for game in (A, B, A, C, A, B):
        await seen.newest(game)
    assert [(game, after) for game, after, _ in log.asked] == [(A, 0), (B, 0), (A, 10), (C, 0), (A, 10), (B, 0)]


@pytest.mark.parametrize("version", [9, 10, 11])
async def test_a_log_that_was_lost_and_written_anew_is_folded_anew(version: int) -> None:
    log = Log(ONE[:10])
    seen = follower(log)
    await seen.newest(A)
    log.records = OTHER
    at = await seen.at(A, Version(version), OTHER[version - 1].hash())
    assert at.hashes == hashes(OTHER[:version])


async def test_what_cannot_be_added_is_folded_from_the_start() -> None:
    log = Log(ONE[:10])
    seen = follower(log)
    await seen.newest(A)
    log.records = ONE
    assert (await seen.newest(A)).hashes == hashes(ONE)


async def test_before_the_first_version_there_is_nothing() -> None:
    assert (await follower(Log(ONE)).at(A, Version(0), GENESIS)).hashes == []


async def test_a_fold_that_failed_is_not_cached() -> None:
    log = CountingLog(ONE[:10])
    seen = follower(log)
    await seen.newest(A)
    log.records = [*ONE[:10], Record(ONE[10].text.replace(b'"type"', b'"kind"'))]
    with pytest.raises(ValueError, match="type"):
        await seen.newest(A)
    log.records = ONE[:11]
    assert (await seen.newest(A)).hashes == hashes(ONE[:11])
    assert log.asked[-1] == (A, 0, None)
