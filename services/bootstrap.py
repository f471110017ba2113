"""The one place that builds connections and hands them down: what API, projector and workers are made of."""

import asyncio
import secrets
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parseaddr
from functools import partial
from typing import Any, cast

import structlog
from redis.asyncio import BlockingConnectionPool, ConnectionPool, Redis, RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff

from domain.kernel.errors import StoreUnavailable
from domain.kernel.game import Step
from domain.kernel.ids import GameId, UserId
from domain.registry import Registry
from projections import rebuild as rebuilding
from projections.match_follower import MatchFollower
from projections.notifier import Notifier
from projections.preferences import PUSH
from projections.runner import Alarm, Projector, reason_of
from services.commands.folding import MatchAt
from services.commands.tables import Tables, waits_for_server
from services.engine.embedded import locate, locate_queue
from services.engine.free_space import FreeSpace
from services.outbound.channel import Channel, NotSent
from services.outbound.chat.discord.client import Application, DiscordClient
from services.outbound.chat.slack.client import SlackClient
from services.outbound.directory import Directory
from services.outbound.followers import StoredFollowers
from services.outbound.mail import MAIL, MailChannel, Mailer
from services.outbound.push import PushChannel
from services.outbound.push_messages import is_usable, public_bytes, server_key, text_of
from services.outbound.signatures import new_secret
from services.outbound.webhooks import BadTarget, WebhookSender
from services.queue.jobs import MOVE, RUN_OUT, SCORE, Jobs
from services.queue.turns import turn_of
from services.settings import Settings
from services.settings.addresses import CLUSTER, read_several
from services.store.accounts.accounts import milliseconds
from services.store.accounts.credentials import Credentials
from services.store.accounts.guests import Guests
from services.store.accounts.ids import is_user_id
from services.store.accounts.rights_changes import RightsChanges
from services.store.accounts.stored_accounts import StoredAccounts
from services.store.acknowledged import Acknowledged
from services.store.archive import Archive
from services.store.audit import Audit
from services.store.chat.bindings import Bindings
from services.store.chat.links import ChatLinks
from services.store.chat.owed_pictures import OwedPictures
from services.store.chat.seen_requests import SeenRequests
from services.store.client import Client
from services.store.cluster_nodes import NextNode
from services.store.deadline import TimedCluster, TimedRedis
from services.store.drafts import Drafts
from services.store.events import EventStore
from services.store.feed import RedisFeed
from services.store.heads import Heads
from services.store.keys import PARTITIONS
from services.store.models import StoredModels
from services.store.mutes import Mutes
from services.store.notes import Notes
from services.store.old_keys import OldKeys
from services.store.outbox import StoredOutbox
from services.store.preferences import StoredPreferences
from services.store.presence import Presence
from services.store.push_subscriptions import PushSubscription, PushSubscriptions
from services.store.redis_errors import reading
from services.store.reports import Reports
from services.store.shares import Shares
from services.store.signing_key import SigningKey
from services.store.snapshots import Snapshots
from services.store.talk import Talk
from services.store.vacations import Vacations
from services.store.webhooks import Webhooks

_CONNECTIONS = 64
_SECONDS = 5.0
_RETRIES = 3
_LOOK_UP_SECONDS = 2.0
_log = structlog.get_logger()


def connect(url: str) -> Redis | RedisCluster:
    """A client for a Redis or (`redis+cluster://`) a cluster.

    Every write of ours is a script that may safely be sent twice, so lost connections are tried again.
    """
    retry = Retry(ExponentialBackoff(cap=0.5, base=0.02), _RETRIES)
    if url.startswith(CLUSTER):
        several = read_several(url)
        nodes = [ClusterNode(*node) for node in several.nodes]
        return TimedCluster.from_url(several.first, startup_nodes=nodes, retry=retry, socket_timeout=_SECONDS)
    pool = BlockingConnectionPool.from_url(
        url, max_connections=_CONNECTIONS, timeout=_SECONDS, socket_timeout=_SECONDS, retry=retry
    )
    return TimedRedis.from_pool(pool)


def subscriber(url: str) -> Redis:
    """A client for subscriptions alone: it waits for ever, and says at once when the connection is lost."""
    options: dict[str, Any] = {"socket_timeout": None, "retry": Retry(ExponentialBackoff(), 0)}
    if not url.startswith(CLUSTER):
        return Redis.from_url(url, **options)
    several = read_several(url)
    pool = ConnectionPool.from_url(several.first, **options, connection_class=NextNode, nodes=several.nodes)
    return Redis.from_pool(pool)


def job_for(loaded: MatchAt) -> str:
    """The job for a table that waits for the server, or for a player whose time is over."""
    if isinstance(loaded.match.to_act(), Step):
        return SCORE
    return MOVE if waits_for_server(loaded.match) else RUN_OUT


