"""Puts jobs into their queues. A job is a hint: what is owed stands in the store, and the sweeper finds it there.

RQ's workers do the jobs, and RQ makes them; they are put into their queue by a script of ours. RQ's own way blocks for
two round trips, so it needs a thread, which costs an event loop at work five times as much as the job.
"""

import asyncio
from collections.abc import Coroutine
from contextvars import Context
from datetime import UTC, datetime
from itertools import chain
from typing import Any, get_args

import structlog
from prometheus_client import Metric
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from rq import Queue
from rq.job import Job
from rq.serializers import JSONSerializer

from domain.kernel.ids import GameId
from services.queue import metrics
from services.queue.connection import BACKOFF, SECONDS, TRIES, connect_queue, connect_queue_async, disconnect
from services.queue.counters import JobCounters
from services.queue.turns import take_turn
from services.settings.values import QueueName
from services.store.client import giving_bytes
from services.store.scripts import Script

SCORE, MOVE, RUN_OUT = "workers.scoring.score", "workers.bots.move", "workers.deadlines.run_out"
ANALYSE, PLAY_PLAN = "workers.analysis.job.analyse", "workers.plans.play"
QUEUES = {SCORE: "scoring", MOVE: "bots", RUN_OUT: "maintenance", ANALYSE: "analysis", PLAY_PLAN: "scoring"}
"""Jobs by name and the queue of each, so that enqueueing a job needs no import of it."""
FIRST = "0"
"""The attempt that is made as soon as something is owed."""

_SHORT_SECONDS = 1.0
_ONCE = Retry(NoBackoff(), 0)

_log = structlog.get_logger()


class Jobs:
    """Enqueues jobs."""

    def __init__(self, url: str) -> None:
        """Talk to the queue's Redis, which need not be that of the games."""
        self._client = connect_queue_async(url)
        self._redis = connect_queue(url, socket_timeout=SECONDS, retry=Retry(BACKOFF, TRIES))
        self._queues = {job: Queue(name, self._redis, serializer=JSONSerializer) for job, name in QUEUES.items()}
        self._enqueue = Script("job_enqueue")
        self._under_way: set[asyncio.Task[Any]] = set()
        self._closed = False
        self._short = connect_queue(
            url, socket_timeout=_SHORT_SECONDS, socket_connect_timeout=_SHORT_SECONDS, retry=_ONCE
        )
        self.counters = JobCounters(self._short)

    def submit(self, job: str, game_id: GameId, version: int, turn: str) -> None:
        """Enqueue what a table has come to wait for, without waiting for the queue.

        What the table waits for is written already, so this must never fail: a closed queue is left to the sweeper.
        """
        self.soon(self.enqueue(job, game_id, version, FIRST, turn))

    def soon(self, work: Coroutine[Any, Any, object]) -> None:
        """Do it beside the request at hand, whose deadline and line in the log are its own."""
        if self._closed:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work, context=Context())
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def enqueue(self, job: str, game_id: GameId, version: int, attempt: str, turn: str = "") -> None:
        """Enqueue a job once per game, version and attempt; bots play in turns of their tables' hosts."""
        what = f"{game_id}-{version}-{attempt}"
        what = f"{what}-{turn}" if turn and job == MOVE else what
        what = f"{what}-plan" if job == PLAY_PLAN else what
        if await self._put(job, what, game_id, version) and attempt != FIRST:
            await asyncio.to_thread(self.counters.job_retried, QUEUES[job])

    async def _put(self, job: str, what: str, *arguments: object) -> bool:
        queue, name = self._queues[job], f"{QUEUES[job]}-{what}"
        made = queue.create_job(job, arguments, job_id=name, result_ttl=60, failure_ttl=86400)
        made.enqueued_at = datetime.now(UTC)
        client = giving_bytes(self._client)
        try:
            places = [made.key, queue.key, Queue.redis_queues_keys]
            if not await self._enqueue.run(client, places, [name, *_fields(made)]):
                return False
            if job == MOVE:
                await take_turn(client, queue.key, name)
        except (RedisError, OSError) as error:
            _log.warning("job_not_enqueued", job=name, error=type(error).__name__)
            return False
        return True

    def queued(self, *jobs: str) -> set[str] | None:
        """The games for which one of these jobs waits in its queue; `None` if that does not answer."""
        try:
            names = [name for job in jobs for name in self._queues[job].job_ids]
        except (RedisError, OSError):
            return None
        return {subject for name in names for subject in name.split("-")[1:2]}

    async def figures(self) -> list[Metric]:
        """The figures of the queues; if they do not answer, only that, and soon."""
        try:
            return await asyncio.to_thread(metrics.read, self._short, get_args(QueueName))
        except (RedisError, OSError):
            return metrics.unreachable()

    async def finish(self) -> None:
        """Wait until all that was submitted is enqueued, or cannot be."""
        while self._under_way:
            await asyncio.wait(self._under_way)

    async def close(self) -> None:
        """Finish what was submitted, then close the connections."""
        self._closed = True
        await self.finish()
        await disconnect(self._client)
        self._redis.close()
        self._short.close()


def _fields(job: Job) -> list[str | bytes]:
    """What is stored of a job, each field before its value."""
    held = {name: value for name, value in job.to_dict().items() if value is not None}
    texts = {name: value if isinstance(value, bytes | str) else str(value) for name, value in held.items()}
    return list(chain.from_iterable(texts.items()))
