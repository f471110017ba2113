"""The job queue behind sentinels: its master is found by name, and the next one once it is gone."""

import asyncio
from pathlib import Path

import pytest

from domain.kernel.ids import GameId
from services.queue.connection import connect_queue
from services.queue.jobs import FIRST, SCORE, Jobs
from services.settings import Secret, SettingsError, load
from tests.kit.replicas import running_replicated, running_sentinels


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


def test_an_address_of_sentinels_names_the_queue() -> None:
    given = {"ACTA_QUEUE_URL": "redis+sentinel://one:26379,two/acta"}
    assert load(environ=given).queue_url == Secret(given["ACTA_QUEUE_URL"])
    for wrong in ("redis+sentinel://one:26379,two", "redis+sentinel://one:x/acta", "redis+sentinel:///acta"):
        with pytest.raises(SettingsError, match="queue_url"):
            load(environ={"ACTA_QUEUE_URL": wrong})
    with pytest.raises(SettingsError, match="redis_url"):
        load(environ={"ACTA_REDIS_URL": given["ACTA_QUEUE_URL"]})
