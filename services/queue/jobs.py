"""Puts jobs into their queues. A job is a hint: what is owed stands in the store, and the sweeper finds it there."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import get_args

import structlog
from prometheus_client import Metric
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from rq import Queue
from rq.exceptions import DuplicateJobError
from rq.serializers import JSONSerializer

from domain.kernel.ids import GameId
from services.queue import metrics
from services.queue.connection import connect_queue
from services.queue.counters import JobCounters
from services.queue.turns import take_turn
from services.settings.values import QueueName

SCORE, MOVE, NOTIFY = "workers.scoring.score", "workers.bots.move", "workers.notify.notify"
RUN_OUT = "workers.deadlines.run_out"
FOLLOW = "workers.chat_pictures.follow"
QUEUES = {SCORE: "scoring", MOVE: "bots", NOTIFY: "notify", FOLLOW: "notify", RUN_OUT: "maintenance"}
"""Jobs by name and the queue of each, so that enqueueing a job needs no import of it."""
FIRST = "0"
"""The attempt that is made as soon as something is owed."""

_SECONDS = 5.0
_SHORT_SECONDS = 1.0
_ONCE = Retry(NoBackoff(), 0)
_SOON = Retry(ExponentialBackoff(cap=0.5, base=0.02), 3)

_log = structlog.get_logger()


class Jobs:
    """Enqueues jobs."""

    def __init__(self, url: str) -> None:
        """Talk to the queue's Redis from a thread of its own, so that no request waits for it."""
        self._redis = connect_queue(url, socket_timeout=_SECONDS, retry=_SOON)
        self._queues = {job: Queue(name, self._redis, serializer=JSONSerializer) for job, name in QUEUES.items()}
        self._thread = ThreadPoolExecutor(1, "jobs")
        self._short = connect_queue(
            url, socket_timeout=_SHORT_SECONDS, socket_connect_timeout=_SHORT_SECONDS, retry=_ONCE
        )
        self.counters = JobCounters(self._short)

    def submit(self, job: str, game_id: GameId, version: int, turn: str) -> None:
        """Enqueue what a table has come to wait for, without waiting for the queue.

        What the table waits for is written already, so this must never fail: a closed queue is left to the sweeper.
        """
        with suppress(RuntimeError):  # closed: the process is ending
            self._thread.submit(self.enqueue, job, game_id, version, FIRST, turn)

    def submit_delivery(self, delivery: str, attempt: str = FIRST) -> None:
        """Enqueue a delivery without waiting for the queue; it must not fail either."""
        with suppress(RuntimeError):
            self._thread.submit(self.enqueue_delivery, delivery, attempt)

    def submit_picture(self, request: str, attempt: str = FIRST) -> None:
        """Enqueue the picture that an answer in a chat lacks, without waiting for the queue."""
        with suppress(RuntimeError):
            self._thread.submit(self._put, FOLLOW, f"{request}-{attempt}", request)

    def enqueue(self, job: str, game_id: GameId, version: int, attempt: str, turn: str = "") -> None:
        """Enqueue a job once per game, version and attempt; bots play in turns of their tables' hosts."""
        what = f"{game_id}-{version}-{attempt}"
        if self._put(job, f"{what}-{turn}" if turn and job == MOVE else what, game_id, version) and attempt != FIRST:
            self.counters.job_retried(QUEUES[job])

    def enqueue_delivery(self, delivery: str, attempt: str) -> None:
        """Enqueue a delivery once per attempt."""
        self._put(NOTIFY, f"{delivery}-{attempt}", delivery)

    def _put(self, job: str, what: str, *arguments: object) -> bool:
        name = f"{QUEUES[job]}-{what}"
        try:
            self._queues[job].enqueue(job, *arguments, job_id=name, unique=True, result_ttl=60, failure_ttl=86400)
            if job == MOVE:
                take_turn(self._redis, self._queues[job].key, name)
        except DuplicateJobError:
            return False
        except (RedisError, OSError) as error:
            _log.warning("job_not_enqueued", job=name, error=type(error).__name__)
            return False
        return True

    def queued(self, *jobs: str) -> set[str] | None:
        """The games or deliveries for which one of these jobs waits in its queue; `None` if that does not answer."""
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

    def close(self) -> None:
        """Finish what was submitted, then close the connections."""
        self._thread.shutdown()
        self._redis.close()
        self._short.close()
