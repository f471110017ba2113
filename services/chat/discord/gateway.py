"""Discord's gateway: interactions come over a connection that we open, so that no public address is needed.

Discord sends them here only if the application has no interactions endpoint. They are answered by the same handler, by
calls of the API. A connection that is lost is taken up where it broke off; what cannot be helped is raised.
"""

import asyncio
import random
from collections.abc import Coroutine
from typing import Any

import msgspec
import structlog
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from domain.kernel.errors import ActaError
from services.chat.discord.handler import Handler
from services.chat.discord.interaction import NotUnderstood, read
from services.logs import canonical_line, learn
from services.outbound.channel import Refused
from services.outbound.chat.discord.client import DiscordClient
from services.outbound.chat.refusals import DRAIN_SECONDS, CallFailed

_HEARTBEAT, _IDENTIFY, _RESUME, _HELLO = 1, 2, 6, 10
_FATAL = frozenset({4004, 4010, 4011, 4012, 4013, 4014})
"""Codes after which Discord will not have us, however often we come back."""
_LOST_SESSION = frozenset({4007, 4009, 1000, 1001})
_KEEPS_SESSION = 4000
_QUERY = "?v=10&encoding=json"
_LARGEST = 4 * 1024 * 1024
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0

_log = structlog.get_logger()


class NotWanted(Exception):
    """Discord refuses the connection for good; the text says why."""


class _Frame(msgspec.Struct, frozen=True):
    op: int
    d: msgspec.Raw = msgspec.Raw(b"null")
    s: int | None = None
    t: str | None = None


class _Hello(msgspec.Struct, frozen=True):
    heartbeat_interval: float


class _Ready(msgspec.Struct, frozen=True):
    session_id: str
    resume_gateway_url: str


class Gateway:
    """One connection of one application, kept up until it is cancelled."""

    def __init__(self, client: DiscordClient, handler: Handler) -> None:
        """Answer by `handler`; `client` knows where the gateway is, and carries the answers."""
        self._client, self._handler = client, handler
        self._session: _Ready | None = None
        self._seen: int | None = None
        self._acknowledged = True
        self._pause = _FIRST_PAUSE
        self._answering: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Listen until it is cancelled, and answer what is under way then; `NotWanted` if Discord does not want us."""
        try:
            await self._keep_listening()
        finally:
            if self._answering:
                await asyncio.wait(self._answering, timeout=DRAIN_SECONDS)

    async def _keep_listening(self) -> None:
        while True:
            try:
                await self._once()
            except Refused as refusal:
                raise NotWanted(refusal.reason) from None
            except ConnectionClosed as closed:
                self._judge(closed)
            except (CallFailed, WebSocketException, OSError, TimeoutError) as failure:
                _log.warning("gateway_lost", error=type(failure).__name__)
            await asyncio.sleep(self._pause * random.uniform(0.5, 1.0))  # noqa: S311 - it only spreads attempts
            self._pause = min(self._pause * 2, _LONGEST_PAUSE)

    def _judge(self, closed: ConnectionClosed) -> None:
        code = closed.rcvd.code if closed.rcvd else None
        _log.warning("gateway_closed", code=code)
        if code in _FATAL:
            raise NotWanted(f"{code} {closed.rcvd.reason if closed.rcvd else ''}".strip())
        if code in _LOST_SESSION:
            self._session = None

    async def _once(self) -> None:
        """One connection, from its beginning to its end."""
        address = self._session.resume_gateway_url if self._session else await self._client.gateway()
        async with connect(address.rstrip("/") + "/" + _QUERY, max_size=_LARGEST) as connection:
            hello = _read(await connection.recv())
            if hello.op != _HELLO:
                raise OSError("Discord did not greet")
            interval = msgspec.json.decode(hello.d, type=_Hello).heartbeat_interval / 1000
            self._acknowledged = True
            beating = asyncio.create_task(self._beat(connection, interval))
            try:
                await self._begin(connection)
                async for message in connection:
                    if not await self._take(connection, _read(message)):
                        await connection.close(_KEEPS_SESSION)
                        return
            finally:
                beating.cancel()

    async def _beat(self, connection: ClientConnection, interval: float) -> None:
        """Say that we live, and close a connection at whose other end nobody does."""
        await asyncio.sleep(interval * random.random())  # noqa: S311 - as Discord asks for
        while self._acknowledged:
            self._acknowledged = False
            await _send(connection, _HEARTBEAT, self._seen)
            await asyncio.sleep(interval)
        await connection.close(_KEEPS_SESSION)

    async def _begin(self, connection: ClientConnection) -> None:
        token = self._client.application.token
        if self._session is not None:
            said = {"token": token, "session_id": self._session.session_id, "seq": self._seen}
            await _send(connection, _RESUME, said)
            return
        about = {"os": "linux", "browser": "acta", "device": "acta"}
        await _send(connection, _IDENTIFY, {"token": token, "intents": 0, "properties": about})

    async def _take(self, connection: ClientConnection, frame: _Frame) -> bool:
        """Do what a frame asks for (Discord's opcodes); whether to stay connected."""
        self._seen = self._seen if frame.s is None else frame.s
        match frame.op:
            case 0:  # something happened
                self._dispatch(frame)
            case 1:  # Discord asks whether we live
                await _send(connection, _HEARTBEAT, self._seen)
            case 11:  # Discord lives
                self._acknowledged = True
            case 7:  # Discord asks us to come anew
                return False
            case 9:  # the session is not good, or no longer
                if not msgspec.json.decode(frame.d, type=bool):
                    self._session = self._seen = None
                return False
            case _:
                pass
        return True

    def _dispatch(self, frame: _Frame) -> None:
        if frame.t == "READY":
            self._session = msgspec.json.decode(frame.d, type=_Ready)
        if frame.t in {"READY", "RESUMED"}:
            self._pause = _FIRST_PAUSE
            _log.info("gateway_open", resumed=frame.t == "RESUMED")
        if frame.t == "INTERACTION_CREATE":
            self._go_on(self._answer(bytes(frame.d)))

    async def _answer(self, payload: bytes) -> None:
        with canonical_line("interaction"):
            try:
                interaction = read(payload)
                first = await self._handler.answer(interaction)
                await self._client.answer(interaction.id, interaction.token, first.body)
                if first.rest is not None:
                    await first.rest()
            except NotUnderstood:
                learn(outcome="refused")
            except (CallFailed, ActaError) as failure:
                learn(outcome="error", error=type(failure).__name__)

    def _go_on(self, answering: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(answering)
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)


def _read(message: str | bytes) -> _Frame:
    try:
        return msgspec.json.decode(message, type=_Frame)
    except msgspec.DecodeError as error:
        raise OSError("Discord sent something else") from error


async def _send(connection: ClientConnection, op: int, data: object) -> None:
    await connection.send(msgspec.json.encode({"op": op, "d": data}).decode())
