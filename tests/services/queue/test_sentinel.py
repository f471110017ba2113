"""The job queue behind sentinels: its master is found by name, and the next one once it is gone."""

import asyncio
from pathlib import Path

import pytest

from domain.kernel.ids import GameId
from services import bootstrap
from services.queue.connection import connect_queue
from services.queue.jobs import FIRST, MOVE, SCORE, Jobs
from services.settings import Secret, Settings, SettingsError, load
from tests.kit.bot_tables import open_table
from tests.kit.http import GAMES
from tests.kit.processes import Server, wait_for
from tests.kit.replicas import roles, running_replicated, running_sentinels
from tests.kit.taberna import GAME
from workers.sweeper import sweep


async def test_the_queue_moves_to_the_new_master(tmp_path: Path) -> None:
    with running_replicated(tmp_path) as pair, running_sentinels(tmp_path, pair.ports[0]) as sentinels:
        url = f"redis+sentinel://{','.join(f'127.0.0.1:{port}' for port in sentinels)}/acta"
        jobs = Jobs(url)
        with connect_queue(url, socket_timeout=1) as queue:
            await jobs.enqueue(SCORE, GameId("one"), 1, FIRST)
            assert jobs.queued(SCORE) == {"one"}
            queue.execute_command("WAIT", 1, 1000)
            pair.master.kill()

            async with asyncio.timeout(30):
                while "two" not in (jobs.queued(SCORE) or ()):
                    await jobs.enqueue(SCORE, GameId("two"), 1, FIRST)
            with pair.replicas[0].client() as promoted:
                assert promoted.info("replication")["role"] == "master"
        await jobs.close()


async def test_a_job_that_a_deposed_master_took_is_found_again(server: Server, tmp_path: Path) -> None:
    """For a while both are masters, and who asks no sentinel goes on with the old one, which will forget it all."""
    with running_replicated(tmp_path) as pair, running_sentinels(tmp_path, pair.ports[0]) as sentinels:
        old, new = pair.servers
        url = f"redis+sentinel://{','.join(f'127.0.0.1:{port}' for port in sentinels)}/acta"
        settings = Settings(redis_url=Secret(server.url), queue_url=Secret(url), games=GAMES)
        services, behind = bootstrap.build(settings, enqueues_owed=False), Jobs(f"redis://127.0.0.1:{pair.ports[0]}")
        game = await open_table(services, GAME, ["random"] * 2, bytes(32))
        old.freeze()
        wait_for(lambda: roles([new])[0].get("role") == "master", what="a new master")
        hint = asyncio.create_task(behind.enqueue(MOVE, game, 1, FIRST))
        await asyncio.sleep(0)
        old.thaw()
        await hint
        assert behind.queued(MOVE) == {game}
        wait_for(lambda: roles([old])[0].get("master_link_status") == "up", what="the old one to follow")
        assert behind.queued(MOVE) == services.jobs.queued(MOVE) == set()
        await sweep(services, grace=-1)
        assert game in (services.jobs.queued(MOVE) or ())
        await behind.close()
        await services.close()


def test_an_address_of_sentinels_names_the_queue() -> None:
    given = {"ACTA_QUEUE_URL": "redis+sentinel://one:26379,two/acta"}
    assert load(environ=given).queue_url == Secret(given["ACTA_QUEUE_URL"])
    for wrong in ("redis+sentinel://one:26379,two", "redis+sentinel://one:x/acta", "redis+sentinel:///acta"):
        with pytest.raises(SettingsError, match="queue_url"):
            load(environ={"ACTA_QUEUE_URL": wrong})
    with pytest.raises(SettingsError, match="redis_url"):
        load(environ={"ACTA_REDIS_URL": given["ACTA_QUEUE_URL"]})