def enqueue_owed(jobs: Jobs, loaded: MatchAt) -> None:
    """Enqueue the job that a table waits for now."""
    turn = turn_of(loaded.match.table.host, attended=True)  # somebody has just done something at this table
    jobs.submit(job_for(loaded), loaded.game_id, loaded.version, turn)


@dataclass(frozen=True)
class Services:
    """Everything that stands on the store."""

    settings: Settings
    client: Redis | RedisCluster
    free_space: FreeSpace
    jobs: Jobs
    tables: Tables
    drafts: Drafts
    models: StoredModels
    notes: Notes
    talk: Talk
    mutes: Mutes
    reports: Reports
    audit: Audit
    outbox: StoredOutbox
    preferences: StoredPreferences
    push_subscriptions: PushSubscriptions
    vacations: Vacations
    presence: Presence
    signing_key: SigningKey
    heads: Heads
    chat_links: ChatLinks
    bindings: Bindings
    webhooks: Webhooks
    seen_requests: SeenRequests
    owed_pictures: OwedPictures
    discord: DiscordClient | None
    slack: SlackClient | None

    async def open(self) -> None:
        """Find the nodes of a cluster before many ask at once: redis-py loses connections if it looks for them then.

        A cluster that does not answer is looked for again at the next call.
        """
        if isinstance(self.client, RedisCluster):
            with suppress(StoreUnavailable), reading():
                _ = await self.client.initialize()

    async def close(self) -> None:
        """Close the connections."""
        await self.jobs.close()
        for platform in (self.discord, self.slack):
            if platform is not None:
                await platform.close()
        await self.client.aclose()


def build(settings: Settings, *, enqueues_owed: bool = True) -> Services:
    """Build what every part needs. A process that does by itself what tables wait for enqueues no jobs for it."""
    client = connect(locate(settings))
    store_client = cast("Client", client)  # redis-py's annotations allow for text answers; this client gives bytes
    registry = Registry.with_extra(settings.games)
    jobs = Jobs(locate_queue(settings))
    on_owed = partial(enqueue_owed, jobs) if enqueues_owed else _ignore
    free_space = FreeSpace(settings, client)
    acknowledged = Acknowledged(client, settings.wait_replicas) if settings.wait_replicas else None
    store = EventStore(store_client, free_space.require_now, acknowledged, Archive(settings.archive_folder))
    tables = Tables(store, Snapshots(store_client), registry, on_owed, hot_bytes=_hot_bytes(settings))
    return Services(
        settings=settings,
        client=client,
        free_space=free_space,
        jobs=jobs,
        tables=tables,
        drafts=Drafts(store_client),
        models=StoredModels(store_client),
        notes=Notes(store_client),
        talk=Talk(store_client),
        mutes=Mutes(store_client),
        reports=Reports(store_client),
        audit=Audit(store_client),
        outbox=StoredOutbox(store_client),
        preferences=StoredPreferences(store_client),
        push_subscriptions=PushSubscriptions(store_client),
        vacations=Vacations(store_client),
        presence=Presence(store_client),
        signing_key=SigningKey(store_client),
        heads=Heads(store_client),
        chat_links=ChatLinks(store_client),
        bindings=Bindings(store_client),
        webhooks=Webhooks(store_client),
        seen_requests=SeenRequests(store_client),
        owed_pictures=OwedPictures(store_client),
        discord=discord(settings),
        slack=slack(settings),
    )


def _ignore(_loaded: MatchAt) -> None:
    """Enqueue nothing."""


def mailer(settings: Settings) -> Mailer | None:
    """What sends mail, if the operator has set up a mail server."""
    if settings.smtp_url is None or settings.mail_from is None:
        return None
    return Mailer(settings.smtp_url.reveal(), settings.mail_from)


async def mail_trouble(settings: Settings) -> str | None:
    """Why the mail server takes no mail from us; none if it does, or if the operator has set up none."""
    mail = mailer(settings)
    try:
        if mail is not None:
            await mail.check()
    except NotSent as failure:
        return failure.reason
    return None


def slack(settings: Settings) -> SlackClient | None:
    """What talks to Slack, if the operator has set up an app there."""
    token = settings.slack_bot_token
    return SlackClient(token.reveal(), settings.slack_api) if token else None


def discord(settings: Settings) -> DiscordClient | None:
    """What talks to Discord, if the operator has set up an application there."""
    if settings.discord_application_id is None or settings.discord_bot_token is None:
        return None
    token = settings.discord_bot_token.reveal()
    return DiscordClient(Application(settings.discord_application_id, token, settings.discord_api, settings.address))


def channels(services: Services) -> dict[str, Channel]:
    """The channels that the operator has set up, by name."""
    mail, accounts = mailer(services.settings), stored_accounts(services)

    async def address(user: UserId) -> str | None:
        found = await accounts.of(user) if is_user_id(user) else None  # imported games may name strangers
        return found.account.mailbox if found else None

    by_mail: dict[str, Channel] = {} if mail is None else {MAIL: MailChannel(mail, address)}
    return {**by_mail, PUSH: _push_channel(services)}


