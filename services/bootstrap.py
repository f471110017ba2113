"""The one place that builds what the rooms stand on, and hands it down; it decides nothing by itself.

Only the processes themselves are built here: whatever else needs something is given it.
"""

from functools import partial

from domain.registry import Registry
from projections.match_follower import MatchFollower
from projections.runner import Alarm, Projector
from services.engine.embedded import locate, locate_queue
from services.engine.free_space import FreeSpace
from services.foundation import ChatStores, PeopleStores, ServerStores, Services, TalkStores
from services.notices.desk import NoticeDesk
from services.notices.followers import Followers
from services.notices.notifier import Notifier
from services.notices.outbox import Outbox
from services.notices.stored_preferences import StoredPreferences
from services.queue.jobs import Jobs
from services.settings import Settings
from services.store.accounts.rights_changes import RightsChanges
from services.store.accounts.stored_accounts import StoredAccounts
from services.store.acknowledged import Acknowledged
from services.store.analyses import Analyses
from services.store.archive import Archive
from services.store.client import giving_bytes
from services.store.connections import connect
from services.store.events import EventStore
from services.store.models import StoredModels
from services.store.push_subscriptions import PushSubscriptions
from services.store.shares import Shares
from services.store.snapshots import Snapshots
from services.store.webhooks import Webhooks
from services.tables.folding import MatchAt
from services.tables.hot_tables import Tables
from services.tables.owed_jobs import enqueue_owed, hint_plan


def build(settings: Settings, *, enqueues_owed: bool = True) -> Services:
    """Build what every part needs. A process that does by itself what tables wait for enqueues no jobs for it."""
    client = connect(locate(settings))
    store_client = giving_bytes(client)
    registry = Registry.with_extra(settings.games)
    jobs = Jobs(locate_queue(settings))
    people = PeopleStores(store_client)
    on_owed = partial(enqueue_owed, jobs) if enqueues_owed else _ignore
    free_space = FreeSpace(settings, client)
    acknowledged = Acknowledged(client, settings.wait_replicas) if settings.wait_replicas else None
    store = EventStore(store_client, free_space.require_now, acknowledged, Archive(settings.archive_folder))
    tables = Tables(store, Snapshots(store_client), registry, on_owed, hot_bytes=settings.hot_bytes)
    if enqueues_owed:
        tables.tell_of_turns(partial(hint_plan, jobs, people.plans))
    matches = MatchFollower(store, registry, hot_bytes=settings.hot_bytes)
    models = StoredModels(store_client)
    accounts = StoredAccounts(store_client, RightsChanges())
    server = ServerStores(store_client, settings.address)
    notices = NoticeDesk(
        settings=settings,
        outbox=Outbox(store_client),
        preferences=StoredPreferences(store_client),
        push_subscriptions=PushSubscriptions(store_client),
        webhooks=Webhooks(store_client),
        tables=tables,
        models=models,
        matches=matches,
        presence=people.presence,
        plans=people.plans,
        accounts=accounts,
        signing_key=server.signing_key,
    )
    return Services(
        settings=settings,
        client=client,
        free_space=free_space,
        jobs=jobs,
        tables=tables,
        matches=matches,
        analyses=Analyses(store_client),
        models=models,
        accounts=accounts,
        people=people,
        talk=TalkStores(store_client),
        notices=notices,
        chat=ChatStores(store_client, settings),
        server=server,
    )


def _ignore(_loaded: MatchAt) -> None:
    """Enqueue nothing."""


def projector(services: Services, alarm: Alarm, shares: Shares | None = None) -> Projector:
    """The projector of all read models."""
    return Projector(services.feed(shares), services.new_follower(), services.models, alarm)


def notifier(services: Services, alarm: Alarm, shares: Shares | None = None) -> Notifier:
    """The notifier of all games. Without a channel it writes no notices to people."""
    desk = services.notices
    followers = Followers(desk.webhooks, services.chat.bindings)
    return Notifier(services.feed(shares), services.new_follower(), desk, followers, alarm)
