"""The one place that builds connections and hands them down: what API, projector and workers are made of."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import cast, get_args

import structlog
from prometheus_client import Metric
from redis import Redis as SyncRedis
from redis.asyncio import BlockingConnectionPool, Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry as SyncRetry
from rq import Queue
from rq.exceptions import DuplicateJobError
from rq.serializers import JSONSerializer

from domain.kernel.game import Step
from domain.kernel.ids import GameId, UserId
from domain.registry import Registry
from projections import rebuild as rebuilding
from projections.course import Courses
from projections.folds import Folds
from projections.postman import Postman
from projections.runner import Alarm, Projector, reason_of
from services.commands.tables import Loaded, Tables
from services.engine.embedded import locate, locate_queue
from services.outbound.channel import Channel
from services.outbound.directory import Directory
from services.outbound.mail import MAIL, MailChannel, Mailer
from services.queue import figures
from services.queue.tally import Tally
from services.settings import Settings
from services.settings.values import CLUSTER, QueueName
from services.store.accounts.changes import Changes
from services.store.accounts.keys import is_user_id
from services.store.accounts.records import Records
from services.store.accounts.scripts import Scripts
from services.store.client import Client
from services.store.drafts import Drafts
from services.store.events import EventStore
from services.store.feed import RedisFeed
from services.store.keys import PARTITIONS
from services.store.models import StoredModels
from services.store.mutes import Mutes
from services.store.notes import Notes
from services.store.outbox import StoredOutbox
from services.store.preferences import StoredPreferences
from services.store.presence import Presence
from services.store.reports import Reports
from services.store.snapshots import Snapshots
from services.store.talk import Talk

_CONNECTIONS = 64
_SECONDS = 5.0
_RETRIES = 3
_HASTE = 1.0
_ONCE = SyncRetry(NoBackoff(), 0)
_SOON = SyncRetry(ExponentialBackoff(cap=0.5, base=0.02), _RETRIES)
SCORE, MOVE, NOTIFY = "workers.scoring.score", "workers.bots.move", "workers.notify.notify"
RUN_OUT = "workers.deadlines.run_out"
QUEUES = {SCORE: "scoring", MOVE: "bots", NOTIFY: "notify", RUN_OUT: "maintenance"}
"""Jobs by name, so that nobody who enqueues one has to import it, and the queue of each."""
FIRST = "0"
"""The attempt that is made when something comes to be owed."""

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


def job_for(loaded: Loaded) -> str:
    """The job that a table needs which waits for the server."""
    return SCORE if isinstance(loaded.match.to_act(), Step) else MOVE


class Jobs:
    """Enqueues jobs. A job is a hint: if it is lost, the sweeper finds what the events still owe."""

    def __init__(self, url: str) -> None:
        """Talk to the queue's Redis from a thread of its own, so that nobody waits for it."""
        self._redis = SyncRedis.from_url(url, socket_timeout=_SECONDS, retry=_SOON)
        self._queues = {job: Queue(name, self._redis, serializer=JSONSerializer) for job, name in QUEUES.items()}
        self._thread = ThreadPoolExecutor(1, "jobs")
        self._hasty = SyncRedis.from_url(url, socket_timeout=_HASTE, socket_connect_timeout=_HASTE, retry=_ONCE)
        self.tally = Tally(self._hasty)

    def nudge(self, loaded: Loaded) -> None:
        """Enqueue what a table waits for now, without waiting for the queue.

        What the table waits for is written already, so this must never fail: a closed queue is left to the sweeper.
        """
        with suppress(RuntimeError):  # closed: the process is ending
            self._thread.submit(self.enqueue, job_for(loaded), loaded.game_id, loaded.version, FIRST)

    def hand_over(self, delivery: str, attempt: str = FIRST) -> None:
        """Enqueue a delivery without waiting for the queue; it must never fail, for the same reason."""
        with suppress(RuntimeError):
            self._thread.submit(self.enqueue_delivery, delivery, attempt)

    def enqueue(self, job: str, game_id: GameId, version: int, attempt: str) -> None:
        """Enqueue a job once per game, version and attempt."""
        if self._put(job, f"{game_id}-{version}-{attempt}", game_id, version) and attempt != FIRST:
            self.tally.asked_again(QUEUES[job])

    def enqueue_delivery(self, delivery: str, attempt: str) -> None:
        """Enqueue a delivery once per attempt."""
        self._put(NOTIFY, f"{delivery}-{attempt}", delivery)

    def _put(self, job: str, what: str, *arguments: object) -> bool:
        name = f"{QUEUES[job]}-{what}"
        try:
            self._queues[job].enqueue(job, *arguments, job_id=name, unique=True, result_ttl=60, failure_ttl=86400)
        except DuplicateJobError:
            return False
        except (RedisError, OSError) as error:
            _log.warning("job_not_enqueued", job=name, error=type(error).__name__)
            return False
        return True

    def queued(self) -> set[GameId] | None:
        """The games for which a job waits in a queue; `None` if the queues do not answer."""
        try:
            names = [name for job in (SCORE, MOVE) for name in self._queues[job].job_ids]
        except (RedisError, OSError):
            return None
        return {GameId(game) for name in names for game in name.split("-")[1:2]}

    async def figures(self) -> list[Metric]:
        """How the queues do; little, but soon, if they do not answer."""
        try:
            return await asyncio.to_thread(figures.read, self._hasty, get_args(QueueName))
        except (RedisError, OSError):
            return figures.unreachable()

    def close(self) -> None:
        """Finish what was asked for, then let go."""
        self._thread.shutdown()
        self._redis.close()
        self._hasty.close()


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
    outbox: StoredOutbox
    preferences: StoredPreferences
    presence: Presence

    async def close(self) -> None:
        """Let go of the connections."""
        self.jobs.close()
        await self.client.aclose()


