"""Socket Mode: Slack tells by a WebSocket that we open what it would send to our address otherwise."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, TypeAlias

import structlog
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.socket_mode.response import SocketModeResponse

from services.outbound.call_failures import DRAIN_SECONDS, CallFailed, RateLimited
from services.outbound.not_sent import RefusedForGood
from services.outbound.slack.client import SlackClient

_LOG = logging.getLogger("acta.slack.socket")
_LOG.setLevel(logging.CRITICAL)
"""slack-sdk would log whole payloads otherwise, and a traceback every five seconds while Slack is away."""
_PAUSE = 10.0
"""Seconds until Slack is asked again for an address which it did not give."""

_log = structlog.get_logger()


class SocketEnvelope(NamedTuple):
    """What Slack tells: its kind (`slash_commands`, `interactive`, `events_api`), and the same as by HTTP."""

    kind: str
    payload: dict[str, Any]


Acknowledge: TypeAlias = Callable[[dict[str, Any] | None], Awaitable[None]]
"""Sends the first answer, within three seconds."""
Receive: TypeAlias = Callable[[SocketEnvelope, Acknowledge], Coroutine[Any, Any, None]]


class SocketRefused(Exception):
    """Slack does not let the app listen; the text is a sentence that says why and what to do."""


class _Socket(SocketModeClient):
    """Slack's own client, which asks for addresses through ours and gives up when Slack refuses."""

    def __init__(self, app_token: str, ours: SlackClient) -> None:
        super().__init__(app_token, logger=_LOG)
        self.refused: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._ours = ours

    async def issue_new_wss_url(self) -> str:
        while True:
            try:
                return await self._ours.socket_address(self.app_token)
            except CallFailed as failure:
                if isinstance(failure, RefusedForGood):
                    self._give_up(failure)
                    raise
                _log.warning("slack_socket_waits", reason=failure.reason)
                await asyncio.sleep(failure.seconds if isinstance(failure, RateLimited) else _PAUSE)

    def _give_up(self, refusal: CallFailed) -> None:
        advice = "make an App-Level Token with the scope connections:write, and switch Socket Mode on."
        self.closed = True  # it would ask again and again otherwise
        if not self.refused.done():
            self.refused.set_exception(SocketRefused(f"Slack does not take slack_app_token ({refusal.code}): {advice}"))


@asynccontextmanager
async def connected(app_token: str, ours: SlackClient, receive: Receive) -> AsyncIterator[Awaitable[None]]:
    """Hand over all that Slack tells, for the length of a block; a connection that is lost is made anew.

    What it gives ends only if Slack refuses, with `SocketRefused`.
    """
    client = _Socket(app_token, ours)
    under_way = set[asyncio.Task[None]]()

    async def listen(_client: AsyncBaseSocketModeClient, request: SocketModeRequest) -> None:
        async def acknowledge(payload: dict[str, Any] | None) -> None:
            await client.send_socket_mode_response(SocketModeResponse(request.envelope_id, payload))

        task = asyncio.create_task(receive(SocketEnvelope(request.type, request.payload), acknowledge))
        under_way.add(task)  # slack-sdk cancels what its listeners wait for when it is closed
        task.add_done_callback(under_way.discard)

    client.socket_mode_request_listeners.append(listen)
    await client.connect()  # type: ignore[no-untyped-call] # slack-sdk gives no type
    try:
        yield client.refused
    finally:
        client.socket_mode_request_listeners.remove(listen)
        if under_way:
            await asyncio.wait(under_way, timeout=DRAIN_SECONDS)
        await client.close()  # type: ignore[no-untyped-call] # slack-sdk gives no type