def _push_channel(services: Services) -> PushChannel:
    """What shows notices in browsers. Push services are told whom to ask about them: by mail, or at our address."""
    settings = services.settings
    contact = settings.address if settings.mail_from is None else f"mailto:{parseaddr(settings.mail_from)[1]}"
    secret = services.signing_key.get
    sender = webhook_sender(settings)
    return PushChannel(sender, services.push_subscriptions, secret, contact, services.tables.now)


async def push_key(services: Services) -> str:
    """What a browser is to know this server by."""
    return text_of(public_bytes(server_key(await services.signing_key.get())))


async def refused_browser(settings: Settings, subscription: PushSubscription) -> str | None:
    """Why nothing can be shown in a browser; none if something may be."""
    if not is_usable(subscription.p256dh, subscription.auth):
        return "bad_browser_keys"
    return await refused_target(settings, subscription.endpoint)


def webhook_sender(settings: Settings) -> WebhookSender:
    """What posts to webhooks."""
    return WebhookSender(settings.webhook_hosts)


async def refused_target(settings: Settings, url: str) -> str | None:
    """Why nothing is ever posted to an address; none if something may be, also if its host cannot be found just now."""
    try:
        async with asyncio.timeout(_LOOK_UP_SECONDS):
            await webhook_sender(settings).check(url)
    except BadTarget as refusal:
        return refusal.reason
    except (NotSent, TimeoutError):
        pass  # each attempt looks it up anew, and says in the list of deliveries what it met
    return None


def new_webhook_secret() -> str:
    """A secret to sign with."""
    return new_secret()


def stored_accounts(services: Services) -> StoredAccounts:
    """The accounts, for parts that only look them up."""
    return StoredAccounts(cast("Client", services.client), RightsChanges())


def guests(services: Services) -> Guests:
    """The guests, for the part that forgets them."""
    client, stored = cast("Client", services.client), stored_accounts(services)
    return Guests(client, stored, Credentials(client, milliseconds, RightsChanges()), milliseconds)


def old_keys(services: Services) -> OldKeys:
    """The keys of requests that nobody repeats any more."""
    return OldKeys(cast("Client", services.client))


def feed(services: Services, shares: Shares | None = None) -> RedisFeed:
    """What happened in all games, in order; with shares, in those that are this projector's."""
    return RedisFeed(cast("Client", services.client), subscriber(locate(services.settings)), shares)


def _hot_bytes(settings: Settings) -> int:
    return settings.hot_tables_mb * 2**20


def _matches(services: Services) -> MatchFollower:
    """The matches that a projection follows."""
    tables = services.tables
    return MatchFollower(tables.store, tables.registry, hot_bytes=_hot_bytes(services.settings))


def projector(services: Services, alarm: Alarm, shares: Shares | None = None) -> Projector:
    """The projector of all read models."""
    matches = _matches(services)
    return Projector(feed(services, shares), matches, services.models, alarm)


def directory(services: Services) -> Directory:
    """How people can be reached."""
    return Directory(channels(services), services.preferences.of)


def notifier(services: Services, alarm: Alarm, shares: Shares | None = None) -> Notifier:
    """The notifier of all games. Without a channel it writes no notices to people."""
    matches = _matches(services)
    return Notifier(
        feed(services, shares),
        matches,
        services.outbox,
        directory(services),
        StoredFollowers(services.webhooks, services.bindings),
        now=services.tables.now,
        hand_over=services.jobs.submit_delivery,
        alarm=alarm,
    )


async def rebuild(services: Services, report: Callable[[int], None]) -> None:
    """Make all read models anew beside the live ones, and switch over."""
    generation = secrets.token_hex(8)
    await rebuilding.rebuild(projector(services, raise_alarm), services.models, generation, PARTITIONS, report)


def run_projector(settings: Settings) -> None:
    """Run a projector until a signal ends the process; then its partitions are handed over to the others."""

    async def run() -> None:
        services = build(settings)
        await services.open()
        shares = Shares(cast("Client", services.client))
        stopped = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
        try:
            async with shares.held():
                following = (projector(services, raise_alarm, shares), notifier(services, raise_alarm, shares))
                tasks = {asyncio.create_task(one.follow()) for one in following}
                stopping = asyncio.create_task(stopped.wait())
                done, _ = await asyncio.wait({stopping, *tasks}, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()  # raises what ended it, unless that was the signal
        finally:
            await services.close()

    asyncio.run(run())


def raise_alarm(game: GameId, error: Exception) -> None:
    """Log that a game is parked; the read models remember it until it can be projected again."""
    _log.error("game_parked", game=game, reason=reason_of(error), advice="check its log with acta verify")
