"""A store moves to other servers while it is written to: nothing is missing, and nothing is written to the old one."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from domain.kernel.errors import OutcomeUnknown
from domain.kernel.ids import GameId, UserId
from services.bootstrap import connect
from services.settings.addresses import CLUSTER
from services.store import keys
from services.store.copying.closing import closed
from services.store.copying.moving import Move
from services.store.copying.source import Source
from services.store.copying.target import Target
from services.store.events import EventStore
from services.store.models import StoredModels
from tests.kit.appended_match import played_with_undos
from tests.kit.command_line import acta as run
from tests.kit.http import GAMES
from tests.kit.processes import Cluster, Server, running_server
from tests.services.store.servers import AnyRedis, connected
from tests.services.store.test_copying import comparable, fill, parts_of


async def test_a_store_that_is_in_use_moves_to_a_cluster(own_server: Server, cluster: Cluster) -> None:
    other: AnyRedis = connect(cluster.url.replace("redis://", CLUSTER))
    await other.flushall()
    playing = [played_with_undos(seed) for seed in range(10, 14)]
    rest = [(appended, batch) for appended in playing for batch in appended.appends]
    try:
        async with connected(own_server.url) as old:
            await fill(old)
            await old.set(keys.draft(playing[0].game_id, UserId("0" * 32)), "soon gone")
            store, move = EventStore(old), Move(old, Target(other))
            third = len(rest) // 3
            for done in (rest[:third], rest[third : 2 * third], rest[2 * third :]):
                await move.copy()
                for _, batch in done:
                    await store.append(batch)
                await old.delete(keys.draft(playing[0].game_id, UserId("0" * 32)))
            async with closed(old):
                with pytest.raises(OutcomeUnknown):
                    await store.append(playing[0].appends[0]._replace(game=GameId("other")))
                assert await store.version(playing[0].game_id) == len(playing[0].records), "it can be read"
                await move.copy()
            assert comparable(await parts_of(other)) == comparable(await parts_of(old))
            assert {log.game: log.head for log in [await Source(other).log(game) for game in move.heads]} == move.heads
    finally:
        await other.aclose()


async def test_a_move_that_fails_leaves_the_old_store_open(own_server: Server) -> None:
    appended = played_with_undos(1)
    async with connected(own_server.url) as old:
        with pytest.raises(ZeroDivisionError):
            async with closed(old):
                _ = 1 / 0
        assert await EventStore(old).append(appended.appends[0])


async def test_the_command_hands_over_to_what_comes_then(own_server: Server, tmp_path: Path) -> None:
    with running_server(tmp_path / "new") as new:
        async with connected(own_server.url) as old:
            appended = played_with_undos(2)
            for batch in appended.appends:
                await EventStore(old).append(batch)
            words = ["migrate-store", new.url, "--redis-url", own_server.url, "--then", f"touch {tmp_path}/started"]
            moved = await asyncio.to_thread(partial(run, *words, ACTA_GAMES=",".join(GAMES)))
            assert moved.returncode == 0, moved.stderr
            assert (tmp_path / "started").exists()
            with pytest.raises(OutcomeUnknown):
                await EventStore(old).append(played_with_undos(3).appends[0])
        async with connected(new.url) as client:
            assert await EventStore(client).read(appended.game_id) == appended.records
            assert await StoredModels(client).version(appended.game_id) == len(appended.records), "lists are there too"
