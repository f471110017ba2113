"""A Slack and a site that is its app, for all tests of the adapter."""

from collections.abc import AsyncIterator, Iterator
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
        links, user = self.site.services.chat_links, UserId(account.user_id)
        code = await links.offer(Offer(user=user))
        assert await links.link(code, ChatAccount("slack", TEAM, person.id), user)
        return person, account


@pytest.fixture(scope="session")
def slack() -> Iterator[Api]:
    with slack_server() as served:
        yield served


@pytest.fixture(scope="session")
async def workspace(server: Server, slack: Api) -> AsyncIterator[Workspace]:
    async with running_site(
        server.url,
        slack_signing_secret=Secret(SIGNING_SECRET),
        slack_bot_token=Secret(BOT_TOKEN),
        slack_api=f"{slack.world.address}/api/",
        public_url="https://acta.example",
    ) as site:
        yield Workspace(slack, site, ToApp(slack.world, site.app))


@pytest.fixture(autouse=True)
def nothing_is_silent(slack: Api) -> Iterator[None]:
    """Nobody asked Slack for anything that it does not know, or that it would swallow."""
    yield
    assert slack.world.complaints == []
    assert slack.faults == []
