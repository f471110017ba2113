"""Positions that are cached of games tell the same as a fold of the whole log, in whatever order they are asked for."""

import random

import pytest
from fakeredis import FakeAsyncRedis

from domain.kernel import lifecycle as life
from domain.kernel.envelope import GENESIS
from domain.kernel.errors import NoSuchVersion
from domain.kernel.ids import GameId, Version
from domain.kernel.log import read
from domain.kernel.match import Match
from domain.kernel.replay import fold
from domain.registry import Registry
from services.store.events import Append, CommandKey, EventStore
from services.store.log_reader import Loaded
from services.tables.cached_positions import CachedPositions, MatchThen
from services.tables.folding import LogFolding
from tests.kit.appended_match import AppendedMatch, played_with_undos
from tests.kit.logged_match import state_bytes, under_id
from tests.kit.taberna import GAME
from tests.services.store.servers import AnyRedis

REGISTRY = Registry([GAME])


class CountingStore(EventStore):
    """Counts how often a log is loaded from its nearest snapshot, or its start."""

    loads = 0

    async def load(self, game: GameId, until: Version | None = None) -> Loaded:
        self.loads += 1
        return await super().load(game, until)


@pytest.fixture
def redis() -> AnyRedis:
    return FakeAsyncRedis()


@pytest.fixture
def store(redis: AnyRedis) -> CountingStore:
    return CountingStore(redis)


def folded(appended: AppendedMatch, version: int) -> Match:
    return fold(GAME, appended.secret, read(appended.codec, appended.records[:version]))


def first_whole_version(appended: AppendedMatch) -> int:
    """The end of the set-up, which is never shown half done."""
    types = [record.envelope().type for record in appended.records]
    started = appended.records[types.index(life.GameStarted.__name__)].envelope()
    same = [r for r in appended.records if r.envelope().command_id == started.command_id]
    return same[-1].envelope().version


async def stored(store: EventStore, seed: int) -> AppendedMatch:
    appended = played_with_undos(seed)
    for batch in appended.appends:
        await store.append(batch)
    return appended


@pytest.mark.parametrize("seed", [1, 2, 5])
async def test_every_version_is_shown_as_it_was_wherever_its_fold_begins(store: CountingStore, seed: int) -> None:
    appended = await stored(store, seed)
    folding, first = LogFolding(store, REGISTRY), first_whole_version(appended)
    versions = [*range(first, len(appended.records) + 1)]
    jumps = random.Random(seed).choices(versions, k=2 * len(versions))
    assert any(r.envelope().type == life.ChoicesUndone.__name__ for r in appended.records[first:])
    for version in (*versions, *reversed(versions), *jumps):
        found = await folding.at(appended.game_id, Version(version))
        assert state_bytes(found.match) == state_bytes(folded(appended, version)), version
        assert (found.version, found.head) == (version, appended.records[version - 1].hash())


async def test_whoever_steps_through_a_game_loads_it_once(store: CountingStore) -> None:
    appended = await stored(store, 1)
    folding, first = LogFolding(store, REGISTRY), first_whole_version(appended)
    undone = {r.envelope().version for r in appended.records if r.envelope().type == life.ChoicesUndone.__name__}
    for version in range(first, len(appended.records) + 1):
        store.loads = 0
        await folding.at(appended.game_id, Version(version))
        assert store.loads == (version == first or version in undone), version


async def test_a_version_that_there_is_not_is_not_shown_from_a_cached_one(store: CountingStore) -> None:
    appended = await stored(store, 1)
    folding, last = LogFolding(store, REGISTRY), len(appended.records)
    await folding.at(appended.game_id, Version(last))
    with pytest.raises(NoSuchVersion):
        await folding.at(appended.game_id, Version(last + 1))


async def test_what_was_given_out_can_be_changed_without_harm(store: CountingStore) -> None:
    appended = await stored(store, 1)
    folding, last = LogFolding(store, REGISTRY), Version(len(appended.records))
    for _ in range(3):
        found = await folding.at(appended.game_id, last)
        assert state_bytes(found.match) == state_bytes(folded(appended, last))
        found.match.state.scores[0] += 7
        found.match.table.chairs.clear()


async def test_another_log_in_the_place_of_the_one_that_was_folded_is_folded_anew(
    redis: AnyRedis, store: CountingStore
) -> None:
    game, folding = GameId("0" * 20), LogFolding(store, REGISTRY)
    for seed in (1, 2):
        appended = played_with_undos(seed)
        lines = under_id(game, appended.records)
        key = CommandKey(f"{seed}", "")
        await store.append(Append(game, Version(0), GENESIS, lines[-1].hash(), lines, key, secret=appended.secret))
        version = Version(first_whole_version(appended) + 5)
        found = await folding.at(game, version)
        assert state_bytes(found.match) == state_bytes(
            fold(GAME, appended.secret, read(appended.codec, lines[:version]))
        )
        await redis.flushall()


def test_what_was_looked_back_into_last_is_cached_and_found_from_shortly_after() -> None:
    match = played_with_undos(1).match
    one = CachedPositions(REGISTRY, most=1)
    many = CachedPositions(REGISTRY)
    for game in ("a", "b"):
        for version in (10, 20, 30):
            for cached in (one, many):
                cached.put(GameId(game), MatchThen(match, Version(version), f"head {game} {version}"))
    for game in ("a", "b"):
        found = [many.near(GameId(game), Version(version)) for version in (19, 24, 31, 34, 35)]
        heads = [then and then.head for then in found]
        assert heads == [None, f"head {game} 20", *2 * [f"head {game} 30"], None]
    assert one.near(GameId("a"), Version(30)) is one.near(GameId("b"), Version(20)) is None
    assert one.near(GameId("b"), Version(30)) is not None
