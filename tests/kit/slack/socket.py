"""Socket Mode: greets, hands out what people do as envelopes, and wants each of them acknowledged in three seconds.

S apis/events-api/using-socket-mode: an address is made for each connection, and nothing in it is signed.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from aiohttp import web

from tests.kit.processes import wait_for
from tests.kit.slack.people import COMMANDS, Answered
from tests.kit.slack.world import Slack

ACKNOWLEDGED_SECONDS = 3


@dataclass
class SocketDouble:
    """Whoever listens is told what people do; they are carried by this."""

    world: Slack
    sockets: list[web.WebSocketResponse] = field(default_factory=list)
    connected: asyncio.Event = field(default_factory=asyncio.Event)
    _answers: "dict[str, asyncio.Future[dict[str, Any]]]" = field(default_factory=dict)

    async def carry(self, path: str, body: bytes, headers: object) -> Answered:
        """What a person does, as it would come by HTTP; the first answer to it."""
        del headers  # nothing is signed here
        fields = dict(parse_qsl(body.decode(), keep_blank_values=True))
        kind = "slash_commands" if path == COMMANDS else "interactive"
        payload = fields if path == COMMANDS else msgspec.json.decode(fields["payload"])
        shown = len(self.world.screens)
        answer = await self.tell(kind, payload)
        first = msgspec.json.encode(answer["payload"]) if answer.get("payload") else b""
        if not first:
            screens = self.world.screens
            await asyncio.to_thread(wait_for, lambda: len(screens) > shown, what="an answer")
        return Answered(200, {}, first, 0.0)

    async def tell(self, kind: str, payload: Any) -> dict[str, Any]:  # noqa: ANN401 - as it comes by HTTP
        """Send an envelope; how it was acknowledged."""
        envelope = self.world.id("E")
        self._answers[envelope] = asyncio.get_running_loop().create_future()
        told = {"envelope_id": envelope, "type": kind, "payload": payload, "accepts_response_payload": True}
        await self.connected.wait()
        await self.sockets[-1].send_json(told)
        return await asyncio.wait_for(self._answers[envelope], ACKNOWLEDGED_SECONDS)

    async def hang_up(self) -> None:
        """End the connection, as Slack does now and then."""
        self.connected.clear()
        await self.sockets[-1].close()

    async def talk(self, request: web.Request) -> web.WebSocketResponse:
        """One connection, from its beginning to its end."""
        if request.query["ticket"] not in self.world.tickets:
            raise web.HTTPForbidden
        self.world.tickets.remove(request.query["ticket"])
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.sockets.append(socket)
        await socket.send_json({"type": "hello", "num_connections": 1})
        self.connected.set()
        async for message in socket:
            told = message.json()
            self._answers[told["envelope_id"]].set_result(told)
        return socket


@asynccontextmanager
async def slack_socket(world: Slack) -> AsyncIterator[SocketDouble]:
    """Socket Mode of a workspace for the length of a block."""
    double, app = SocketDouble(world), web.Application()
    app.router.add_get("/link", double.talk)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    world.socket = "ws://{}:{}/link".format(*runner.addresses[0])
    try:
        yield double
    finally:
        world.socket = ""
        await runner.cleanup()
