"""`acta doctor` says what is wrong with Slack's side, and what to do."""

import time
from collections.abc import AsyncIterator, Iterator
from types import SimpleNamespace

import pytest

from services.chat.findings import Finding
from services.chat.slack.checkup import COMMANDS, check_slack
from services.outbound.slack.client import SlackClient
from services.settings import Secret, Settings
from tests.kit.slack.api import Api
from tests.kit.slack.world import APP_TOKEN, BOT_TOKEN, SIGNING_SECRET


@pytest.fixture
def settings(slack: Api) -> Settings:
    return Settings(
        slack_signing_secret=Secret(SIGNING_SECRET),
        slack_bot_token=Secret(BOT_TOKEN),
        slack_app_token=Secret(APP_TOKEN),
        slack_api=f"{slack.world.address}/api/",
        public_url="https://acta.example",
    )


@pytest.fixture
async def client(settings: Settings) -> AsyncIterator[SlackClient]:
    made = SlackClient(BOT_TOKEN, settings.slack_api)
    yield made
    await made.close()


@pytest.fixture(autouse=True)
def as_it_was(slack: Api) -> Iterator[None]:
    scopes = set(slack.world.scopes)
    yield
    slack.world.scopes, slack.world.revoked = scopes, False


async def refusing(address: str) -> int | str:
    """What our own addresses answer to whoever is not Slack."""
    assert address == f"https://acta.example{COMMANDS}"
    return 401


def wrong(found: list[Finding]) -> list[str]:
    return [finding.text for finding in found if not finding.holds]


async def test_all_is_well(settings: Settings, client: SlackClient) -> None:
    found = await check_slack(settings, client, refusing)
    assert wrong(found) == []
    assert len(found) == 6
    assert any("App Home" in finding.text for finding in found), "what cannot be seen from here is named"


async def test_a_missing_scope_is_named_with_its_reason(slack: Api, settings: Settings, client: SlackClient) -> None:
    slack.world.scopes -= {"files:write"}
    (text,) = wrong(await check_slack(settings, client, refusing))
    assert "files:write (to upload boards)" in text
    assert "install the app again" in text


async def test_a_token_that_slack_does_not_take(slack: Api, settings: Settings, client: SlackClient) -> None:
    slack.world.revoked = True
    (text,) = wrong(await check_slack(settings, client, refusing))
    assert "token_revoked" in text
    assert BOT_TOKEN not in text


async def test_a_clock_that_goes_wrong(
    settings: Settings, client: SlackClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.chat.findings.time", SimpleNamespace(time=lambda: time.time() + 400))
    (text,) = wrong(await check_slack(settings, client, refusing))
    assert "clock is" in text


async def test_an_address_that_slack_cannot_reach(settings: Settings, client: SlackClient) -> None:
    at_home = Settings(
        slack_signing_secret=settings.slack_signing_secret,
        slack_bot_token=settings.slack_bot_token,
        slack_api=settings.slack_api,
    )
    (text,) = wrong(await check_slack(at_home, client, refusing))
    assert "public_url" in text


async def test_an_address_at_which_another_server_answers(settings: Settings, client: SlackClient) -> None:
    async def elsewhere(_address: str) -> int | str:
        return 404

    (text,) = wrong(await check_slack(settings, client, elsewhere))
    assert "Slack would not reach us" in text
    assert "start the server anew with the settings of Slack" in text


async def test_a_slack_that_does_not_answer(settings: Settings) -> None:
    nowhere = SlackClient(BOT_TOKEN, "http://127.0.0.1:9/api/")
    (text,) = wrong(await check_slack(settings, nowhere))
    assert "does not answer" in text
    await nowhere.close()
