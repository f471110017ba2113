"""The projector on real stores: however often and in whatever order it is told, the models are what the logs say."""

import random

import pytest

from domain.kernel.envelope import Stamp, write
from domain.kernel.ids import GameId, Seat, Version
from domain.kernel.match import Entry
from projections.rebuild import rebuild
from projections.rows import GameRows, ModelKey, ModelRow, ParkedGame
from services.store import keys, lag
from services.store.client import Client
from services.store.events import Append, CommandKey
from services.store.models import NotSwitched, StoredModels
from tests.kit.appended_match import AppendedMatch, interleaved, played_with_undos
from tests.kit.taberna.events import CoinsGained
from tests.projections.read_side import ReadSide


@pytest.fixture
def read_side(client: Client) -> ReadSide:
    return ReadSide(client)


async def rebuilt(read_side: ReadSide, name: str) -> None:
    """A clean rebuild."""
    await rebuild(read_side.projector(), read_side.models, name, keys.PARTITIONS, lambda _read: None)


async def test_the_models_follow_the_logs_and_equal_a_rebuild_byte_for_byte(read_side: ReadSide) -> None:
    games = [played_with_undos(seed, players=2 + seed % 3) for seed in range(4)]
    ids = [game.game_id for game in games]
    rng = random.Random(1)
    projector = read_side.projector()
    for batch in interleaved(games, rng):
        await read_side.write([batch])
        if rng.random() < 0.1:
            await projector.catch_up(keys.partition_of(batch.game))
    await read_side.catch_up(projector)
    live = await read_side.contents(ids)
    assert live == await read_side.expected(ids)
    assert len(live.rows) > 8
    before = await read_side.models.live()
    await rebuilt(read_side, "anew")
    assert await read_side.models.live() == "anew" != before
    assert await read_side.contents(ids) == live
    assert not set(read_side.alarms) & set(ids)


async def test_an_entry_that_comes_again_late_or_out_of_order_changes_nothing(read_side: ReadSide) -> None:
    game = played_with_undos(5)
    await read_side.write(game.appends)
    feed = keys.feed(keys.partition_of(game.game_id))
    versions = [append.version + len(append.records) for append in game.appends] * 3
    random.Random(2).shuffle(versions)
    projector = read_side.projector()
    for version in versions:
        await read_side.client.xadd(feed, {"g": game.game_id, "v": version})
        if version % 5 == 0:
            await read_side.catch_up(projector)
    await read_side.catch_up()
    assert await read_side.contents([game.game_id]) == await read_side.expected([game.game_id])


async def test_projectors_that_take_turns_at_one_partition_do_not_disturb_each_other(read_side: ReadSide) -> None:
    game = played_with_undos(6)
    partition = keys.partition_of(game.game_id)
    quick, slow = read_side.projector(), read_side.projector()
    for number, batch in enumerate(game.appends):
        await read_side.write([batch])
        await quick.catch_up(partition)
        if number % 7 == 0:
            await slow.catch_up(partition)
    assert await read_side.contents([game.game_id]) == await read_side.expected([game.game_id])


def made(game: GameId, version: int, **rows: str | None) -> GameRows:
    """What some model says of a game: by owner the text of the row, which is its order too."""
    return GameRows(
        game,
        Version(version),
        {
            ModelKey("some", owner): None if text is None else ModelRow(text, text.encode())
            for owner, text in rows.items()
        },
    )


async def test_only_what_is_newer_replaces_and_a_checkpoint_only_moves_on(read_side: ReadSide) -> None:
    game, store = GameId("0123"), read_side.models.store
    await store("g", 3, "7-0", [made(game, 5, anna="new", brutus=None)])
    await store("g", 3, "6-9", [made(game, 4, anna="old", brutus="old")])
    await store("g", 3, "7-0", [made(game, 5, anna="other", brutus="other")])
    assert (await read_side.contents([game], "g")).rows == {"some/anna/0123": b"new\nnew"}
    assert await read_side.models.checkpoint("g", 3) == "7-0"
    await store("g", 3, "10-0", [made(game, 6, anna=None, brutus="newer")])
    found = await read_side.contents([game], "g")
    assert (found.rows, found.order) == ({"some/brutus/0123": b"newer\nnewer"}, ["some/brutus/newer/0123"])
    assert await read_side.models.checkpoint("g", 3) == "10-0"


