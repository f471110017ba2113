"""The doctor says whether Discord is set up, and what to do if not."""

import time
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from services.chat.discord.checkup import ENDPOINT, check_discord
from services.chat.discord.commands import register
from services.chat.findings import Ask
from services.outbound.discord.client import Application, DiscordClient
from services.outbound.reaching import status_of_nonsense
from services.server import create_app
from services.settings import Settings
from tests.kit.discord import APPLICATION
from tests.kit.http import serving
from tests.services.chat.discord.conftest import Club


@pytest.fixture(autouse=True)
def no_endpoint(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a test enters at Discord is gone after it."""
    monkeypatch.setattr(club.world, "endpoint", None)


async def wrong(club: Club, settings: Settings, ask: Ask = status_of_nonsense) -> list[str]:
    client = club.site.services.chat.discord
    assert client is not None
    return [finding.text for finding in await check_discord(settings, client, ask) if not finding.holds]


async def test_what_is_set_up_holds(club: Club) -> None:
    settings, client = club.site.services.settings, club.site.services.chat.discord
    assert client is not None
    await register(client)
    assert await wrong(club, settings) == []
    with serving(create_app(settings)) as port:
        public = f"http://127.0.0.1:{port}"
        club.world.endpoint = public + ENDPOINT
        assert await wrong(club, replace(settings, public_url=public)) == []


async def test_an_endpoint_at_which_nobody_of_ours_answers_is_told(club: Club) -> None:
    settings, client = club.site.services.settings, club.site.services.chat.discord
    assert client is not None
    await register(client)
    public = "http://127.0.0.1:9"
    club.world.endpoint = public + ENDPOINT
    [nobody] = await wrong(club, replace(settings, public_url=public))
    assert f"would not reach us at {public}{ENDPOINT}" in nobody
    for status, advice in {
        404: "start the server anew",
        502: "whether the server runs",
        200: "must answer 401",
    }.items():
        [text] = await wrong(club, replace(settings, public_url=public), answering(status))
        assert str(status) in text
        assert advice in text


def answering(status: int) -> Ask:
    async def ask(_address: str) -> int | str:
        return status

    return ask


async def test_a_clock_that_goes_wrong_is_told(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    settings, client = club.site.services.settings, club.site.services.chat.discord
    assert client is not None
    await register(client)
    monkeypatch.setattr("services.chat.findings.time", SimpleNamespace(time=lambda: time.time() + 400))
    [text] = await wrong(club, settings)
    assert "clock is" in text
    assert "NTP" in text


async def test_what_is_wrong_is_named_with_what_to_do(club: Club) -> None:
    settings = club.site.services.settings
    club.world.commands, club.world.endpoint = [], "https://old.example/x"
    found = await wrong(club, replace(settings, discord_public_key="0" * 64, discord_application_id="78"))
    assert [text.partition(":")[0] for text in found] == [
        "discord_application_id and discord_bot_token do not fit",
        "discord_public_key is not the application's",
        "Discord sends to https",
        "Discord does not know the commands of this release",
    ]
    assert club.world.public_key in found[1]


async def test_links_that_discord_takes_not_are_told(club: Club) -> None:
    settings, client = club.site.services.settings, club.site.services.chat.discord
    assert client is not None
    at_home = replace(settings, public_url="http://homeserver:8000")
    told = [finding.text for finding in await check_discord(at_home, client)]
    assert any("takes no links to http://homeserver:8000, whose host has no dot" in text for text in told)


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
