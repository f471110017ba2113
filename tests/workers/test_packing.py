"""Packing by the sweeper: what is older goes into pages while people play, all of it once a game is over."""

import asyncio
import random
import zlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from structlog.testing import capture_logs

from domain.concordia import GAME as CONCORDIA
from domain.kernel import chain
from domain.kernel.clock import DAY
from domain.kernel.errors import StoreUnavailable
from domain.kernel.ids import GameId
from services.store import keys
from services.store.client import Client
from services.store.keys import KeyKind
from services.store.packing import LogPacker
from tests.bench.cold import played_in_store
from tests.bench.prepared import guests
from tests.kit.appended_match import interleaved, played_with_undos
from tests.kit.http import Site, running_site
from tests.kit.processes import Server, running_server, wait_for
from tests.services.api.tables import started
from tests.services.store.test_archive import all_reads, finished
from tests.workers.running_workers import SECONDS, log_lines, running_worker
from workers.packing import Packing


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    with running_server(tmp_path, fsync="everysec") as one:
        yield one


@pytest.fixture
async def site(own_server: Server) -> AsyncIterator[Site]:
    """A server whose store was empty when it began to pack, so that it packs at once."""
    async with running_site(own_server.url) as one:
        assert await Packing(one.services).catch_up() == 0
        yield one


async def packed(site: Site, game: str) -> int:
    return (await site.services.tables.store.packer.packed(GameId(game))).until


async def test_a_game_that_is_over_is_packed_but_for_its_newest_line(site: Site, own_server: Server) -> None:
    game, running = await finished(site), await started(await site.person("Anna"), await site.person("Brutus"))
    before, log = await all_reads(site, game), await site.log(game)
    assert await Packing(site.services).catch_up() == len(log) - 1
    client: Any = site.services.client
    assert await client.xlen(keys.of(GameId(game)).stream) == 1
    assert (await packed(site, game), await packed(site, running)) == (len(log) - 1, 0)
    assert await all_reads(site, game) == before
    assert await site.log(game) == log
    async with running_site(own_server.url) as later:  # that knows no table yet
        assert await all_reads(later, game) == before


async def test_a_table_that_goes_on_after_its_end_is_packed_again(site: Site) -> None:
    anna = await site.person("Anna")
    game = await finished(site, anna)
    sweeper = Packing(site.services)
    lines = await sweeper.catch_up()
    assert await sweeper.catch_up() == 0, "nothing went on"
    await anna.done(f"/games/{game}/rematch")
    assert await sweeper.catch_up() == 1
    assert await packed(site, game) == lines + 1
    assert len(await site.log(game)) == lines + 2


async def test_of_a_running_game_what_was_before_its_newest_snapshot_is_packed(site: Site) -> None:
    tables, client = site.services.tables, site.services.client
    people = await guests(client, 2)
    sweeper, reached = Packing(site.services), set()
    tables.hand_over(lambda written: reached.add(written.game_id))
    playing = asyncio.create_task(played_in_store(tables, CONCORDIA, people, 1, 500))
    while not playing.done():
        await sweeper.catch_up()
        await asyncio.sleep(0)
    game = (await playing).game_id
    assert reached == {game}
    await sweeper.catch_up()
    until, snapshot = await tables.store.packer.packed(game)
    assert 256 < until < snapshot <= await tables.store.version(game)
    assert until % 64 == 0
    log = await tables.store.read(game)
    assert chain.verify(log) == await tables.store.head(game)
    assert until + await client.xlen(keys.of(game).stream) == len(log)
    loaded = await tables.store.load(game)
    assert loaded.records == log[snapshot - 1 :], "no page is read for it"
    kept = await cast("Client", client).hgetall(keys.snapshots(game))
    sizes = [(len(zlib.decompress(stored)), len(stored)) for stored in kept.values()]
    assert all(packed < 0.6 * plain for plain, packed in sizes), "snapshots are compressed with it"


async def test_a_store_with_games_is_packed_from_the_next_day_on(
    own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_site(own_server.url) as site:
        game = await finished(site)
        assert await Packing(site.services).catch_up() == 0
        now = site.services.tables.now()
        monkeypatch.setattr(site.services.tables, "now", lambda: now + DAY - 60_000)
        assert await Packing(site.services).catch_up() == 0, "an upgrade may still be under way"
        monkeypatch.setattr(site.services.tables, "now", lambda: now + DAY + 60_000)
        assert await Packing(site.services).catch_up() > 0
        assert await packed(site, game) > 0


async def test_nothing_is_packed_where_the_operator_does_not_want_it(own_server: Server) -> None:
    async with running_site(own_server.url, pack_logs=False) as site:
        sweeper = Packing(site.services)
        assert await sweeper.catch_up() == 0
        game = await finished(site)
        assert await sweeper.catch_up() == 0
        assert await packed(site, game) == 0


async def test_a_log_that_cannot_be_read_keeps_no_other_from_being_packed(site: Site) -> None:
    client: Any = site.services.client
    spoilt, sound = [await finished(site) for _ in range(2)]
    await client.xdel(keys.of(GameId(spoilt)).stream, "3-0")
    sweeper = Packing(site.services)
    with capture_logs() as logged:
        assert await sweeper.catch_up() == await packed(site, sound) > 0
        await client.delete(keys.feed(keys.partition_of(GameId(spoilt))))
        await Packing(site.services).catch_up()
    told = [line for line in logged if line["event"] == "game_not_packed"]
    assert {line["game"] for line in told} == {spoilt}
    assert await packed(site, spoilt) == 0


async def test_a_game_at_which_the_store_did_not_answer_is_packed_the_next_time(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, sweeper = [await finished(site) for _ in range(3)], Packing(site.services)

    async def fails(_self: object, _game: GameId, _until: int) -> int:
        raise StoreUnavailable("away")

    with monkeypatch.context() as patch:
        patch.setattr(LogPacker, "pack", fails)
        with pytest.raises(StoreUnavailable):
            await sweeper.catch_up()
    assert await sweeper.catch_up() > 0
    assert min([await packed(site, game) for game in games]) > 0


async def test_several_may_pack_while_games_are_played_to_their_ends(site: Site) -> None:
    store = site.services.tables.store
    games = [played_with_undos(seed) for seed in range(3)]
    sweepers = [Packing(site.services) for _ in range(2)]
    for batch in interleaved(games, random.Random(1)):
        await store.append(batch)
        await asyncio.gather(*(sweeper.catch_up() for sweeper in sweepers))
    for appended in games:
        assert await store.read(appended.game_id) == appended.records
        assert await packed(site, appended.game_id) == len(appended.records) - 1


async def test_a_worker_packs_beside_its_jobs(own_server: Server, tmp_path: Path) -> None:
    with running_worker(own_server, tmp_path) as worker:
        with own_server.client() as client:
            await asyncio.to_thread(wait_for, lambda: client.exists(KeyKind.PACKING), seconds=SECONDS)
        async with running_site(own_server.url) as site:
            game = GameId(await finished(site))
            log = await site.log(game)
            await asyncio.to_thread(wait_for, lambda: log_lines(worker, "logs_packed"), seconds=SECONDS)
            assert await packed(site, game) == len(log) - 1
            assert await site.log(game) == log
        assert not log_lines(worker, "game_not_packed")
