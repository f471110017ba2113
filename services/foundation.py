"""What every door and every job stands on: the connections, stores and memories of one process, room by room."""

from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

from redis.asyncio import RedisCluster

from domain.kernel.errors import StoreUnavailable
from projections.match_follower import MatchFollower
from services.engine.embedded import locate
from services.engine.free_space import FreeSpace
from services.notices.desk import NoticeDesk
from services.outbound.discord.client import DiscordClient
from services.outbound.slack.client import SlackClient
from services.queue.jobs import Jobs
from services.settings import Settings
from services.store.accounts.stored_accounts import StoredAccounts
from services.store.analyses import Analyses
from services.store.audit import Audit
from services.store.chat.bindings import Bindings
from services.store.chat.held_calls import HeldCalls
from services.store.chat.links import ChatLinks
from services.store.chat.owed_pictures import OwedPictures
from services.store.chat.seen_requests import SeenRequests
from services.store.client import Client, RedisClient, giving_bytes
from services.store.connections import subscriber
from services.store.drafts import Drafts
from services.store.feed import RedisFeed
from services.store.head_key import HeadKey
from services.store.heads import Heads
from services.store.models import StoredModels
from services.store.mutes import Mutes
from services.store.notes import Notes
from services.store.plans import Plans
from services.store.presence import Presence
from services.store.redis_errors import reading
from services.store.reports import Reports
from services.store.shares import Shares
from services.store.signing_key import SigningKey
from services.store.talk import Talk
from services.store.vacations import Vacations
from services.tables.hot_tables import Tables


class PeopleStores:
    """What people keep beside the tables, and where they are."""

    def __init__(self, client: Client) -> None:
        self.drafts = Drafts(client)
        self.notes = Notes(client)
        self.plans = Plans(client)
        self.presence = Presence(client)
        self.vacations = Vacations(client)


class TalkStores:
    """What people say to each other, and what they do about it."""

    def __init__(self, client: Client) -> None:
        self.lines = Talk(client)
        self.mutes = Mutes(client)
        self.reports = Reports(client)


class ChatStores:
    """What is known of chat accounts and of the places in which tables live, and the platforms that are set up."""

    def __init__(self, client: Client, settings: Settings) -> None:
        self.links = ChatLinks(client)
        self.bindings = Bindings(client)
        self.seen_requests = SeenRequests(client)
        self.owed_pictures = OwedPictures(client)
        self.discord = DiscordClient.set_up(settings, HeldCalls(client, "discord"))
        self.slack = SlackClient.set_up(settings, HeldCalls(client, "slack"))


class ServerStores:
    """What the server answers for itself: what admins did, the heads of all games, its keys."""

    def __init__(self, client: Client, address: str) -> None:
        self.audit = Audit(client)
        self.heads = Heads(client)
        self.head_key = HeadKey(client, urlsplit(address).netloc)
        self.signing_key = SigningKey(client)


@dataclass(frozen=True)
class Services:
    """Everything that stands on the store; who needs one room asks for that alone."""

    settings: Settings
    client: RedisClient
    free_space: FreeSpace
    jobs: Jobs
    tables: Tables
    matches: MatchFollower
    analyses: Analyses
    models: StoredModels
    accounts: StoredAccounts
    """For parts that only look accounts up, and need not hear of changes."""
    people: PeopleStores
    talk: TalkStores
    notices: NoticeDesk
    chat: ChatStores
    server: ServerStores

    def feed(self, shares: Shares | None = None) -> RedisFeed:
        """What happened in all games, in order; with shares, in those that are this projector's."""
        return RedisFeed(giving_bytes(self.client), subscriber(locate(self.settings)), shares)

    def new_follower(self) -> MatchFollower:
        """The matches that a projection follows, for itself alone: another one may have read further."""
        return MatchFollower(self.tables.store, self.tables.registry, hot_bytes=self.settings.hot_bytes)

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
        for platform in (self.chat.discord, self.chat.slack):
            if platform is not None:
                await platform.close()
        await self.client.aclose()
