"""Socket Mode: Slack tells by a WebSocket that we open what it would send to our address otherwise."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, TypeAlias

from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.socket_mode.response import SocketModeResponse
from slack_sdk.web.async_client import AsyncWebClient

from services.outbound.chat.refusals import DRAIN_SECONDS

_LOG = logging.getLogger("acta.slack.socket")
_LOG.setLevel(logging.WARNING)
"""slack-sdk would log whole payloads otherwise."""


class Envelope(NamedTuple):
    """What Slack tells: its kind (`slash_commands`, `interactive`, `events_api`), and the same as by HTTP."""

    kind: str
    payload: dict[str, Any]


Acknowledge: TypeAlias = Callable[[dict[str, Any] | None], Awaitable[None]]
"""Sends the first answer, within three seconds."""
Receive: TypeAlias = Callable[[Envelope, Acknowledge], Coroutine[Any, Any, None]]


@asynccontextmanager
async def connected(app_token: str, api: str, receive: Receive) -> AsyncIterator[None]:
    """Hand over all that Slack tells, for the length of a block; a connection that is lost is made anew."""
    web = AsyncWebClient(base_url=api, retry_handlers=[], logger=_LOG)
    client = SocketModeClient(app_token, web_client=web, logger=_LOG)
    under_way = set[asyncio.Task[None]]()

    async def listen(_client: AsyncBaseSocketModeClient, request: SocketModeRequest) -> None:
        async def acknowledge(payload: dict[str, Any] | None) -> None:
            await client.send_socket_mode_response(SocketModeResponse(request.envelope_id, payload))

        task = asyncio.create_task(receive(Envelope(request.type, request.payload), acknowledge))
        under_way.add(task)  # slack-sdk cancels what its listeners wait for when it is closed
        task.add_done_callback(under_way.discard)

    client.socket_mode_request_listeners.append(listen)
    await client.connect()  # type: ignore[no-untyped-call] # slack-sdk gives no type
    try:
        yield
    finally:
        client.socket_mode_request_listeners.remove(listen)
        if under_way:
            await asyncio.wait(under_way, timeout=DRAIN_SECONDS)
        await client.close()  # type: ignore[no-untyped-call] # slack-sdk gives no type
