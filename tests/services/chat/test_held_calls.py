"""What a platform has told one process of its limits, every process of ours keeps to."""

import pytest

from services.chat.discord.formatter import message_body as discord_body
from services.chat.message import ChatLine, Message, Plain
from services.chat.slack.formatter import message_body as slack_body
from services.outbound.call_failures import RateLimited
from services.outbound.discord.client import Application, DiscordClient
from services.outbound.slack.client import SlackClient
from services.store.chat.held_calls import HeldCalls
from tests.kit.discord import APPLICATION, discord_server
from tests.kit.discord import BOT_TOKEN as DISCORD_TOKEN
from tests.kit.discord.api import Fault as DiscordFault
from tests.kit.http import Site
from tests.kit.slack import BOT_TOKEN as SLACK_TOKEN
from tests.kit.slack import slack_server
from tests.kit.slack.api import Fault as SlackFault

SALVE = Message(lines=(ChatLine((Plain("Salve"),)),))
POST = "POST /channels/{channel}/messages"


@pytest.mark.parametrize("everything", [False, True])
async def test_processes_wait_together_for_discord(site: Site, *, everything: bool) -> None:
    with discord_server() as (api, address):
        held = HeldCalls(site.services.client, "discord")  # type: ignore[arg-type] # see bootstrap.build
        application = Application(APPLICATION, DISCORD_TOKEN, address, "https://acta.example")
        one, other = DiscordClient(application, held), DiscordClient(application, held)
        first, second = api.world.channel(), api.world.channel()
        headers = {"Retry-After": "6.5"} | ({"X-RateLimit-Global": "true"} if everything else {})
        api.faults.append(DiscordFault(POST, 429, {"retry_after": 6.5, "global": everything}, headers))
        with pytest.raises(RateLimited):
            await one.post(first.id, discord_body(SALVE), "n1")
        calls = len(api.calls)
        with pytest.raises(RateLimited) as limited:
            await other.post(first.id, discord_body(SALVE), "n1")
        assert 5 < limited.value.seconds <= 6.5
        if not everything:
            await other.post(second.id, discord_body(SALVE), "n2")
        assert len(api.calls) == calls + (not everything)
        await held.hold("*", 0.001)
        for client in (one, other):
            await client.close()


async def test_processes_wait_together_for_slack(site: Site) -> None:
    with slack_server() as api:
        held = HeldCalls(site.services.client, "slack")  # type: ignore[arg-type] # see bootstrap.build
        one, other = (SlackClient(SLACK_TOKEN, f"{api.world.address}/api/", held) for _ in range(2))
        first, second = api.world.channel(), api.world.channel()
        api.faults.append(SlackFault("chat.postMessage", "ratelimited", 429, {"Retry-After": "30"}))
        with pytest.raises(RateLimited):
            await one.post(first.id, slack_body(SALVE))
        calls = len(api.calls)
        with pytest.raises(RateLimited) as limited:
            await other.post(first.id, slack_body(SALVE))
        assert 25 < limited.value.seconds <= 30
        await other.post(second.id, slack_body(SALVE))
        assert len(api.calls) == calls + 1
        for client in (one, other):
            await client.close()
