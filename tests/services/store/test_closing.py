"""A store that is closed for a move takes nothing that people would miss, restarted or not, until it is opened."""

import re
from importlib.resources import files
from itertools import count
from pathlib import Path

import pytest

from domain.kernel.errors import OutcomeUnknown, StoreMoving, StoreUnavailable
from domain.kernel.ids import GameId, UserId
from services.settings.addresses import CLUSTER
from services.store import keys
from services.store.audit import Audit
from services.store.backups import last_backup
from services.store.connections import connect
from services.store.copying.closing import (
    ClosedAlready,
    StillClosed,
    changes,
    closed,
    filling,
    is_closed,
    is_half_filled,
    reopen,
)
from services.store.events import EventStore
from services.store.notes import Notes
from services.store.talk import Talk
from services.store.vacations import Vacations
from tests.kit.appended_match import played_with_undos
from tests.kit.command_line import acta
from tests.kit.http import running_site
from tests.kit.processes import Server, wait_for
from tests.kit.replicas import has_recovered, running_replicated, running_replicated_cluster
from tests.services.store.servers import AnyRedis, connected

FOLDER = files("services.store").joinpath("lua")
SCRIPTS = sorted(one.name.removesuffix(".lua") for one in FOLDER.iterdir() if one.name.endswith(".lua"))
READS = {"copy_key", "copy_log", "credential_list", "load", "models_rows", "read_log", "version"}
NOT_MISSED = {
    *("models_project", "models_switch", "projector_beat", "snapshot_keep", "snapshot_replace"),  # made anew
    *("job_enqueue", "job_take_turn"),  # of the queue, which is not moved
    "credential_find",  # notes when a log-in was last used: who reads stays logged in
}
ANSWERS_REPEATS = {"append", "talk_say"}
"""They look first whether the same request was written before the store was closed."""
USER = UserId("0" * 32)


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_script_that_writes_what_is_moved_asks_for_the_mark_first(name: str) -> None:
    lines = FOLDER.joinpath(f"{name}.lua").read_text("utf-8").splitlines()
    code = "\n".join(line for line in lines if line and not line.startswith("--"))
    if name in READS | NOT_MISSED:
        assert "is_moving" not in code
        return
    before, guard, _ = code.partition("if is_moving() then\n  return MOVING\nend")
    assert guard
    assert re.findall(r"redis\.call\('(\w+)'", before) == (["HGET"] if name in ANSWERS_REPEATS else [])


async def require_refused(client: AnyRedis, game: GameId) -> None:
    """What scripts write is refused by the mark alone, in the slot of this game and elsewhere."""
    store, batch = EventStore(client), played_with_undos(9).appends[0]
    others = (GameId(f"{game}-{number}") for number in count())
    other = next(one for one in others if keys.partition_of(one) == keys.partition_of(game))
    with pytest.raises(StoreMoving):
        await store.append(batch._replace(game=other))
    with pytest.raises(StoreMoving):
        await Talk(client).say(game, USER, "Ave", "", batch.command)
    with pytest.raises(StoreMoving):
        await Audit(client).note("operator", "ban")
    with pytest.raises(StoreMoving):
        await Vacations(client).replace(USER, [], [])


async def test_a_closed_store_that_is_restarted_stays_closed(own_server: Server) -> None:
    appended = played_with_undos(1)
    async with connected(own_server.url, retries=3) as client:
        store = EventStore(client)
        for batch in appended.appends:
            await store.append(batch)
        async with closed(client) as stood:
            with pytest.raises((StoreUnavailable, OutcomeUnknown)):
                await Notes(client).put(appended.game_id, USER, "not by a script")
            assert await changes(client, stood) == []
        own_server.kill()
        own_server.start()
        await require_refused(client, appended.game_id)
        assert (await store.append(appended.appends[-1])).repeated, "it was written before the store was closed"
        assert await store.read(appended.game_id) == appended.records
        assert await changes(client, stood) == ["a server of it was restarted, or another one took its place"]
        assert await changes(client, stood, restarts=False) == []
        assert await reopen(client)
        assert not await reopen(client)
        assert await store.append(played_with_undos(2).appends[0])


async def test_what_a_closed_store_took_all_the_same_is_told(own_server: Server) -> None:
    """As if a replica had taken over that lacked a mark."""
    appended = played_with_undos(1)
    async with connected(own_server.url, retries=3) as client:
        async with closed(client) as stood:
            pass
        own_server.kill()
        own_server.start()
        [mark] = {keys.of(appended.game_id).feed.replace("feed", "moving")} & {*keys.moving()}
        await client.delete(mark)
        await EventStore(client).append(appended.appends[0])
        assert await changes(client, stood, restarts=False) == [
            "1 of its 70 marks are gone",
            f"it took choices in 1 games ({appended.game_id})",
        ]


async def test_a_store_that_was_closed_by_a_killed_command_is_closed_to_the_next(own_server: Server) -> None:
    async with connected(own_server.url) as client:
        async with closed(client):
            pass
        with pytest.raises(ClosedAlready):
            await closed(client).__aenter__()
        await reopen(client)
        async with closed(client):
            pass


