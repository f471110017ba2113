"""Without a public address Slack tells by a WebSocket what it would send: the same handlers answer."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qsl

import msgspec
import pytest
from aiohttp import web

from services.chat.adapters import NotWanted
from services.chat.slack.handler import SlackHandler
from services.chat.slack.listening import listening
from services.outbound.slack.client import SlackClient
from tests.kit.processes import wait_for
from tests.kit.slack.people import COMMANDS, Answered, SlackPerson
from tests.kit.slack.world import APP_TOKEN, BOT_TOKEN, Shown
from tests.services.chat.slack.conftest import Workspace


class BySocket:
    """A carrier that tells by a WebSocket; Slack hangs up now and then."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.sockets: list[web.WebSocketResponse] = []
        self.connected = asyncio.Event()
        self.answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.address = ""

    async def carry(self, path: str, body: bytes, headers: object) -> Answered:
        del headers
        fields = dict(parse_qsl(body.decode(), keep_blank_values=True))
        kind = "slash_commands" if path == COMMANDS else "interactive"
        payload = fields if path == COMMANDS else msgspec.json.decode(fields["payload"])
        envelope = self.workspace.world.id("E")
        self.answers[envelope] = asyncio.get_running_loop().create_future()
        shown = len(self.workspace.world.screens)
        told = {"envelope_id": envelope, "type": kind, "payload": payload, "accepts_response_payload": True}
        await self.connected.wait()
        await self.sockets[-1].send_json(told)
        answer = await asyncio.wait_for(self.answers[envelope], 3)
        first = msgspec.json.encode(answer["payload"]) if answer.get("payload") else b""
        if not first:
            screens = self.workspace.world.screens
            await asyncio.to_thread(wait_for, lambda: len(screens) > shown, what="an answer")
        return Answered(200, {}, first, 0.0)

    async def open_socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.sockets.append(socket)
        await socket.send_json({"type": "hello", "num_connections": 1})
        self.connected.set()
        async for message in socket:
            told = message.json()
            self.answers[told["envelope_id"]].set_result(told)
        return socket

    async def give_address(self, request: web.Request) -> web.Response:
        assert request.headers["Authorization"] == f"Bearer {APP_TOKEN}"
        return web.json_response({"ok": True, "url": self.address.replace("http", "ws") + "/socket"})


@asynccontextmanager
async def by_socket(workspace: Workspace) -> AsyncIterator[BySocket]:
    carrier = BySocket(workspace)
    app = web.Application()
    app.router.add_post("/api/apps.connections.open", carrier.give_address)
    app.router.add_get("/socket", carrier.open_socket)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    carrier.address = "http://{}:{}".format(*runner.addresses[0])
    services = workspace.site.services
    client = SlackClient(BOT_TOKEN, services.settings.slack_api)
    told_by = SlackClient(BOT_TOKEN, f"{carrier.address}/api/")
    handler = SlackHandler(workspace.site.app.state.chat.core, services, client)
    try:
        async with listening(handler, APP_TOKEN, told_by):
            yield carrier
    finally:
        await client.close()
        await told_by.close()
        await runner.cleanup()


async def test_commands_and_clicks_are_answered_and_a_lost_connection_is_made_anew(workspace: Workspace) -> None:
    async with by_socket(workspace) as carrier:
        livia = SlackPerson(workspace.world, carrier, "Livia", workspace.world.id("U"), workspace.world.channel().id)
        seen = await livia.command("help")
        assert isinstance(seen, Shown)
        assert seen.private_to == livia.id
        await livia.press(seen, "Link my account")
        carrier.connected.clear()
        await carrier.sockets[-1].close()
        assert (await livia.command("help")).words == seen.words
        assert len(carrier.sockets) == 2


async def test_what_makes_no_sense_is_acknowledged_so_that_it_does_not_come_again(workspace: Workspace) -> None:
    before = len(workspace.world.screens)
    async with by_socket(workspace) as carrier:
        await carrier.connected.wait()
        carrier.answers["E"] = asyncio.get_running_loop().create_future()
        await carrier.sockets[-1].send_json({"envelope_id": "E", "type": "interactive", "payload": {"type": "?"}})
        assert (await asyncio.wait_for(carrier.answers["E"], 3)).get("payload") is None
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
