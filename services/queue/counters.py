"""Counts how jobs end, and lists the games that are stuck: they are owed something, but no job can be found for it.

Jobs run in many processes, so all of this stands beside their queue, in Redis. It must never hold up or fail a job:
what cannot be written is lost.
"""

from bisect import bisect_left
from collections.abc import Mapping
from contextlib import suppress

from redis import Redis
from redis.exceptions import RedisError

from services.store.keys import KeyKind

BUCKETS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, float("inf"))
"""Upper bounds of the buckets in which the durations of jobs are counted, in seconds."""
JOBS, SECONDS, AGAIN, BOTS = "jobs", "seconds", "again", "bots"
_STUCK_SECONDS = 3600
"""How long the list of stuck games outlives the sweepers that write it."""
_BETWEEN = "|"


class JobCounters:
    """Writes the counts. Each is a field of one hash, named by what is counted and its labels."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def job_done(self, queue: str, outcome: str, seconds: float) -> None:
        """A job came to an end, however it did."""
        bucket = BUCKETS[bisect_left(BUCKETS, seconds)]
        self._add({(JOBS, queue, outcome, str(bucket)): 1, (SECONDS, queue, outcome): seconds})

    def job_retried(self, queue: str) -> None:
        """A job was enqueued again, because the one before had no effect."""
        self._add({(AGAIN, queue): 1})

    def bot_failed(self, bot: str, why: str) -> None:
        """A bot gave nothing that could be played."""
        self._add({(BOTS, bot, why): 1})

    def write_stuck_games(self, games: Mapping[str, tuple[float, str]]) -> None:
        """These games are stuck and no others: since when, and what is wrong with them."""
        with suppress(RedisError, OSError):
            pipeline = self._redis.pipeline()
            pipeline.delete(KeyKind.STUCK_GAMES)
            for game, (since, error) in games.items():
                pipeline.hset(KeyKind.STUCK_GAMES, game, f"{since}{_BETWEEN}{error}")
            pipeline.expire(KeyKind.STUCK_GAMES, _STUCK_SECONDS)
            pipeline.execute()

    def _add(self, amounts: Mapping[tuple[str, ...], float]) -> None:
        with suppress(RedisError, OSError):
            pipeline = self._redis.pipeline(transaction=False)
            for labels, amount in amounts.items():
                pipeline.hincrbyfloat(KeyKind.JOB_COUNTS, _BETWEEN.join(labels), amount)
            pipeline.execute()


def counts(stored: Mapping[bytes, bytes]) -> dict[tuple[str, ...], float]:
    """The counts by what is counted and its labels, out of the hash."""
    return {tuple(field.decode().split(_BETWEEN)): float(amount) for field, amount in stored.items()}


def stuck_games(stored: Mapping[bytes, bytes]) -> dict[str, tuple[float, str]]:
    """The games that are stuck, since when and why, out of their hash."""
    told = {game.decode(): value.decode().split(_BETWEEN, 1) for game, value in stored.items()}
    return {game: (float(since), error) for game, (since, error) in told.items()}
