"""Jobs as they are put into their queues: the same that RQ would put there, once, and never in the caller's way."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from rq import Queue
from rq.serializers import JSONSerializer
from structlog.testing import capture_logs

from domain.kernel.ids import GameId
from services.queue.jobs import FIRST, QUEUES, SCORE, Jobs
from tests.kit.processes import Server, free_ports, running_server

GAME = GameId("one")
NAME = f"scoring-{GAME}-7-{FIRST}"
OF_ITS_TIME = {b"created_at", b"enqueued_at"}


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    with running_server(tmp_path / "redis", fsync="everysec") as one:
        yield one


def stored(server: Server) -> tuple[dict[bytes, bytes], list[str], object, int]:
    """What Redis holds of the job, of its queue and of all queues, and how long it holds the job."""
    with server.client() as store:
        job = store.hgetall(f"rq:job:{NAME}")
        assert job.keys() > OF_ITS_TIME
        told = {name: value for name, value in job.items() if name not in OF_ITS_TIME}
        return told, Queue(QUEUES[SCORE], store).job_ids, store.smembers("rq:queues"), store.ttl(f"rq:job:{NAME}")


async def test_a_job_is_stored_as_rq_stores_it(own: Server) -> None:
    jobs = Jobs(own.url)
    await jobs.enqueue(SCORE, GAME, 7, FIRST)
    ours = stored(own)
    await jobs.close()
    with own.client() as store:
        store.flushall()
        queue = Queue(QUEUES[SCORE], store, serializer=JSONSerializer)
        queue.enqueue(SCORE, GAME, 7, job_id=NAME, unique=True, result_ttl=60, failure_ttl=86400)
    assert ours == stored(own)


async def test_a_job_is_enqueued_once(own: Server) -> None:
    jobs = Jobs(own.url)
    await asyncio.gather(*(jobs.enqueue(SCORE, GAME, 7, FIRST) for _ in range(5)))
    await jobs.close()
    assert stored(own)[1] == [NAME]


async def test_what_was_submitted_is_enqueued_before_the_queue_is_closed_and_nothing_after(own: Server) -> None:
    jobs = Jobs(own.url)
    jobs.submit(SCORE, GAME, 7, "")
    await jobs.close()
    jobs.submit(SCORE, GAME, 8, "")
    await jobs.finish()
    assert stored(own)[1] == [NAME]


async def test_a_queue_that_is_away_fails_nobody_and_is_told_to_the_operator() -> None:
    (port,) = free_ports(1)
    jobs = Jobs(f"redis://127.0.0.1:{port}")
    with capture_logs() as logged:
        jobs.submit(SCORE, GAME, 7, "")
        await jobs.close()
    told = [line for line in logged if line.get("job") == NAME]  # others of this process may log too
    assert [line["event"] for line in told] == ["job_not_enqueued"]
