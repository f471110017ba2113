"""`acta jobs`: what background jobs wait, run and failed, and what to do about them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Annotated

import msgspec
from cyclopts import App, Parameter
from redis import Redis
from redis.exceptions import RedisError

from services.cli.errors import Refusal
from services.cli.flags import Flags, settings_from
from services.cli.output import say, show_table
from services.engine.embedded import locate_queue
from services.queue import listing
from services.queue.connection import connect_queue
from services.queue.listing import ListedJob, NoSuchJob
from services.settings import Settings

jobs = App(name="jobs", help_epilogue="")
JobId = Annotated[str | None, Parameter(help="The id of a job, as `acta jobs` lists it.")]
All = Annotated[bool, Parameter(name="--all", negative="", help="Every failed job.")]


@jobs.default
def show(
    *,
    json: Annotated[bool, Parameter(negative="", help="One JSON object a line, for programs.")] = False,
    flags: Flags | None = None,
) -> None:
    """List the jobs that wait, run or failed, with their game, and why they failed.

    A lost job died with its worker; a stuck game cannot be read, so that it gets no job.
    """
    with _queue(settings_from(flags)) as redis:
        entries = listing.listed(redis)
    if json:
        for entry in entries:
            say(msgspec.json.encode(entry).decode())
    elif entries:
        show_table(("state", "queue", "game", "version", "age", "why", "job"), map(_cells, entries), wide=True)
    else:
        say("No job is waiting, running or failed.")


@jobs.command
def retry(job_id: JobId = None, *, every: All = False, flags: Flags | None = None) -> None:
    """Put a failed job back into its queue."""
    with _queue(settings_from(flags)) as redis:
        done = _each(redis, _chosen(job_id, every=every), listing.retry)
        if not (done or every):
            raise Refusal(f"The job {job_id} has not failed; only a failed job can be tried again.")
    say(f"Back in the queue: {_count(done)}.")


@jobs.command
def drop(job_id: JobId = None, *, every: All = False, flags: Flags | None = None) -> None:
    """Drop a job that waits, failed or was lost; a game that still needs it gets another."""
    settings = settings_from(flags)
    with _queue(settings) as redis:
        done = _each(redis, _chosen(job_id, every=every), listing.drop)
        if not (done or every):
            raise Refusal(f"The job {job_id} is not there, or is running just now.")
    say(
        f"Dropped: {_count(done)}. Nothing is lost: where a game still waits, the sweeper of a running worker "
        f"enqueues another job, at first within {settings.sweep_seconds * 1.5:g} s."
    )


def _chosen(job_id: str | None, *, every: bool) -> str | None:
    """The job that is meant, `None` for every failed one."""
    if (job_id is None) != every:
        raise Refusal("Name one job by its id, or all failed ones with --all.")
    return job_id


def _each(redis: Redis, job_id: str | None, act: Callable[[Redis, str], None]) -> int:
    """Do something with the chosen jobs; give for how many it could be done."""
    failed = [entry.id for entry in listing.listed(redis) if entry.state == "failed"]
    done = 0
    for one in failed if job_id is None else [job_id]:
        with suppress(NoSuchJob):
            act(redis, one)
            done += 1
    return done


def _count(done: int) -> str:
    return "1 job" if done == 1 else f"{done} jobs"


@contextmanager
def _queue(settings: Settings) -> Iterator[Redis]:
    """The Redis of the queue that these settings mean."""
    try:
        with connect_queue(locate_queue(settings)) as redis:
            yield redis
    except (RedisError, OSError) as error:
        raise Refusal(f"The Redis of the job queue does not answer: {error}.") from error


def _cells(entry: ListedJob) -> Sequence[str]:
    version = "" if entry.version is None else str(entry.version)
    about, age = entry.game or entry.about, _age(entry.age_seconds)
    return entry.state, entry.queue, about, version, age, entry.why, entry.id


def _age(seconds: float) -> str:
    for unit, length in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} s"
