"""Discord's gateway: interactions come over a connection that we open, so that no public address is needed.

Discord sends them here only if the application has no interactions endpoint. They are answered by the same handler, by
calls of the API. A connection that is lost is taken up where it broke off; what cannot be helped is raised.

Discord allows 1,000 new sessions a day and resets the bot's token after that. So it is asked before each how many are
left, and pauses grow from loss to loss until a connection has held for some minutes.
"""

import asyncio
import random
import time
from collections.abc import Coroutine
from typing import Any, TypeVar

import msgspec
import structlog
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from domain.kernel.errors import ActaError
from services.chat.adapters import NotUnderstood, NotWanted
from services.chat.discord.handler import DiscordHandler
from services.chat.discord.interaction import read
from services.logs import canonical_line, learn
from services.outbound.call_failures import DRAIN_SECONDS, CallFailed, Obstructed, Revoked
from services.outbound.discord.client import DiscordClient
from services.outbound.not_sent import NotSent, RefusedForGood

_HEARTBEAT, _IDENTIFY, _RESUME, _HELLO = 1, 2, 6, 10
_WRONG_TOKEN = 4004
_FATAL = frozenset({_WRONG_TOKEN, 4010, 4011, 4012, 4013, 4014})
"""Codes after which Discord will not have us, however often we come back."""
_LOST_SESSION = frozenset({4007, 4009})
"""Discord says of these that a new session is to be begun. It also closes with 1000 and 1001, which ends none."""
_KEEPS_SESSION = 4000
_QUERY = "?v=10&encoding=json"
_LARGEST = 4 * 1024 * 1024
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 300.0
"""Seconds between two connections. The longest alone keeps new sessions below 600 a day."""
_HELD_SECONDS = 180.0
"""A connection that has held so long was a good one: the next pause is the first again."""
_HELLO_SECONDS = 20.0
"""For how long Discord's greeting is waited for."""
_NEW_SESSION_SECONDS = 5.0
"""Between two new sessions; Discord takes `max_concurrency` of them, one for a bot like ours, in that time."""

_Kind = TypeVar("_Kind")
_log = structlog.get_logger()


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

    def __init__(self, client: DiscordClient, handler: DiscordHandler) -> None:
        """Answer by `handler`; `client` knows where the gateway is, and carries the answers."""
        self._client, self._handler = client, handler
        self._session: _Ready | None = None
        self._seen: int | None = None
        self._acknowledged = True
        self._pause = _FIRST_PAUSE
        self._next_session = 0.0
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
            began = time.monotonic()
            try:
                await self._once()
            except (RefusedForGood, Obstructed) as refusal:
                raise NotWanted(_unwelcome(refusal)) from None
            except ConnectionClosed as closed:
                self._judge(closed)
            except (CallFailed, WebSocketException, OSError, TimeoutError) as failure:
                _log.warning("gateway_lost", error=type(failure).__name__, reason=str(failure))
            if time.monotonic() - began > _HELD_SECONDS:
                self._pause = _FIRST_PAUSE
            await asyncio.sleep(self._pause * random.uniform(0.5, 1.0))  # noqa: S311 - it only spreads attempts
            self._pause = min(self._pause * 2, _LONGEST_PAUSE)

    def _judge(self, closed: ConnectionClosed) -> None:
        code = closed.rcvd.code if closed.rcvd else None
        _log.warning("gateway_closed", code=code)
        if code in _FATAL:
            advice = "check discord_bot_token." if code == _WRONG_TOKEN else "this release of Acta may be too old."
            reason = f"{code} {closed.rcvd.reason if closed.rcvd else ''}".strip()
            raise NotWanted(f"Discord does not want this connection ({reason}): {advice}")
        if code in _LOST_SESSION:
            self._session = None

    async def _once(self) -> None:
        """One connection, from its beginning to its end."""
        address = self._session.resume_gateway_url if self._session else await self._place_of_new_session()
        greeted = False
        try:
            async with connect(address.rstrip("/") + "/" + _QUERY, max_size=_LARGEST) as connection:
                hello = await _greeted(connection)
                greeted = True
                await self._listen(connection, hello.heartbeat_interval / 1000)
        finally:
            if not greeted:  # the address to take a session up may be gone: the first one is asked for anew
                self._session = self._seen = None

    async def _place_of_new_session(self) -> str:
        """Where to begin a session, once Discord takes another one."""
        start = await self._client.gateway()
        while start.remaining < 1:
            _log.warning("gateway_waits", reason="no session is left for today", seconds=round(start.reset_after))
            await asyncio.sleep(start.reset_after + _NEW_SESSION_SECONDS)
            start = await self._client.gateway()
        await asyncio.sleep(max(0.0, self._next_session - time.monotonic()))
        self._next_session = time.monotonic() + _NEW_SESSION_SECONDS
        return start.url

    async def _listen(self, connection: ClientConnection, interval: float) -> None:
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
                if not _told(frame.d, bool):
                    self._session = self._seen = None
                return False
            case _:
                pass
        return True

    def _dispatch(self, frame: _Frame) -> None:
        if frame.t == "READY":
            self._session = _told(frame.d, _Ready)
        if frame.t in {"READY", "RESUMED"}:
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


def _unwelcome(refusal: NotSent) -> str:
    if isinstance(refusal, Revoked):
        return f"Discord does not take discord_bot_token ({refusal.reason}): copy it anew from the page Bot."
    advice = "a proxy or firewall may stand between; if Discord itself says so, check the application."
    return f"Discord does not say where its gateway is ({refusal.reason}): {advice}"


async def _greeted(connection: ClientConnection) -> _Hello:
    async with asyncio.timeout(_HELLO_SECONDS):
        hello = _read(await connection.recv())
    if hello.op != _HELLO:
        raise OSError("Discord did not greet")
    return _told(hello.d, _Hello)


def _read(message: str | bytes) -> _Frame:
    return _told(message, _Frame)


def _told(said: str | bytes | msgspec.Raw, kind: type[_Kind]) -> _Kind:
    """What Discord says, if it is of this kind; anything else is no reason to end, but to connect anew."""
    try:
        return msgspec.json.decode(said, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise OSError("Discord sent something else") from error


async def _send(connection: ClientConnection, op: int, data: object) -> None:
    await connection.send(msgspec.json.encode({"op": op, "d": data}).decode())
