"""Snapshots at the tables: taken at barriers, trusted only as far as the log bears them out."""

import random

import pytest

from domain.kernel.game import Step
from domain.kernel.ids import GameId, Version
from domain.kernel.match import Match
from services.store import keys
from services.store.snapshots import Snapshots
from services.tables import choices
from tests.kit.logged_match import state_bytes
from tests.kit.taberna import GAME
from tests.services.store.servers import AnyRedis
from tests.services.store.test_snapshots import NewRules
from tests.services.tables.several_processes import USERS, Process, opened, request, truth, values


async def play_on(process: Process, game: GameId, batches: int) -> None:
    """Do what the system or a seat owes."""
    rng = random.Random(batches)
    for _ in range(batches):
        now = await truth(process.store, game)
        waiting = now.match.to_act()
        if isinstance(waiting, Step):
            await choices.resolve(process, request(game), now.version)
        elif waiting:
            seat = rng.choice(waiting)
            await choices.confirm(process, request(game), USERS[seat], values(rng.choice(now.legal(seat))))


async def assert_loads(redis: AnyRedis, game: GameId) -> None:
    """A process that has just started shows what the stream says."""
    fresh = Process(redis)
    now, shown = await truth(fresh.store, game), await fresh.look(game)
    assert (shown.version, shown.head) == (now.version, now.head)
    assert state_bytes(shown.match) == state_bytes(now.match)


async def test_a_game_loads_alike_with_and_without_its_snapshot(redis: AnyRedis) -> None:
    process = Process(redis, every=10)
    game = await opened(process)
    for _ in range(8):
        await play_on(process, game, 4)
        await assert_loads(redis, game)
    assert await redis.exists(keys.snapshots(game))

    await redis.delete(keys.snapshots(game))
    await assert_loads(redis, game)
    await play_on(process, game, 4)
    await assert_loads(redis, game)


async def test_a_long_game_that_was_loaded_without_a_snapshot_soon_has_one(redis: AnyRedis) -> None:
    game = await opened(Process(redis))
    await play_on(Process(redis), game, 20)
    assert not await redis.exists(keys.snapshots(game))

    await play_on(Process(redis, every=10), game, 8)

    assert await redis.exists(keys.snapshots(game))
    await assert_loads(redis, game)


async def test_a_snapshot_of_other_rules_is_folded_anew(redis: AnyRedis, here: Process) -> None:
    game = await opened(here)
    now = await truth(here.store, game)
    await Snapshots(redis).save(game, Match(NewRules(), now.match.secret), now.version, now.head)

    await assert_loads(redis, game)


@pytest.mark.parametrize("ahead", [0, 1])
async def test_a_snapshot_that_the_log_does_not_bear_out_is_folded_anew(
    redis: AnyRedis, here: Process, ahead: int
) -> None:
    game = await opened(here)
    now = await truth(here.store, game)
    await Snapshots(redis).save(game, Match(GAME, now.match.secret), Version(now.version + ahead), "f" * 64)

    await assert_loads(redis, game)
