"""What waits, runs and failed in the job queue, and what an operator may do about it.

A job is only a hint of what its game owes: dropping one loses nothing that the sweeper would not ask for again.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Literal, get_args

import msgspec
from redis import Redis
from redis.exceptions import ResponseError
from rq import Queue
from rq.exceptions import InvalidJobOperation, NoSuchJobError
from rq.job import Job
from rq.serializers import JSONSerializer

from services.queue import counters
from services.queue.counters import JobCounters
from services.settings.values import QueueName
from services.store.keys import KeyKind

State = Literal["queued", "running", "lost", "failed", "stuck"]
"""Lost: its worker died with it. RQ notices that after minutes, the sweeper asks for another one before."""


class ListedJob(msgspec.Struct, frozen=True, kw_only=True):
    """One job as an operator sees it. `about` is what it was given, where that is no game and version.

    A stuck game stands here without a job: something is owed to it, but its log cannot be read.
    """

    id: str
    queue: str
    state: State
    game: str | None
    version: int | None
    about: str
    age_seconds: float
    why: str


class NoSuchJob(Exception):
    """There is no such job, or none in the state that was asked for."""


def listed(redis: Redis) -> list[ListedJob]:
    """Every job that waits, runs or failed, the oldest of each queue and state first; then the games that are stuck."""
    now = datetime.now(UTC)
    return [*(_entry(job, state, now) for state, job in _jobs(redis)), *_stuck(redis, now)]


def retry(redis: Redis, job_id: str) -> None:
    """Put a failed job back into its queue."""
    job = _fetched(redis, job_id)
    try:
        _queue(redis, job.origin).failed_job_registry.requeue(job)
    except InvalidJobOperation:
        raise NoSuchJob(job_id) from None
    JobCounters(redis).job_retried(job.origin)


def drop(redis: Redis, job_id: str) -> None:
    """Forget a job that waits, is lost or failed. One that runs cannot be called back."""
    job = _fetched(redis, job_id)
    if job.id in _queue(redis, job.origin).started_job_registry.get_job_ids() and not _is_lost(redis, job):
        raise NoSuchJob(job_id)
    job.delete()


def _queue(redis: Redis, name: str) -> Queue:
    return Queue(name, redis, serializer=JSONSerializer)


def _fetched(redis: Redis, job_id: str) -> Job:
    try:
        return Job.fetch(job_id, redis, serializer=JSONSerializer)
    except (NoSuchJobError, ValueError):
        raise NoSuchJob(job_id) from None


def _jobs(redis: Redis) -> Iterator[tuple[State, Job]]:
    for name in get_args(QueueName):
        queue = _queue(redis, name)
        places: dict[State, Callable[[], list[str]]] = {
            "running": queue.started_job_registry.get_job_ids,
            "queued": queue.get_job_ids,
            "failed": queue.failed_job_registry.get_job_ids,
        }
        for state, job_ids in places.items():
            for job in Job.fetch_many(job_ids(), redis, serializer=JSONSerializer):
                if job is not None:  # it ended while we looked
                    yield "lost" if state == "running" and _is_lost(redis, job) else state, job


def _is_lost(redis: Any, job: Job) -> bool:  # noqa: ANN401 - redis-py's answers
    """Whether the worker that has begun a job is no longer connected."""
    with suppress(ResponseError):  # a Redis that does not list its clients
        return job.worker_name not in {client["name"] for client in redis.client_list()}
    return False


def _stuck(redis: Any, now: datetime) -> Iterator[ListedJob]:  # noqa: ANN401 - redis-py's answers
    for game, (since, error) in counters.stuck_games(redis.hgetall(KeyKind.STUCK_GAMES)).items():
        age = round(max(0.0, now.timestamp() - since), 1)
        yield ListedJob(id="", queue="", state="stuck", game=game, version=None, about="", age_seconds=age, why=error)


def _entry(job: Job, state: State, now: datetime) -> ListedJob:
    since = {"queued": job.enqueued_at, "failed": job.ended_at}.get(state, job.started_at)
    game, version, about = _subject(job)
    return ListedJob(
        id=job.id,
        queue=job.origin,
        state=state,
        game=game,
        version=version,
        about=about,
        age_seconds=0.0 if since is None else round((now - since.astimezone(UTC)).total_seconds(), 1),
        why=_reason(job) if state == "failed" else "",
    )


def _subject(job: Job) -> tuple[str | None, int | None, str]:
    match list(job.args):
        case [str(game), int(version)]:
            return game, version, ""
        case others:
            return None, None, " ".join(str(one) for one in others)


def _reason(job: Job) -> str:
    """The last line of what was raised: the error and its words."""
    result = job.latest_result()
    lines = (result.exc_string or "").strip().splitlines() if result else []
    return lines[-1] if lines else "unknown"
