"""A worker process: an RQ worker that takes jobs, and beside it a sweeper that looks for lost ones."""

import asyncio
import signal
import threading

from redis import Redis
from rq import Queue, Worker
from rq.job import Job
from rq.serializers import JSONSerializer

from services.bootstrap import QUEUES, build, queue_url
from services.engine import leash
from services.settings import Settings
from workers.sweeper import keep_sweeping

_TTL = 30
"""Seconds after which RQ notices that a worker is gone; the sweeper is quicker."""


class LeashedWorker(Worker):
    """A worker whose job dies with it: an orphan would go on working beside its successor."""

    def main_work_horse(self, job: Job, queue: Queue) -> None:
        """Run in the child: tie it to its parent first."""
        if leash.tie(self.pid or 0, signal.SIGKILL):
            super().main_work_horse(job, queue)


def run_worker(settings: Settings) -> None:
    """Work until a signal ends the process."""
    threading.Thread(target=lambda: asyncio.run(_sweep(settings)), daemon=True).start()
    connection = Redis.from_url(queue_url(settings))
    queues = [Queue(name, connection, serializer=JSONSerializer) for name in QUEUES.values()]
    worker = LeashedWorker(
        queues, connection=connection, serializer=JSONSerializer, worker_ttl=_TTL, maintenance_interval=_TTL
    )
    worker.work(logging_level="WARNING")


async def _sweep(settings: Settings) -> None:
    services = build(settings)
    try:
        await keep_sweeping(services)
    finally:
        await services.close()
