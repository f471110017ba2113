"""A worker process: an RQ worker that takes jobs, and beside it a sweeper that looks for lost ones."""

import asyncio
import threading

from redis import Redis
from rq import Queue, Worker
from rq.serializers import JSONSerializer

from services.bootstrap import QUEUES, build, queue_url
from services.settings import Settings
from workers.sweeper import keep_sweeping

_TTL = 30
"""Seconds after which RQ notices that a worker is gone; the sweeper is quicker."""


def run_worker(settings: Settings) -> None:
    """Work until a signal ends the process."""
    threading.Thread(target=lambda: asyncio.run(_sweep(settings)), daemon=True).start()
    connection = Redis.from_url(queue_url(settings))
    queues = [Queue(name, connection, serializer=JSONSerializer) for name in QUEUES.values()]
    worker = Worker(
        queues, connection=connection, serializer=JSONSerializer, worker_ttl=_TTL, maintenance_interval=_TTL
    )
    worker.work(logging_level="WARNING")


async def _sweep(settings: Settings) -> None:
    services = build(settings)
    try:
        await keep_sweeping(services)
    finally:
        await services.close()
