"""The one place that builds connections and hands them down: what API, projector and workers are made of."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import cast

import structlog
from redis import Redis as SyncRedis
from redis.asyncio import BlockingConnectionPool, Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.exceptions import RedisError
from rq import Queue
from rq.exceptions import DuplicateJobError
from rq.serializers import JSONSerializer

from domain.kernel.game import Step
from domain.kernel.ids import GameId
from domain.registry import Registry
from projections import rebuild as rebuilding
from projections.folds import Folds
from projections.runner import Alarm, Projector, reason_of
from services.commands.tables import Loaded, Tables
from services.engine.embedded import locate
from services.outbound.mail import Mailer
from services.settings import Settings
from services.settings.values import CLUSTER
from services.store.client import Client
from services.store.drafts import Drafts
from services.store.events import EventStore
from services.store.feed import RedisFeed
from services.store.keys import PARTITIONS
from services.store.models import StoredModels
from services.store.mutes import Mutes
from services.store.notes import Notes
from services.store.reports import Reports
from services.store.snapshots import Snapshots
from services.store.talk import Talk

_CONNECTIONS = 64
_SECONDS = 5.0
_RETRIES = 3
SCORE, MOVE = "workers.scoring.score", "workers.bots.move"
QUEUES = {SCORE: "scoring", MOVE: "bots"}
"""Jobs by name, so that nobody who enqueues one has to import it, and the queue of each."""

_log = structlog.get_logger()


def connect(url: str) -> Redis | RedisCluster:
    """A client for a Redis or (`redis+cluster://`) a cluster.

    Every write of ours is a script that may safely be sent twice, so lost connections are tried again.
    """
    retry = Retry(ExponentialBackoff(cap=0.5, base=0.02), _RETRIES)
    if url.startswith(CLUSTER):
        return RedisCluster.from_url(url.replace(CLUSTER, "redis://", 1), retry=retry, socket_timeout=_SECONDS)
    pool = BlockingConnectionPool.from_url(
        url, max_connections=_CONNECTIONS, timeout=_SECONDS, socket_timeout=_SECONDS, retry=retry
    )
    return Redis.from_pool(pool)


def ears(url: str) -> Redis:
    """A client for subscriptions alone: it waits for ever, and says at once when the connection is lost."""
    plain = url.replace(CLUSTER, "redis://", 1)
    return Redis.from_url(plain, socket_timeout=None, retry=Retry(ExponentialBackoff(), 0))


def queue_url(settings: Settings) -> str:
    """Where the jobs are kept."""
    return locate(settings) if settings.queue_url is None else settings.queue_url.reveal()


class Jobs:
    """Enqueues jobs. A job is a hint: if it is lost, the sweeper finds what the events still owe."""

    def __init__(self, url: str) -> None:
        """Talk to the queue's Redis from a thread of its own, so that nobody waits for it."""
        self._redis = SyncRedis.from_url(url, socket_timeout=_SECONDS)
        self._queues = {job: Queue(name, self._redis, serializer=JSONSerializer) for job, name in QUEUES.items()}
        self._thread = ThreadPoolExecutor(1, "jobs")

    def nudge(self, loaded: Loaded) -> None:
        """Enqueue what a table waits for now, without waiting for the queue.

        What the table waits for is written already, so this must never fail: a closed queue is left to the sweeper.
        """
        job = SCORE if isinstance(loaded.match.to_act(), Step) else MOVE
        with suppress(RuntimeError):  # closed: the process is ending
            self._thread.submit(self.enqueue, job, loaded.game_id, loaded.version, "0")

    def enqueue(self, job: str, game_id: GameId, version: int, attempt: str) -> None:
        """Enqueue a job once per game, version and attempt."""
        name = f"{QUEUES[job]}-{game_id}-{version}-{attempt}"
        try:
            self._queues[job].enqueue(job, game_id, version, job_id=name, unique=True, result_ttl=60, failure_ttl=86400)
        except DuplicateJobError:
            return
        except (RedisError, OSError) as error:
            _log.warning("job_not_enqueued", job=name, error=type(error).__name__)

    def close(self) -> None:
        """Finish what was asked for, then let go."""
        self._thread.shutdown()
        self._redis.close()


@dataclass(frozen=True)
class Services:
    """Everything that stands on the store."""

    settings: Settings
    client: Redis | RedisCluster
    jobs: Jobs
    tables: Tables
    drafts: Drafts
    models: StoredModels
    notes: Notes
    talk: Talk
    mutes: Mutes
    reports: Reports

    async def close(self) -> None:
        """Let go of the connections."""
        self.jobs.close()
        await self.client.aclose()


def build(settings: Settings, *, nudging: bool = True) -> Services:
    """Build what every part needs. Who does by itself what a table waits for need not nudge anyone."""
    client = connect(locate(settings))
    store_client = cast("Client", client)  # redis-py's annotations allow for text answers; this client gives bytes
    registry = Registry.with_extra(settings.games)
    jobs = Jobs(queue_url(settings))
    nudge = jobs.nudge if nudging else _leave
    tables = Tables(EventStore(store_client), Snapshots(store_client), registry, nudge)
    return Services(
        settings=settings,
        client=client,
        jobs=jobs,
        tables=tables,
        drafts=Drafts(store_client),
        models=StoredModels(store_client),
        notes=Notes(store_client),
        talk=Talk(store_client),
        mutes=Mutes(store_client),
        reports=Reports(store_client),
    )


def _leave(_loaded: Loaded) -> None:
    """Nobody is told."""


def mailer(settings: Settings) -> Mailer | None:
    """The way out for mail, if the operator has set one up."""
    if settings.smtp_url is None or settings.mail_from is None:
        return None
    return Mailer(settings.smtp_url.reveal(), settings.mail_from)


def feed(services: Services) -> RedisFeed:
    """What happened in all games, in order."""
    return RedisFeed(cast("Client", services.client), ears(locate(services.settings)))


def projector(services: Services, alarm: Alarm) -> Projector:
    """The projector of all read models."""
    folds = Folds(services.tables.store, services.tables.registry)
    return Projector(feed(services), folds, services.models, alarm)


async def rebuild(services: Services, report: Callable[[int], None]) -> None:
    """Make all read models anew beside the live ones, and switch over."""
    generation = secrets.token_hex(8)
    await rebuilding.rebuild(projector(services, raise_alarm), services.models, generation, PARTITIONS, report)


def run_projector(settings: Settings) -> None:
    """Run a projector until a signal ends the process."""

    async def run() -> None:
        services = build(settings)
        try:
            await projector(services, raise_alarm).follow()
        finally:
            await services.close()

    asyncio.run(run())


def raise_alarm(game: GameId, error: Exception) -> None:
    """Say that a game is parked; the read models remember it until it can be projected again."""
    _log.error("game_parked", game=game, reason=reason_of(error), advice="check its log with acta verify")
