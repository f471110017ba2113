"""Background jobs and stuck games, asked of the queue's Redis in a thread: RQ speaks to it without an event loop."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple, TypeVar

from redis import Redis
from redis.exceptions import RedisError

from services.engine.embedded import locate_queue
from services.queue import listing
from services.queue.connection import connect_queue
from services.queue.listing import ListedJob, NoSuchJob
from services.settings import Settings

_MOST_SHOWN = 100
T = TypeVar("T")


class QueueState(NamedTuple):
    """What waits, runs or failed, and the games that get no job; nothing is known if the queue does not answer."""

    answers: bool
    jobs: list[ListedJob]
    stuck: list[ListedJob]


async def jobs_and_stuck_games(settings: Settings) -> QueueState:
    """The queue as it stands, what failed first."""
    try:
        entries = await _asked(settings, listing.listed)
    except (RedisError, OSError):
        return QueueState(answers=False, jobs=[], stuck=[])
    jobs = sorted((one for one in entries if one.state != "stuck"), key=lambda one: one.state != "failed")
    return QueueState(answers=True, jobs=jobs[:_MOST_SHOWN], stuck=[one for one in entries if one.state == "stuck"])


async def act_on_job(settings: Settings, job: str, *, retry: bool) -> None:
    """Put a failed job back, or forget one; a job that is gone needs neither."""
    with suppress(NoSuchJob):
        await _asked(settings, lambda redis: (listing.retry if retry else listing.drop)(redis, job))


async def _asked(settings: Settings, question: Callable[[Redis], T]) -> T:
    def ask() -> T:
        with connect_queue(locate_queue(settings)) as redis:
            return question(redis)

    return await asyncio.to_thread(ask)
