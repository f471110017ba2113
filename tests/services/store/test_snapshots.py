"""Snapshots: a cache that is right or not there at all."""

import zlib
from itertools import pairwise

import pytest

from domain.kernel.game import Meta
from domain.kernel.ids import GameId, Version
from domain.kernel.log import read
from domain.kernel.replay import fold
from domain.registry import Registry
from services.store import keys
from services.store.client import Client
from services.store.scripts import Script
from services.store.snapshots import Snapshot, Snapshots, usable
from tests.kit.logged_match import LoggedMatch, position, state_bytes
from tests.kit.taberna import GAME
from tests.kit.taberna.game import Taberna
from tests.kit.taberna.state import TabernaState
from tests.services.store.logs import new_game


class NewRules(Taberna):
    meta = Meta(slug="taberna", players=(2,), rules_version=2, data_hash=GAME.meta.data_hash)


class NewData(Taberna):
    meta = Meta(slug="taberna", players=(2,), rules_version=1, data_hash="f" * 64)


class WiderState(TabernaState):
    guests: list[int] = []


class NewShape(Taberna):
    state_type = WiderState


@pytest.fixture
def snapshots(client: Client) -> Snapshots:
    return Snapshots(client)


@pytest.fixture
def logged() -> LoggedMatch:
    return position(GAME, 3, seed=4, plies=9)


async def newest(client: Client, game: GameId, kind: Taberna) -> Snapshot | None:
    (stored,) = (await client.hgetall(keys.snapshots(game))).values()
    return usable(stored, Registry([kind]))


async def test_a_snapshot_restores_the_match_it_was_taken_of(
    snapshots: Snapshots, client: Client, logged: LoggedMatch
) -> None:
    game = new_game()
    await snapshots.save(game, logged.match, Version(len(logged.records)), logged.head)

    found = await newest(client, game, GAME)

    assert found is not None
    assert (found.version, found.head) == (len(logged.records), logged.head)
    assert state_bytes(found.restore(GAME, logged.secret)) == state_bytes(logged.match)


async def test_a_compressed_snapshot_is_the_same_and_takes_less_room(
    snapshots: Snapshots, client: Client, logged: LoggedMatch
) -> None:
    game = new_game()
    await snapshots.save(game, logged.match, Version(len(logged.records)), logged.head)
    before = await client.hgetall(keys.snapshots(game))
    for _ in range(2):  # the second time there is nothing left to do
        await snapshots.compress(game)
        after = await client.hgetall(keys.snapshots(game))
        assert {version: zlib.decompress(stored) for version, stored in after.items()} == before
        assert len(*after.values()) < 0.8 * len(*before.values())

    found = await newest(client, game, GAME)

    assert found is not None
    assert state_bytes(found.restore(GAME, logged.secret)) == state_bytes(logged.match)


async def test_a_snapshot_that_was_replaced_meanwhile_is_not_brought_back(
    snapshots: Snapshots, client: Client, logged: LoggedMatch
) -> None:
    game, version = new_game(), Version(len(logged.records))
    await snapshots.save(game, logged.match, version, logged.head)
    kept = await client.hgetall(keys.snapshots(game))
    await Script("snapshot_replace").run(client, [keys.snapshots(game)], [version - 1, b"older"])
    assert await client.hgetall(keys.snapshots(game)) == kept


async def test_a_lobby_has_a_snapshot_without_a_state(snapshots: Snapshots, client: Client) -> None:
    game = new_game()
    logged = LoggedMatch(GAME, 2, seed=1)
    lobby = fold(GAME, logged.secret, read(logged.codec, logged.records[:2]))
    await snapshots.save(game, lobby, Version(2), logged.records[1].hash())

    found = await newest(client, game, GAME)

    assert found is not None
    assert state_bytes(found.restore(GAME, logged.secret)) == state_bytes(lobby)


@pytest.mark.parametrize("other", [NewRules(), NewData(), NewShape()])
async def test_a_snapshot_of_other_rules_data_or_shape_is_not_used(
    snapshots: Snapshots, client: Client, logged: LoggedMatch, other: Taberna
) -> None:
    game = new_game()
    await snapshots.save(game, logged.match, Version(len(logged.records)), logged.head)

    assert await newest(client, game, other) is None


@pytest.mark.parametrize("damage", [b"", b"\x00", b"\xff" * 40, b"not msgpack at all"])
async def test_a_damaged_snapshot_is_not_used(client: Client, damage: bytes) -> None:
    game = new_game()
    await client.hset(keys.snapshots(game), "9", damage)

    assert await newest(client, game, GAME) is None


async def test_a_truncated_snapshot_is_not_used(snapshots: Snapshots, client: Client, logged: LoggedMatch) -> None:
    game = new_game()
    await snapshots.save(game, logged.match, Version(len(logged.records)), logged.head)
    version = str(len(logged.records))
    whole = await client.hget(keys.snapshots(game), version)
    assert whole is not None
    await client.hset(keys.snapshots(game), version, whole[:-1])

    assert await newest(client, game, GAME) is None


async def test_of_many_snapshots_the_newest_stays_and_some_before_it(client: Client, logged: LoggedMatch) -> None:
    snapshots, game = Snapshots(client, every=4, kept=16), new_game()
    for before, version in pairwise(range(0, 41, 4)):
        await snapshots.save(game, logged.match, Version(version), logged.head, before)

    assert sorted(map(int, await client.hkeys(keys.snapshots(game)))) == [12, 28, 40]
