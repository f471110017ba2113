"""Without a public address Slack tells by a WebSocket what it would send: the same handlers answer."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from services.chat.adapters import NotWanted
from services.chat.slack.handler import SlackHandler
from services.chat.slack.listening import listening
from services.outbound.slack.client import SlackClient
from tests.kit.slack.people import SlackPerson
from tests.kit.slack.socket import SocketDouble, slack_socket
from tests.kit.slack.world import APP_TOKEN, BOT_TOKEN, Shown
from tests.services.chat.slack.conftest import Workspace


@asynccontextmanager
async def by_socket(workspace: Workspace) -> AsyncIterator[SocketDouble]:
    services = workspace.site.services
    client = SlackClient(BOT_TOKEN, services.settings.slack_api)
    handler = SlackHandler(workspace.site.app.state.chat.core, services, client)
    try:
        async with slack_socket(workspace.world) as double, listening(handler, APP_TOKEN, client):
            yield double
    finally:
        await client.close()


async def test_commands_and_clicks_are_answered_and_a_lost_connection_is_made_anew(workspace: Workspace) -> None:
    async with by_socket(workspace) as carrier:
        livia = SlackPerson(workspace.world, carrier, "Livia", workspace.world.id("U"), workspace.world.channel().id)
        seen = await livia.command("help")
        assert isinstance(seen, Shown)
        assert seen.private_to == livia.id
        await livia.press(seen, "Link my account")
        await carrier.hang_up()
        assert (await livia.command("help")).words == seen.words
        assert len(carrier.sockets) == 2


async def test_what_makes_no_sense_is_acknowledged_so_that_it_does_not_come_again(workspace: Workspace) -> None:
    before = len(workspace.world.screens)
    async with by_socket(workspace) as carrier:
        acknowledged = await carrier.tell("interactive", {"type": "?"})
        assert acknowledged.get("payload") is None
    assert workspace.world.screens[before:] == []


async def test_a_wrong_token_ends_it_with_a_sentence(workspace: Workspace) -> None:
    services = workspace.site.services
    assert services.chat.slack is not None
    handler = SlackHandler(workspace.site.app.state.chat.core, services, services.chat.slack)
    calls = len(workspace.api.calls)
    async with listening(handler, "xapp-other", services.chat.slack) as refused:
        with pytest.raises(NotWanted, match=r"does not take slack_app_token .invalid_auth.: make an App-Level Token"):
            await asyncio.wait_for(refused(), 5)
    assert workspace.api.calls[calls:] == []