async def test_a_row_that_moves_stands_in_one_place(read_side: ReadSide) -> None:
    game = GameId("0456")
    for version, order in enumerate(["b", "a", "c"], 1):
        await read_side.models.store("m", 0, f"{version}-0", [made(game, version, anna=order)])
    assert (await read_side.contents([game], "m")).order == ["some/anna/c/0456"]


# Games that cannot be projected


def poisoned(appended: AppendedMatch) -> Append:
    """A batch that no fold survives: coins for a seat that is not there."""
    version, before = Version(len(appended.records)), appended.head
    entry = Entry(Seat(0), 0, None, CoinsGained(seat=Seat(99), coins=1))
    stamp = Stamp(appended.game_id, "2026-02-01T00:00:00.000Z", "poison", appended.secret)
    records, head = write(stamp, version, before, [entry])
    return Append(appended.game_id, version, before, head, records, CommandKey("poison", ""))


async def test_a_poisoned_game_is_parked_and_the_others_go_on(read_side: ReadSide) -> None:
    bad, good = AppendedMatch(8), played_with_undos(9)
    await read_side.write(bad.appends)
    await read_side.catch_up()
    sound = await read_side.contents([bad.game_id])
    poison = poisoned(bad)
    await read_side.write([poison, *good.appends])
    await read_side.catch_up()
    own = {bad.game_id, good.game_id}  # the server is shared: other tests leave unreadable games behind
    assert [game for game in read_side.alarms if game in own] == [bad.game_id]
    parked = [one for one in await read_side.models.parked() if one.game == bad.game_id]
    assert parked == [ParkedGame(bad.game_id, Version(poison.version + 1), "IndexError")]
    assert (await read_side.contents([bad.game_id])).rows == sound.rows, "the last good rows stay"
    assert await read_side.contents([good.game_id]) == await read_side.expected([good.game_id])


async def test_a_parked_game_is_released_by_rows_of_its_version(read_side: ReadSide) -> None:
    game, store = GameId("0789"), read_side.models.store
    await store("p", 0, "1-0", [made(game, 3, anna="x"), ParkedGame(game, Version(5), "why")])
    await store("p", 0, "2-0", [made(game, 4, anna="y")])
    assert (await read_side.contents([game], "p")).parked == {game: b"5 why"}
    await store("p", 0, "3-0", [made(game, 5, anna="z")])
    await store("p", 0, "4-0", [ParkedGame(game, Version(5), "an older Acta cannot")])
    assert (await read_side.contents([game], "p")).parked == {}


# Generations


async def test_a_generation_that_is_not_complete_never_goes_live(read_side: ReadSide) -> None:
    live = await read_side.models.live()
    await read_side.models.store("half", 0, "1-0", [])
    with pytest.raises(NotSwitched):
        await read_side.models.switch("half")
    assert await read_side.models.live() == live


async def test_what_nobody_reads_fades_by_itself(read_side: ReadSide) -> None:
    game = played_with_undos(10)
    await read_side.write(game.appends)
    await read_side.catch_up()
    old = await read_side.models.live()
    await read_side.models.store("killed", 0, "0-0", [made(game.game_id, 1, anna="x")])
    for key in keys.generation("killed")[:3]:
        assert 0 < await read_side.client.ttl(key) <= 3600
    await rebuilt(read_side, "fresh")
    assert await read_side.contents([game.game_id], old) == await read_side.contents([game.game_id], "fresh")
    for key in keys.generation(old)[:3]:
        assert 0 < await read_side.client.ttl(key) <= 60
    for key in keys.generation("fresh")[:3]:
        assert await read_side.client.ttl(key) == -1


async def test_a_projector_follows_to_the_new_generation(read_side: ReadSide) -> None:
    game = played_with_undos(11)
    projector = read_side.projector()
    await read_side.write(game.appends[:10])
    await read_side.catch_up(projector)
    await rebuilt(read_side, "second")
    await read_side.write(game.appends[10:])
    await read_side.catch_up(projector)
    assert await read_side.contents([game.game_id], "second") == await read_side.expected([game.game_id])


async def test_lag_counts_what_is_not_projected_and_its_age(read_side: ReadSide, client: Client) -> None:
    await read_side.catch_up()
    assert await lag.measure(client, read_side.models) == (0, 0.0)
    game = played_with_undos(12)
    await read_side.write(game.appends)
    late = await lag.measure(client, read_side.models)
    assert late.entries == len(game.appends)
    assert 0 < late.seconds < 60
    await read_side.catch_up()
    assert (await lag.measure(client, StoredModels(client))).entries == 0
