"""Discord's gateway: greets, wants heartbeats, knows sessions, and hands out what people do.

What it refuses stands in D events/gateway and events/gateway-events; D is discord/discord-api-docs below `developers/`.
"""

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import msgspec
from websockets.asyncio.server import ServerConnection, serve

from tests.kit.discord.answers import Seen
from tests.kit.discord.people import what_follows
from tests.kit.discord.world import BOT_TOKEN, Discord, Interaction
from tests.kit.processes import PATIENCE

INTERVAL = 500
"""Milliseconds between two heartbeats: short for a test, and long enough for a busy machine to answer one."""
PLACE = "/?v=10&encoding=json"
"""Version and encoding are named with each connection, also to resume: #connecting, #resuming."""
LONGEST = 4096
"""Bytes of what an application sends: #sending-events."""
ENDING = {1000, 1001}
"""An application that closes with these has ended its session: #initiating-a-disconnect."""
WRONG_SEQUENCE = 4007
"""D topics/opcodes-and-status-codes#gateway-gateway-close-event-codes."""
IDENTIFY, RESUME = 2, 6


@dataclass
class GatewayDouble:
    """One gateway. Interactions wait until somebody listens, as Discord keeps them for a session that comes back."""

    world: Discord
    begun: list[str] = field(default_factory=list)
    """How each connection began: `identify` or `resume`."""
    beats: int = 0
    deaf: bool = False
    """Heartbeats are not acknowledged."""
    refusal: int | None = None
    """With which code the next connection is closed after it has begun."""
    silent: int = 0
    """How many connections are not greeted."""
    invalid: bool = False
    """Each session that begins is said to be invalid right after READY (D events/gateway#invalid-session)."""
    resume_at: str = ""
    """Where sessions are taken up; the gateway itself unless told otherwise."""
    connections: list[ServerConnection] = field(default_factory=list)
    waiting: "asyncio.Queue[bytes]" = field(default_factory=asyncio.Queue)
    _numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))
    _newest: int = 0
    """The number of what was handed out last."""
    _session: str = ""
    """The session that can be taken up; empty if there is none."""

    async def carry(self, interaction: Interaction, payload: bytes) -> Seen:
        """Hand out what somebody did; what they see when it was answered."""
        self.waiting.put_nowait(payload)
        end = asyncio.get_running_loop().time() + PATIENCE
        while not interaction.answered:
            assert asyncio.get_running_loop().time() < end, "never answered"
            await asyncio.sleep(0.01)
        return await what_follows(interaction) if interaction.deferred else interaction.original

    async def talk(self, connection: ServerConnection) -> None:
        """One connection, from its beginning to its end."""
        assert connection.request is not None
        assert connection.request.path == PLACE
        if self.silent:
            self.silent -= 1
            await connection.wait_closed()
            return
        await self._send(connection, 10, {"heartbeat_interval": INTERVAL})
        first = await self._first(connection)
        assert first["d"]["token"] == BOT_TOKEN
        if self.refusal is not None:
            code, self.refusal = self.refusal, None
            await connection.close(code)
            return
        if first["op"] == RESUME and not await self._taken_up(connection, first["d"]):
            return
        if first["op"] == IDENTIFY:
            await self._begun(connection, first["d"])
        self.connections.append(connection)
        if self.invalid:
            await self._send(connection, 9, data=False)
        handing_out = asyncio.create_task(self._hand_out(connection))
        try:
            async for message in connection:
                await self._beaten(connection, _read(message))
        finally:
            handing_out.cancel()
            ended = connection.protocol.close_rcvd
            if ended is not None and ended.code in ENDING and connection.protocol.close_rcvd_then_sent:
                self._session = ""

    async def _begun(self, connection: ServerConnection, asked: dict[str, Any]) -> None:
        """A new session."""
        self.begun.append("identify")
        assert asked["intents"] == 0
        assert set(asked["properties"]) == {"os", "browser", "device"}, "#identify-identify-connection-properties"
        self.world.sessions_left -= 1
        assert self.world.sessions_left >= 0, "Discord has reset the token"
        self._session = f"s{len(self.begun)}"
        ready = {"session_id": self._session, "resume_gateway_url": self.resume_at or self.world.gateway, "user": {}}
        await self._send(connection, 0, ready, "READY")

    async def _taken_up(self, connection: ServerConnection, asked: dict[str, Any]) -> bool:
        """The session before, if there is one and its events are counted right; `#resuming`, `#invalid-session`."""
        self.begun.append("resume")
        if asked["session_id"] != self._session:
            await self._send(connection, 9, data=False)
            await connection.wait_closed()
            return False
        if not 0 < asked["seq"] <= self._newest:
            await connection.close(WRONG_SEQUENCE)
            return False
        await self._send(connection, 0, {}, "RESUMED")
        return True

    async def _first(self, connection: ServerConnection) -> Any:  # noqa: ANN401 - a frame
        while True:
            frame = _read(await connection.recv())
            if frame["op"] in {IDENTIFY, RESUME}:
                return frame
            await self._beaten(connection, frame)

    async def _beaten(self, connection: ServerConnection, frame: Any) -> None:  # noqa: ANN401 - a frame
        assert frame["op"] == 1, frame
        assert frame["d"] is None or 0 < frame["d"] <= self._newest, "#sending-heartbeats"
        self.beats += 1
        if not self.deaf:
            await self._send(connection, 11, None)

    async def _hand_out(self, connection: ServerConnection) -> None:
        while True:
            payload = await self.waiting.get()
            await self._send(connection, 0, msgspec.Raw(payload), "INTERACTION_CREATE")

    async def _send(self, connection: ServerConnection, op: int, data: object, kind: str | None = None) -> None:
        self._newest = next(self._numbers) if kind else self._newest
        frame = {"op": op, "d": data, "s": self._newest if kind else None, "t": kind}
        await connection.send(msgspec.json.encode(frame).decode())

    async def say(self, op: int, data: object) -> None:
        """Send something to whoever is connected."""
        await self._send(self.connections[-1], op, data)


def _read(message: str | bytes) -> Any:  # noqa: ANN401 - a frame
    assert len(message) <= LONGEST
    return msgspec.json.decode(message)


@asynccontextmanager
async def discord_gateway(world: Discord) -> AsyncIterator[GatewayDouble]:
    """A gateway for the length of a block."""
    double = GatewayDouble(world)
    async with serve(double.talk, "127.0.0.1", 0) as server:
        (socket,) = server.sockets
        world.gateway = f"ws://127.0.0.1:{socket.getsockname()[1]}"
        yield double
