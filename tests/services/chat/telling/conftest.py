"""A site beside a Discord and a Slack of its own, whose notifier and deliveries run when a test lets them."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

from domain.kernel.ids import GameId, UserId
from services.identity.limits import CommandLimit
from services.settings.secret import Secret
from services.store.chat.bindings import Binding, ChannelSettings
from services.store.chat.links import Offer
from services.store.chat.places import ChatAccount, ChatPlace
from tests.kit import slack
from tests.kit.discord import BOT_TOKEN, DiscordPerson, discord_server
from tests.kit.discord.api import Api as DiscordApi
from tests.kit.discord.people import ByHttp as DiscordRequests
from tests.kit.discord.world import APPLICATION
from tests.kit.discord.world import Channel as DiscordChannel
from tests.kit.http import Person
from tests.kit.mail_site import MailSite, running_mail_site
from tests.kit.processes import Server, running_server
from tests.kit.slack import SlackPerson
from tests.kit.slack.api import Api as SlackApi
from tests.kit.slack.people import ToApp as SlackRequests
from tests.kit.slack.world import Channel as SlackChannel


@dataclass
class ChatSite:
    """Where tables are played, and the two platforms where they live."""

    site: MailSite
    discord: DiscordApi
    slack: SlackApi

    async def link(self, person: Person, on: str) -> str:
        """Tie a person to a new chat account; its id."""
        number = self.discord.world.snowflake() if on == "discord" else self.slack.world.id("U")
        if on == "slack":
            self.slack.world.people[number] = "en-US"
        account = ChatAccount(on, "" if on == "discord" else slack.TEAM, number)  # type: ignore[arg-type] # a platform
        links, user = self.site.services.chat.links, UserId(person.user_id)
        assert await links.link(await links.offer(Offer(user=user)), account, user)
        return number

    async def code(self, person: Person) -> str:
        """A code with which a person's chat account is tied to theirs."""
        return await self.site.services.chat.links.offer(Offer(user=UserId(person.user_id)))

    async def discord_person(self, person: Person, channel: str) -> DiscordPerson:
        """Somebody who has typed their code in Discord."""
        world = self.discord.world
        carrier = DiscordRequests(world, self.site.site.http)
        made = DiscordPerson(world, carrier, person.name, world.snowflake(), channel)
        await made.command("link", code=await self.code(person))
        return made

    async def slack_person(self, person: Person, channel: str) -> SlackPerson:
        """Somebody who has typed their code in Slack."""
        world = self.slack.world
        carrier = SlackRequests(world, self.site.site.app)
        made = SlackPerson(world, carrier, person.name, world.id("U"), channel)
        await made.command(f"link {await self.code(person)}")
        return made

    async def bind(self, game: str, place: ChatPlace, by: Person, settings: ChannelSettings) -> Binding:
        """Let a table live at a place."""
        binding = Binding(game=GameId(game), place=place, by=UserId(by.user_id), settings=settings)
        assert await self.site.services.chat.bindings.bind(binding)
        return binding

    def environ(self) -> dict[str, str]:
        """The settings of the platforms, for processes that a test starts."""
        return {
            "ACTA_DISCORD_APPLICATION_ID": APPLICATION,
            "ACTA_DISCORD_PUBLIC_KEY": self.discord.world.public_key,
            "ACTA_DISCORD_BOT_TOKEN": BOT_TOKEN,
            "ACTA_DISCORD_API": str(self.site.services.settings.discord_api),
            "ACTA_SLACK_SIGNING_SECRET": slack.SIGNING_SECRET,
            "ACTA_SLACK_BOT_TOKEN": slack.BOT_TOKEN,
            "ACTA_SLACK_API": f"{self.slack.world.address}/api/",
        }

    def discord_channel(self) -> tuple[DiscordChannel, ChatPlace]:
        """A new channel, in a moment in which nothing was sent there."""
        made = self.discord.world.channel()
        return made, ChatPlace("discord", "5", made.id)

    def slack_channel(self, *people: str) -> tuple[SlackChannel, ChatPlace]:
        """A new channel with these people."""
        made = self.slack.world.channel(*people)
        return made, ChatPlace("slack", slack.TEAM, made.id)

    async def deliver(self, seconds: float = 6) -> None:
        """Let everything arrive that is due now and some seconds later, on all clocks."""
        await self.site.deliver_all()
        for _ in range(2):
            self.pass_time(seconds)
            await self.site.deliver_all()

    def pass_time(self, seconds: float) -> None:
        """Let time pass here and on the platforms."""
        self.site.pass_time(int(seconds * 1000))
        self.discord.world.ahead += seconds
        self.slack.world.ahead += seconds


@pytest.fixture(scope="session")
def chat_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("redis"), fsync="everysec") as server:
        yield server


@asynccontextmanager
async def running_chat_site(redis_url: str) -> AsyncIterator[ChatSite]:
    """A site and both platforms, whose clocks agree to begin with."""
    with discord_server() as (discord, address), slack.slack_server() as on_slack:
        settings = {
            "discord_application_id": APPLICATION,
            "discord_public_key": discord.world.public_key,
            "discord_bot_token": Secret(BOT_TOKEN),
            "discord_api": address,
            "slack_signing_secret": Secret(slack.SIGNING_SECRET),
            "slack_bot_token": Secret(slack.BOT_TOKEN),
            "slack_api": f"{on_slack.world.address}/api/",
        }
        async with running_mail_site(redis_url, **settings) as site:
            yield ChatSite(site, discord, on_slack)


@pytest.fixture(scope="session")
async def chat_site(chat_server: Server) -> AsyncIterator[ChatSite]:
    async with running_chat_site(chat_server.url) as made:
        yield made


@pytest.fixture
async def anna(chat_site: ChatSite) -> Person:
    return await chat_site.site.site.person("Anna")


@pytest.fixture
async def brutus(chat_site: ChatSite) -> Person:
    return await chat_site.site.site.person("Brutus")


@pytest.fixture
def quick_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """People press faster than anybody could: how often they may is tested elsewhere."""
    monkeypatch.setattr(CommandLimit, "take", lambda _limit, _user, _commands=1: None)
