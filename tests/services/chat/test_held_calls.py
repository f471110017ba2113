"""What a platform has told one process of its limits, every process of ours keeps to."""

from collections.abc import Awaitable, Callable

import pytest

from services.chat.discord.formatter import message_body as discord_body
from services.chat.message import ChatLine, Message, Plain
from services.chat.slack.formatter import message_body as slack_body
from services.outbound.call_failures import RateLimited
from services.outbound.discord.client import Application, DiscordClient
from services.outbound.slack.client import SlackClient, Upload
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


WALL = b"<html>Error 1015: you are being rate limited</html>"
ONE_CHANNEL = DiscordFault(POST, 429, {"retry_after": 6.5, "global": False}, {"Retry-After": "6.5"})
ALL_CALLS = [
    DiscordFault(POST, 429, {"retry_after": 6.5, "global": True}, {"Retry-After": "6.5", "X-RateLimit-Global": "true"}),
    DiscordFault(POST, 429, {"retry_after": 6.5, "global": True}),
    DiscordFault(POST, 429, headers={"Retry-After": "6.5"}, page=WALL),
]
"""D topics/rate-limits#global-rate-limit, #invalid-request-limit-aka-cloudflare-bans: the wall bans an address."""


@pytest.mark.parametrize(
    ("fault", "everything"),
    [(ONE_CHANNEL, False), *[(fault, True) for fault in ALL_CALLS]],
    ids=["channel", "header", "body", "wall"],
)
async def test_processes_wait_together_for_discord(site: Site, fault: DiscordFault, *, everything: bool) -> None:
    with discord_server() as (api, address):
        held = HeldCalls(site.services.client, "discord")  # type: ignore[arg-type] # see bootstrap.build
        application = Application(APPLICATION, DISCORD_TOKEN, address, "https://acta.example")
        one, other = DiscordClient(application, held), DiscordClient(application, held)
        first, second = api.world.channel(), api.world.channel()
        api.faults.append(fault)
        with pytest.raises(RateLimited):
            await one.post(first.id, discord_body(SALVE), "n1")
        calls = len(api.calls)
        with pytest.raises(RateLimited) as limited:
            await other.post(first.id, discord_body(SALVE), "n1")
        assert 5 < limited.value.seconds <= 6.5
        if everything:
            with pytest.raises(RateLimited):
                await other.post(second.id, discord_body(SALVE), "n2")
        else:
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


PICTURE = Upload("board.png", b"png", "Board", "Board")
LIMITED: dict[str, Callable[[SlackClient, str], Awaitable[object]]] = {
    "chat.update": lambda client, channel: client.edit(channel, "1.0", slack_body(SALVE)),
    "files.getUploadURLExternal": lambda client, channel: client.upload(PICTURE, channel),
    "users.info": lambda client, _channel: client.language_of("U1"),
}
"""S apis/web-api/rate-limits: methods are limited for a whole workspace, posts for their channel alone."""


@pytest.mark.parametrize("method", LIMITED)
async def test_what_is_limited_by_its_method_waits_wherever_it_goes(site: Site, method: str) -> None:
    called = LIMITED[method]
    with slack_server() as api:
        held = HeldCalls(site.services.client, "slack")  # type: ignore[arg-type] # see bootstrap.build
        one, other = (SlackClient(SLACK_TOKEN, f"{api.world.address}/api/", held) for _ in range(2))
        api.faults.append(SlackFault(method, "ratelimited", 429, {"Retry-After": "30"}))
        with pytest.raises(RateLimited):
            await called(one, api.world.channel().id)
        calls = len(api.calls)
        with pytest.raises(RateLimited) as limited:
            await called(other, api.world.channel().id)
        assert 25 < limited.value.seconds <= 30
        assert len(api.calls) == calls
        for client in (one, other):
            await client.close()
