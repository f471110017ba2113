"""A store moves to other servers while it is written to: nothing is missing, and nothing is written to the old one."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from domain.kernel.errors import StoreMoving
from domain.kernel.ids import GameId, UserId
from services.settings.addresses import CLUSTER
from services.store import keys
from services.store.connections import connect
from services.store.copying.closing import closed
from services.store.copying.moving import Move
from services.store.copying.source import Source
from services.store.copying.target import Target
from services.store.events import EventStore
from services.store.models import StoredModels
from tests.kit.appended_match import played_with_undos
from tests.kit.command_line import acta as run
from tests.kit.http import GAMES
from tests.kit.processes import Cluster, ProcessTree, Server, running_server, running_tree, wait_for
from tests.kit.replicas import has_recovered, running_replicated_cluster
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
                with pytest.raises(StoreMoving):
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
            with pytest.raises(StoreMoving):
                await EventStore(old).append(played_with_undos(3).appends[0])
        async with connected(new.url) as client:
            assert await EventStore(client).read(appended.game_id) == appended.records
            assert await StoredModels(client).version(appended.game_id) == len(appended.records), "lists are there too"


@contextmanager
def paused(old: str, new: str, folder: Path) -> Iterator[ProcessTree]:
    """`acta migrate-store` in its pause, which lasts until there is a file `over`."""
    then = f"echo the pause; while [ ! -e {folder}/over ]; do sleep 0.05; done"
    words = ["-m", "services.cli", "migrate-store", new, "--redis-url", old, "--then", then]
    with running_tree(words, folder / "output", {"ACTA_GAMES": ",".join(GAMES)}) as tree:
        try:
            tree.wait_until_it_says("the pause")
            yield tree
        finally:
            (folder / "over").touch()


def ended(tree: ProcessTree, folder: Path) -> tuple[int, str]:
    """End the pause; gives the command's exit code and what it said."""
    (folder / "over").touch()
    return tree.process.wait(60), tree.output()


async def test_choices_in_the_pause_are_refused_though_the_old_store_is_restarted(
    own_server: Server, tmp_path: Path
) -> None:
    """And the command says so, since a restart lets in what is not written by a script."""
    with running_server(tmp_path / "new") as new, paused(own_server.url, new.url, tmp_path) as tree:
        async with connected(own_server.url, retries=3) as old:
            with pytest.raises(StoreMoving):
                await EventStore(old).append(played_with_undos(1).appends[0])
            own_server.kill()
            own_server.start()
            for seed in range(20):
                with pytest.raises(StoreMoving):
                    await EventStore(old).append(played_with_undos(seed).appends[0])
        code, said = await asyncio.to_thread(ended, tree, tmp_path)
    assert code == 1
    assert "The old store did not stay closed as it was: a server of it was restarted" in said
    assert "The games are at" not in said


async def test_a_choice_that_the_old_store_took_in_the_pause_is_told(own_server: Server, tmp_path: Path) -> None:
    """As it would be of a store that has lost its marks."""
    appended = played_with_undos(1)
    with running_server(tmp_path / "new") as new, paused(own_server.url, new.url, tmp_path) as tree:
        async with connected(own_server.url) as old:
            await old.config_set("min-replicas-to-write", 0)
            await old.delete(*keys.moving())
            await EventStore(old).append(appended.appends[0])
        code, said = await asyncio.to_thread(ended, tree, tmp_path)
    assert code == 1
    assert f"it took choices in 1 games ({appended.game_id})" in said


async def test_a_failover_in_the_pause_is_told(tmp_path: Path) -> None:
    with (
        running_replicated_cluster(tmp_path / "old") as cluster,
        running_server(tmp_path / "new") as new,
        paused(CLUSTER + ",".join(f"127.0.0.1:{port}" for port in cluster.ports), new.url, tmp_path) as tree,
    ):
        cluster.nodes[0].kill()
        wait_for(lambda: has_recovered(cluster), what="the replica to take over")
        code, said = await asyncio.to_thread(ended, tree, tmp_path)
    assert code == 1
    assert "or another one took its place" in said


async def test_a_command_that_was_killed_in_the_pause_leaves_a_store_that_can_be_opened(
    own_server: Server, tmp_path: Path
) -> None:
    words = ["migrate-store", "--redis-url", own_server.url]
    with running_server(tmp_path / "new") as new:
        with paused(own_server.url, new.url, tmp_path) as tree:
            tree.end(signal.SIGKILL)
        async with connected(own_server.url, retries=3) as old:
            with pytest.raises(StoreMoving):
                await EventStore(old).append(played_with_undos(1).appends[0])
            again = run(*words, new.url)
            assert (again.returncode, "is closed already" in again.stderr) == (1, True)
            opened, once_more = run(*words, "--reopen"), run(*words, "--reopen")
            assert (opened.returncode, "The store is open again." in opened.stdout) == (0, True)
            assert (once_more.returncode, "The store was not closed." in once_more.stdout) == (0, True)
            assert await EventStore(old).append(played_with_undos(1).appends[0])


async def test_a_command_to_start_the_server_that_fails_is_told(own_server: Server, tmp_path: Path) -> None:
    with running_server(tmp_path / "new") as new:
        moved = run("migrate-store", new.url, "--redis-url", own_server.url, "--then", "exit 7")
        assert moved.returncode == 1
        assert "ended with exit code 7" in moved.stderr
        async with connected(own_server.url) as old:
            with pytest.raises(StoreMoving):
                await EventStore(old).append(played_with_undos(1).appends[0])


async def test_the_embedded_server_may_end_with_the_command(tmp_path: Path) -> None:
    """`acta serve` is restarted on the new store, and its own server is gone then: it is started to be looked at."""
    data = {"ACTA_DATA_DIR": str(tmp_path / "data"), "ACTA_PORT": "0"}
    with (
        running_server(tmp_path / "new") as new,
        running_tree(["-m", "services.cli", "serve"], tmp_path / "served", data) as server,
    ):
        server.wait_until_it_says("Acta is ready on ")
        then = f"kill -INT {server.process.pid}; while [ -e /proc/{server.process.pid}/exe ]; do sleep 0.05; done"
        moved = await asyncio.to_thread(partial(run, "migrate-store", new.url, "--then", then, **data))
        assert moved.returncode == 0, moved.stderr
        opened = run("migrate-store", "--reopen", **data)
        assert "The store is open again." in opened.stdout, "it was closed all the time"
