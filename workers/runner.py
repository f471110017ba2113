"""The processes of a worker: those that take jobs from the queues, and the sweeper that looks for lost ones.

`prepare` runs once in the process that all of them are forked from, so that no worker and no job loads anything again.
Jobs run in the worker itself: what may misbehave, a bot, has a process of its own, and a fork for each job would
triple the time that a table waits.
"""

import asyncio
import gc
import logging
import os
import time
from uuid import uuid4

import structlog
from msgspec.structs import replace
from redis.exceptions import RedisError
from rq import Queue, SimpleWorker
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.utils import import_attribute
from rq.worker import DequeueStrategy

from domain.kernel.envelope import Codec
from domain.registry import Registry
from services.bootstrap import build
from services.engine.embedded import locate, locate_queue
from services.queue.connection import connect_queue
from services.queue.counters import JobCounters
from services.queue.jobs import QUEUES
from services.settings import Settings
from services.settings.secret import Secret
from workers.bots.registry import bots_by_name
from workers.sweeper import keep_sweeping

_TTL = 30
"""Seconds after which RQ notices that a worker is gone; the sweeper is quicker."""

_log = structlog.get_logger()


class MeasuredJob(Job):
    """A job that is counted when it ends, by what its function says has come of it."""

    def perform(self) -> object:
        """Run the job's function."""
        began = time.monotonic()
        outcome: object = "error"
        try:
            outcome = super().perform() or "ok"
        finally:
            JobCounters(self.connection).job_done(self.origin, str(outcome), time.monotonic() - began)
        return outcome


def prepare(settings: Settings) -> Settings:
    """Load what jobs need, and leave the settings where a job finds them: in the environment."""
    settings = replace(settings, redis_url=Secret(locate(settings)), queue_url=Secret(locate_queue(settings)))
    os.environ.update(settings.environment())
    for job in QUEUES:
        import_attribute(job)
    bots_by_name(settings.bots)  # a misspelt one fails here, not in every job
    for game in Registry.with_extra(settings.games):
        Codec(game)  # compiled on first use
    gc.collect()
    gc.freeze()  # forks share what is loaded as long as it is not touched
    return settings


def _is_news(record: logging.LogRecord) -> bool:
    """Whether RQ tells something that our own line `queue_lost` does not: a lost queue is no fault to be traced."""
    return record.exc_info is None or not isinstance(record.exc_info[1], RedisError | OSError)


def run_worker(settings: Settings) -> None:
    """Take jobs until a signal ends the process."""
    logging.getLogger("rq.worker").addFilter(_is_news)
    try:
        # Round robin, so that many bots keep no player waiting for a scoring phase or a message.
        _worker(settings).work(logging_level="WARNING", dequeue_strategy=DequeueStrategy.ROUND_ROBIN)
    except (RedisError, OSError) as error:  # this process cannot mend it: its parent starts another
        _log.error("queue_lost", error=type(error).__name__)
        raise SystemExit(1) from None


def _worker(settings: Settings) -> SimpleWorker:
    own = uuid4().hex
    connection = connect_queue(locate_queue(settings), client_name=own)  # as long as it is connected, it lives
    return SimpleWorker(
        [Queue(name, connection, serializer=JSONSerializer) for name in settings.queues],
        name=own,
        connection=connection,
        serializer=JSONSerializer,
        job_class=MeasuredJob,
        worker_ttl=_TTL,
        maintenance_interval=_TTL,
    )


def run_sweeper(settings: Settings) -> None:
    """Sweep until a signal ends the process."""
    asyncio.run(_sweep(settings))


async def _sweep(settings: Settings) -> None:
    services = build(settings)
    try:
        await keep_sweeping(services)
    finally:
        await services.close()
