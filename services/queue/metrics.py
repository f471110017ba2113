"""Figures of the job queue for Prometheus, read from Redis whenever they are asked for."""

import time
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from redis import Redis
from rq import Queue
from rq.job import Job

from services.queue import counters
from services.store.keys import KeyKind

Counts = Mapping[tuple[str, ...], float]


class QueueFigures(NamedTuple):
    """One queue: how many jobs wait, run and failed, and since when the oldest one waits (in seconds)."""

    queue: str
    queued: int
    running: int
    failed: int
    oldest: float


def read(redis: Redis, queues: Iterable[str]) -> list[Metric]:
    """Ask in two round trips, however much there is; raises what the client raises."""
    names = list(queues)
    asked: Any = redis.pipeline(transaction=False)
    for name in names:
        queue = Queue(name, redis)
        asked.llen(queue.key)
        asked.zcard(queue.started_job_registry.key)
        asked.zcard(queue.failed_job_registry.key)
        asked.lindex(queue.key, 0)
    asked.hgetall(KeyKind.JOB_COUNTS)
    asked.hlen(KeyKind.STUCK_GAMES)
    *answers, stored, stuck = asked.execute()
    lines = _lines(redis, names, [answers[place : place + 4] for place in range(0, len(answers), 4)])
    return [*_gauges(lines), _stuck(stuck), *_counters(counters.counts(stored))]


def unreachable() -> list[Metric]:
    """What can be said of a queue that does not answer."""
    return [_up(0)]


def _lines(redis: Any, names: list[str], answers: list[list[Any]]) -> list[QueueFigures]:  # noqa: ANN401 - redis-py's answers
    heads = redis.pipeline(transaction=False)
    for *_, oldest in answers:
        heads.hget(Job.key_for((oldest or b"").decode()), "enqueued_at")
    since = [_age(found) for found in heads.execute()]
    return [
        QueueFigures(name, queued, running, failed, age)
        for name, (queued, running, failed, _), age in zip(names, answers, since, strict=True)
    ]


def _age(enqueued_at: bytes | None) -> float:
    if enqueued_at is None:
        return 0.0
    then = datetime.fromisoformat(enqueued_at.decode()).astimezone(UTC)
    return max(0.0, time.time() - then.timestamp())


def _up(value: int) -> Metric:
    return GaugeMetricFamily("acta_queue_up", "Whether the Redis of the job queue answers.", value=value)


def _gauges(lines: list[QueueFigures]) -> Iterator[Metric]:
    yield _up(1)
    depth = GaugeMetricFamily("acta_queue_jobs", "Jobs in a queue, by their state.", labels=("queue", "state"))
    oldest = GaugeMetricFamily(
        "acta_queue_oldest_seconds", "How long the oldest job of a queue has waited.", labels=("queue",)
    )
    for line in lines:
        depth.add_metric((line.queue, "queued"), line.queued)
        depth.add_metric((line.queue, "running"), line.running)
        depth.add_metric((line.queue, "failed"), line.failed)
        oldest.add_metric((line.queue,), line.oldest)
    yield depth
    yield oldest


def _stuck(games: int) -> Metric:
    return GaugeMetricFamily(
        "acta_stuck_games", "Games that the sweeper can do nothing for; the log says why.", value=games
    )


def _counters(counts: Counts) -> Iterator[Metric]:
    again = CounterMetricFamily(
        "acta_job_retries", "Jobs that were enqueued again, since the one before came to nothing.", labels=("queue",)
    )
    bots = CounterMetricFamily(
        "acta_bot_failures", "Choices that a caretaker made since a bot failed.", labels=("bot", "how")
    )
    durations = HistogramMetricFamily("acta_job_seconds", "Duration of jobs.", labels=("queue", "outcome"))
    for (what, *labels), amount in sorted(counts.items()):
        if what == counters.AGAIN:
            again.add_metric(labels, amount)
        elif what == counters.BOTS:
            bots.add_metric(labels, amount)
        elif what == counters.SECONDS:
            durations.add_metric(labels, _buckets(counts, labels), amount)
    yield from (again, bots, durations)


def _buckets(counts: Counts, labels: list[str]) -> list[tuple[str, float]]:
    """The buckets as Prometheus wants them: each counts those below it too."""
    total = 0.0
    found = []
    for bound in counters.BUCKETS:
        total += counts.get((counters.JOBS, *labels, str(bound)), 0.0)
        found.append(("+Inf" if bound == float("inf") else str(bound), total))
    return found
