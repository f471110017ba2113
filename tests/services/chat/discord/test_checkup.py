"""The doctor says whether Discord is set up, and what to do if not."""

from msgspec.structs import replace

from services.chat.discord.checkup import ENDPOINT, check_discord
from services.chat.discord.commands import register
from services.outbound.chat.discord.client import Application, DiscordClient
from services.settings import Settings
from tests.kit.discord import APPLICATION
from tests.services.chat.discord.conftest import Club


async def wrong(club: Club, settings: Settings) -> list[str]:
    client = club.site.services.discord
    assert client is not None
    return [finding.text for finding in await check_discord(settings, client) if not finding.holds]


async def test_what_is_set_up_holds(club: Club) -> None:
    settings, client = club.site.services.settings, club.site.services.discord
    assert client is not None
    club.world.endpoint = None
    await register(client)
    assert await wrong(club, settings) == []
    club.world.endpoint = f"https://acta.example{ENDPOINT}"
    assert await wrong(club, replace(settings, public_url="https://acta.example/")) == []


async def test_what_is_wrong_is_named_with_what_to_do(club: Club) -> None:
    settings = club.site.services.settings
    club.world.commands, club.world.endpoint = [], "https://old.example/x"
    found = await wrong(club, replace(settings, discord_public_key="0" * 64, discord_application_id="78"))
    club.world.endpoint = None
    assert [text.partition(":")[0] for text in found] == [
        "discord_application_id and discord_bot_token do not fit",
        "discord_public_key is not the application's",
        "Discord sends to https",
        "Discord does not know the commands of this release",
    ]
    assert club.world.public_key in found[1]


async def test_a_wrong_token_is_told(club: Club) -> None:
    settings = club.site.services.settings
    stranger = DiscordClient(Application(APPLICATION, "a.b.c", settings.discord_api, "https://acta.example"))
    (finding,) = await check_discord(settings, stranger)
    await stranger.close()
    assert (finding.holds, "reset the token" in finding.text) == (False, True)


async def test_discord_away_is_told(club: Club) -> None:
    settings = club.site.services.settings
    away = DiscordClient(Application(APPLICATION, "a.b.c", "http://127.0.0.1:9", "https://acta.example"))
    (finding,) = await check_discord(settings, away)
    await away.close()
    assert not finding.holds
