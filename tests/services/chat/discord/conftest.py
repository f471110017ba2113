"""A Discord and a site that is its application, for all tests of the adapter."""

from collections.abc import AsyncIterator, Iterator
from typing import NamedTuple

import httpx
import pytest

from domain.kernel.ids import UserId
from services.chat.discord.handler import DiscordHandler
from services.settings.secret import Secret
from services.store.chat.links import Offer
from tests.kit.discord import APPLICATION, BOT_TOKEN, Discord, DiscordPerson, Shown, discord_server
from tests.kit.discord.api import Api
from tests.kit.discord.people import ByHttp
from tests.kit.http import Person, Site, running_site
from tests.kit.processes import Server


class Club(NamedTuple):
    """A Discord, the site that is its application there, and how people reach it."""

    api: Api
    site: Site
    carrier: ByHttp

    @property
    def world(self) -> Discord:
        return self.api.world

    @property
    def handler(self) -> DiscordHandler:
        handler: DiscordHandler = self.site.app.state.chat.discord
        return handler

    def person(self, name: str, *, locale: str = "en-US", channel: str | None = None) -> DiscordPerson:
        """Somebody whom Acta does not know yet, in a channel of their own unless told otherwise."""
        where = channel or self.world.channel().id
        return DiscordPerson(self.world, self.carrier, name, self.world.snowflake(), where, locale)

    async def linked(self, name: str, *, locale: str = "en-US") -> tuple[DiscordPerson, Person]:
        """Somebody with an account, who has typed its code."""
        person, account = self.person(name, locale=locale), await self.site.person(name)
        code = await self.site.services.chat.links.offer(Offer(user=UserId(account.user_id)))
        assert isinstance(await person.command("link", code=code), Shown)
        return person, account


@pytest.fixture(scope="session")
def discord() -> Iterator[tuple[Api, str]]:
    with discord_server() as served:
        yield served


@pytest.fixture(scope="session")
async def club(server: Server, discord: tuple[Api, str]) -> AsyncIterator[Club]:
    api, address = discord
    async with running_site(
        server.url,
        discord_application_id=APPLICATION,
        discord_public_key=api.world.public_key,
        discord_bot_token=Secret(BOT_TOKEN),
        discord_api=address,
    ) as site:
        yield Club(api, site, ByHttp(api.world, site.http))


@pytest.fixture(autouse=True)
def nothing_is_silent(discord: tuple[Api, str]) -> Iterator[None]:
    """Nobody asked Discord for anything that it does not know."""
    yield
    assert discord[0].complaints == []
    assert discord[0].faults == []


@pytest.fixture
def endpoint(club: Club) -> httpx.AsyncClient:
    return club.site.http
