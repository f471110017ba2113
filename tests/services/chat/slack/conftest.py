"""A Slack and a site that is its app, for all tests of the adapter."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest

from domain.kernel.ids import UserId
from services.settings.secret import Secret
from services.store.chat.links import Offer
from services.store.chat.places import ChatAccount
from tests.kit.http import Person, Site, running_site
from tests.kit.processes import Server
from tests.kit.slack import BOT_TOKEN, SIGNING_SECRET, TEAM, Slack, SlackPerson, slack_server
from tests.kit.slack.api import Api
from tests.kit.slack.people import ToApp


class Workspace(NamedTuple):
    """A Slack, the site that is its app there, and how people reach it."""

    api: Api
    site: Site
    carrier: ToApp

    @property
    def world(self) -> Slack:
        return self.api.world

    def person(self, name: str, *, locale: str = "en-US", channel: str | None = None, team: str = TEAM) -> SlackPerson:
        """Somebody whom Acta does not know yet, in a channel of their own unless told otherwise."""
        where = channel or self.world.channel().id
        return SlackPerson(self.world, self.carrier, name, self.world.id("U"), where, team, locale)

    async def linked(self, name: str, *, channel: str | None = None) -> tuple[SlackPerson, Person]:
        """Somebody whose Slack account speaks for an account."""
        person, account = self.person(name, channel=channel), await self.site.person(name)
        links, user = self.site.services.chat.links, UserId(account.user_id)
        code = await links.offer(Offer(user=user))
        assert await links.link(code, ChatAccount("slack", TEAM, person.id), user)
        return person, account


@pytest.fixture(scope="session")
def slack() -> Iterator[Api]:
    with slack_server() as served:
        yield served


@asynccontextmanager
async def app_of(api: Api, redis_url: str, public_url: str | None) -> AsyncIterator[Workspace]:
    """A site that is the app of a workspace, with or without an address at which Slack can fetch pictures."""
    async with running_site(
        redis_url,
        slack_signing_secret=Secret(SIGNING_SECRET),
        slack_bot_token=Secret(BOT_TOKEN),
        slack_api=f"{api.world.address}/api/",
        public_url=public_url,
    ) as site:
        yield Workspace(api, site, ToApp(api.world, site.app))


@pytest.fixture(scope="session")
async def workspace(server: Server, slack: Api) -> AsyncIterator[Workspace]:
    async with app_of(slack, server.url, "https://acta.example") as made:
        yield made


@pytest.fixture(scope="session")
async def at_home(server: Server, slack: Api) -> AsyncIterator[Workspace]:
    """The app on a machine that nobody reaches from outside."""
    async with app_of(slack, server.url, None) as made:
        yield made


@pytest.fixture(autouse=True)
def nothing_is_silent(slack: Api) -> Iterator[None]:
    """Nobody asked Slack for anything that it does not know, or that it would swallow."""
    yield
    assert slack.world.complaints == []
    assert slack.faults == []
