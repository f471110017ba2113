"""A site with a mail server, whose notifier and deliveries run when a test lets them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import cast

from domain.kernel.clock import Millis
from domain.kernel.ids import GameId, UserId
from services import bootstrap
from services.foundation import Services
from services.notices.delivering import deliver
from services.notices.notifier import Notifier
from services.settings.secret import Secret
from services.store.client import giving_bytes
from services.store.events import EventStore
from services.store.snapshots import Snapshots
from services.tables.hot_tables import Tables
from tests.kit.http import Json, Person, Site, running_site
from tests.kit.mail_server import SENDER, MailServer, mail_server
from workers.sending import delivering

PUBLIC = "https://acta.example"


class LaterTables(Tables):
    """Tables whose clock is ahead, by as much as `later` says."""

    later: Millis = 0

    def now(self) -> Millis:
        return super().now() + self.later

    async def store_now(self) -> Millis:
        return await super().store_now() + self.later


@dataclass
class MailSite:
    """A running site, its mail server, and what carries notices from tables to mail."""

    site: Site
    mail: MailServer
    services: Services
    notifier: Notifier

    @property
    def tables(self) -> LaterTables:
        return cast("LaterTables", self.services.tables)

    def pass_time(self, millis: Millis) -> None:
        """Let time pass for notices and deliveries; the site's own clock stays."""
        self.tables.later += millis

    async def person(self, name: str, **settings: Json) -> Person:
        """A person with a confirmed mail address of their own."""
        person = await self.site.person(name)
        user, accounts = UserId(person.user_id), self.site.accounts.stored
        await accounts.set_email(user, address(person))
        await accounts.confirm_email(user, address(person))
        if settings:
            answer = await person.patch("/me/settings", settings)
            assert answer.status_code == 200, answer.text
        return person

    async def read_feed(self) -> None:
        """Read the feed to its end."""
        for partition in range(64):
            await self.notifier.catch_up(partition)

    async def deliver_due(self) -> None:
        """Make an attempt at everything that is due."""
        ours = delivering(self.services)
        for name in await self.services.notices.outbox.due(self.tables.now()):
            await deliver(ours, name)

    async def deliver_all(self) -> None:
        """Read the feed, then deliver what is due, also what becomes due by that."""
        await self.read_feed()
        while await self.services.notices.outbox.due(now := self.tables.now()):
            before = await self.services.notices.outbox.due(now)
            await self.deliver_due()
            if await self.services.notices.outbox.due(now) == before:
                break

    def letters(self, person: Person) -> list[str]:
        """The subjects of a person's mails."""
        own = address(person)
        return [message["Subject"] for message in self.mail.messages if message["To"] == own]

    async def deliveries(self, person: Person) -> list[Json]:
        """What the server says of a person's deliveries."""
        items: list[Json] = (await person.seen("/me/deliveries"))["items"]
        return items


def address(person: Person) -> str:
    """A person's mail address."""
    return f"{person.user_id}@example.org"


@asynccontextmanager
async def running_mail_site(redis_url: str, **more: Json) -> AsyncIterator[MailSite]:
    """A mail site whose notifier has begun to follow the feed."""
    async with (
        mail_server() as mail,
        running_site(
            redis_url,
            smtp_url=Secret(mail.url),
            mail_from=SENDER,
            public_url=PUBLIC,
            webhook_hosts=("127.0.0.1",),
            **more,
        ) as site,
    ):
        mail_site = mail_site_on(site, mail)
        await mail_site.read_feed()
        yield mail_site


def mail_site_on(site: Site, mail: MailServer) -> MailSite:
    """A mail site on a running site."""
    client = giving_bytes(site.services.client)
    tables = LaterTables(EventStore(client), Snapshots(client), site.services.tables.registry, lambda _loaded: None)
    services = replace(site.services, tables=tables, notices=replace(site.services.notices, tables=tables))
    return MailSite(site, mail, services, bootstrap.notifier(services, _fail))


def _fail(game: GameId, error: Exception) -> None:
    raise AssertionError(f"{game} cannot be followed") from error
