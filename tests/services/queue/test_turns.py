"""Fair turns: however many jobs one host has, the job of another is among the next."""

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from rq import Queue

from domain.kernel.ids import GameId
from services.queue.connection import connect_queue_async
from services.queue.jobs import FIRST, MOVE, QUEUES, Jobs
from services.queue.turns import take_turn, turn_of
from services.store.client import Client
from tests.kit.processes import Server, running_server

GREEDY, ANNA, BRUTUS = (turn_of(name, attended=True) for name in ("greedy", "anna", "brutus"))
ABSENT = turn_of("greedy", attended=False)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    with running_server(tmp_path / "redis", fsync="everysec") as one:
        yield one


async def order(server: Server, *jobs: tuple[str, str]) -> list[str]:
    """The games in the order in which their bots play, after jobs of these games and turns were enqueued."""
    enqueuing = Jobs(server.url)
    for game, turn in jobs:
        await enqueuing.enqueue(MOVE, GameId(game), 1, FIRST, turn)
    await enqueuing.close()
    with server.client() as store:
        return [job.split("-")[1] for job in Queue(QUEUES[MOVE], store).job_ids]


async def test_hosts_take_turns(own: Server) -> None:
    many = [(f"g{number}", GREEDY) for number in range(4)]
    assert await order(own, *many, ("a0", ANNA), ("b0", BRUTUS), ("a1", ANNA)) == [
        "g0",
        "a0",
        "b0",
        "g1",
        "a1",
        "g2",
        "g3",
    ]


async def test_tables_without_people_come_last(own: Server) -> None:
    jobs = [("x0", ABSENT), ("x1", ABSENT), ("g0", GREEDY), ("a0", ANNA), ("g1", GREEDY)]
    assert await order(own, *jobs) == ["g0", "a0", "g1", "x0", "x1"]


async def test_a_job_that_a_worker_has_taken_is_not_put_back(own: Server) -> None:
    before = await order(own, ("g0", GREEDY), ("g1", GREEDY))
    async with connect_queue_async(own.url) as store:
        await take_turn(cast("Client", store), f"rq:queue:{QUEUES[MOVE]}", f"bots-a0-1-0-{ANNA}")
    assert await order(own) == before