async def test_a_demand_of_the_operator_is_put_back(tmp_path: Path) -> None:
    with running_replicated(tmp_path) as servers:
        async with connected(servers.master.url) as client:
            await client.config_set("min-replicas-to-write", 1)
            with pytest.raises(ZeroDivisionError):
                async with closed(client):
                    _ = 1 / 0
            assert await client.config_get("min-replicas-to-write") == {"min-replicas-to-write": "1"}
            assert await EventStore(client).append(played_with_undos(1).appends[0])


async def test_a_store_that_cannot_be_opened_again_is_told_as_such(own_server: Server) -> None:
    async with connected(own_server.url, patience=1) as client:
        block = closed(client)
        await block.__aenter__()
        own_server.kill()
        with pytest.raises(StillClosed):
            await block.__aexit__(ZeroDivisionError, ZeroDivisionError(), None)


async def test_a_failover_in_the_pause_is_told_and_loses_no_mark(tmp_path: Path) -> None:
    appended = played_with_undos(1)
    with running_replicated_cluster(tmp_path) as cluster:
        client: AnyRedis = connect(cluster.url.replace("redis://", CLUSTER))
        try:
            store = EventStore(client)
            for batch in appended.appends:
                await store.append(batch)
            async with closed(client) as stood:
                assert await changes(client, stood) == []
            fallen = client.get_node_from_key(keys.of(appended.game_id).feed).port
            cluster.nodes[cluster.ports.index(fallen)].kill()
            wait_for(lambda: has_recovered(cluster), what="the replica to take over")
            await require_refused(client, appended.game_id)
            assert await changes(client, stood) == ["a server of it was restarted, or another one took its place"]
            assert await reopen(client)
            assert await store.append(played_with_undos(2).appends[0])
        finally:
            await client.aclose()


async def test_a_store_that_was_filled_halfway_takes_nothing_and_says_so(own_server: Server) -> None:
    game = played_with_undos(3)
    async with connected(own_server.url, retries=3) as client:
        for batch in game.appends:
            await EventStore(client).append(batch)
        async with running_site(own_server.url) as site:
            with pytest.raises(RuntimeError):
                await fill_halfway(client)
            ready = await site.http.get("/readyz")
            assert (ready.status_code, ready.json()["open"]) == (503, False)
        own_server.kill()
        own_server.start()
        await require_refused(client, game.game_id)
        assert not await reopen(client), "that it moves no more makes it no whole copy"
        await require_refused(client, game.game_id)
        said = acta("doctor", ACTA_REDIS_URL=own_server.url)
        assert (said.returncode, "half a copy" in said.stdout) == (1, True)
        await client.flushall()
        async with filling(client):
            pass
        assert await EventStore(client).append(game.appends[0])


async def test_a_backup_of_a_store_that_nobody_uses_gives_no_comfort(own_server: Server, tmp_path: Path) -> None:
    """As of a cron job that nobody told of the move, or of the restore that was killed."""
    night, environ = tmp_path / "night", {"ACTA_REDIS_URL": own_server.url}
    nothing = acta("backup", str(night), **environ)
    assert (nothing.returncode, "holds no data of Acta" in nothing.stderr) == (1, True)
    async with connected(own_server.url) as client:
        await EventStore(client).append(played_with_undos(1).appends[0])
        async with closed(client):
            pass
        old = acta("backup", str(night), **environ)
        assert (old.returncode, "The store is closed" in old.stderr, night.exists()) == (1, True, True)
        assert await reopen(client)
        with pytest.raises(RuntimeError):
            await fill_halfway(client)
        half = acta("backup", str(tmp_path / "half"), **environ)
        assert (half.returncode, "half a copy" in half.stderr) == (1, True)
        assert not (tmp_path / "half").exists()
        assert await last_backup(client) is None


async def fill_halfway(client: AnyRedis) -> None:
    async with filling(client):
        raise RuntimeError


MARKS = len(keys.moving())


@pytest.mark.parametrize(
    "calls", [1, MARKS - 1, MARKS, MARKS + 1, 2 * MARKS, 3 * MARKS - 1, 3 * MARKS + 1, 4 * MARKS - 1]
)
async def test_a_filling_that_is_killed_anywhere_leaves_marks_that_tell_the_truth(
    own_server: Server, monkeypatch: pytest.MonkeyPatch, calls: int
) -> None:
    batch = played_with_undos(3).appends[0]
    async with connected(own_server.url) as client:
        with monkeypatch.context() as patch, pytest.raises(RuntimeError):
            await fill_until_killed(client, patch, calls)
        standing = await client.exists(*keys.moving())
        half, shut = await is_half_filled(client), await is_closed(client)
        assert half == (MARKS <= calls < 3 * MARKS)
        assert standing == MARKS or not half, "half a copy takes nothing anywhere"
        assert shut == (calls >= MARKS), "while anything is closed behind a whole copy, the store is"
        if shut and not half:
            assert await reopen(client)
            assert await EventStore(client).append(batch)


async def fill_until_killed(client: AnyRedis, patch: pytest.MonkeyPatch, calls: int) -> None:
    """Fill a store by a process that is killed after so many calls."""
    execute, left = client.execute_command, iter(range(calls))

    async def dying(*words: object, **options: object) -> object:
        if next(left, None) is None:
            raise RuntimeError
        return await execute(*words, **options)

    patch.setattr(client, "execute_command", dying)
    async with filling(client):
        pass
