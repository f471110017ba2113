"""A post office: a site with a mail server, whose notifier and carriers work when a test lets them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import cast

from domain.kernel.clock import Millis
from domain.kernel.ids import GameId, UserId
from projections.notifier import Notifier
from services import bootstrap
from services.commands.tables import Tables
from services.settings.secret import Secret
from services.store.client import Client
from services.store.events import EventStore
from services.store.snapshots import Snapshots
from tests.kit.http import Json, Person, Site, running_site
from tests.kit.mail_server import SENDER, MailServer, mail_server
from workers.notify import DeliveryDeps, deliver

PUBLIC = "https://acta.example"


class LaterTables(Tables):
    """Tables for those who work later: `later` says how much."""

    later: Millis = 0

    def now(self) -> Millis:
        return super().now() + self.later


@dataclass
class PostOffice:
    """Everything that is needed to hear from a table."""

    site: Site
    mail: MailServer
    services: bootstrap.Services
    notifier: Notifier

    @property
    def tables(self) -> LaterTables:
        return cast("LaterTables", self.services.tables)

    def pass_time(self, millis: Millis) -> None:
        """Let time go by for the post office; the site's own clock stays."""
        self.tables.later += millis

    async def person(self, name: str, **settings: Json) -> Person:
        """Somebody with a mail address of his own."""
        person = await self.site.person(name)
        await self.site.accounts.stored.set_email(UserId(person.user_id), address(person))
        if settings:
            answer = await person.patch("/me/settings", settings)
            assert answer.status_code == 200, answer.text
        return person

    async def collect(self) -> None:
        """Read the feed to its end."""
        for partition in range(64):
            await self.notifier.catch_up(partition)

    async def carry(self) -> None:
        """Make an attempt at everything that is due."""
        office = DeliveryDeps(self.services, bootstrap.channels(self.services))
        for name in await self.services.outbox.due(self.tables.now()):
            await deliver(office, name)

    async def work(self) -> None:
        """Collect and carry."""
        await self.collect()
        await self.carry()

    def letters(self, person: Person) -> list[str]:
        """The subjects of what somebody got."""
        own = address(person)
        return [message["Subject"] for message in self.mail.messages if message["To"] == own]

    async def deliveries(self, person: Person) -> list[Json]:
        """What the server says of somebody's deliveries."""
        items: list[Json] = (await person.seen("/me/deliveries"))["items"]
        return items


def address(person: Person) -> str:
    """Where somebody gets mail."""
    return f"{person.user_id}@example.org"


@asynccontextmanager
async def running_post_office(redis_url: str) -> AsyncIterator[PostOffice]:
    """A post office that has begun to work."""
    async with (
        mail_server() as mail,
        running_site(redis_url, smtp_url=Secret(mail.url), mail_from=SENDER, public_url=PUBLIC) as site,
    ):
        office = opened(site, mail)
        await office.collect()
        yield office


def opened(site: Site, mail: MailServer) -> PostOffice:
    """A post office on a site."""
    client = cast("Client", site.services.client)  # see bootstrap.build
    tables = LaterTables(EventStore(client), Snapshots(client), site.services.tables.registry, lambda _loaded: None)
    services = replace(site.services, tables=tables)
    return PostOffice(site, mail, services, bootstrap.notifier(services, _fail))


def _fail(game: GameId, error: Exception) -> None:
    raise AssertionError(f"{game} cannot be followed") from error