def build(settings: Settings, *, nudging: bool = True) -> Services:
    """Build what every part needs. Who does by itself what a table waits for need not nudge anyone."""
    client = connect(locate(settings))
    store_client = cast("Client", client)  # redis-py's annotations allow for text answers; this client gives bytes
    registry = Registry.with_extra(settings.games)
    jobs = Jobs(locate_queue(settings))
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
        outbox=StoredOutbox(store_client),
        preferences=StoredPreferences(store_client),
        presence=Presence(store_client),
    )


def _leave(_loaded: Loaded) -> None:
    """Nobody is told."""


def mailer(settings: Settings) -> Mailer | None:
    """The way out for mail, if the operator has set one up."""
    if settings.smtp_url is None or settings.mail_from is None:
        return None
    return Mailer(settings.smtp_url.reveal(), settings.mail_from)


def channels(services: Services) -> dict[str, Channel]:
    """The ways out that the operator has set up, by name."""
    post, known = mailer(services.settings), records(services)

    async def address(user: UserId) -> str | None:
        found = await known.of(user) if is_user_id(user) else None  # imported games may name strangers
        return found.account.email or None if found else None

    return {} if post is None else {MAIL: MailChannel(post, address)}


def records(services: Services) -> Records:
    """The accounts, for those who only look them up."""
    return Records(services.client, Scripts(services.client), Changes())


def feed(services: Services) -> RedisFeed:
    """What happened in all games, in order."""
    return RedisFeed(cast("Client", services.client), ears(locate(services.settings)))


def projector(services: Services, alarm: Alarm) -> Projector:
    """The projector of all read models."""
    folds = Folds(services.tables.store, services.tables.registry)
    return Projector(feed(services), folds, services.models, alarm)


def postman(services: Services, alarm: Alarm) -> Postman:
    """The postman of all games. Where there is no way out, he has nobody to write to."""
    courses = Courses(services.tables.store, services.tables.registry)
    directory = Directory(channels(services), services.preferences.of)
    return Postman(
        feed(services),
        courses,
        services.outbox,
        directory,
        now=services.tables.now,
        hand_over=services.jobs.hand_over,
        alarm=alarm,
    )


async def rebuild(services: Services, report: Callable[[int], None]) -> None:
    """Make all read models anew beside the live ones, and switch over."""
    generation = secrets.token_hex(8)
    await rebuilding.rebuild(projector(services, raise_alarm), services.models, generation, PARTITIONS, report)


def run_projector(settings: Settings) -> None:
    """Run a projector until a signal ends the process."""

    async def run() -> None:
        services = build(settings)
        following = [projector(services, raise_alarm).follow()]
        if channels(services):
            following.append(postman(services, raise_alarm).follow())
        try:
            await asyncio.gather(*following)
        finally:
            await services.close()

    asyncio.run(run())


def raise_alarm(game: GameId, error: Exception) -> None:
    """Say that a game is parked; the read models remember it until it can be projected again."""
    _log.error("game_parked", game=game, reason=reason_of(error), advice="check its log with acta verify")
