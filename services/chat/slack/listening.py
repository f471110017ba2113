"""What Slack tells by Socket Mode, handed to the same handlers as what it sends to our addresses."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial

import msgspec

from services.chat.adapters import NOTHING, FirstAnswer, NotUnderstood, NotWanted
from services.chat.slack.handler import SlackHandler
from services.chat.slack.payloads import SlackEvent, SlackInteraction, SlashCommand, understood
from services.logs import canonical_line, learn
from services.outbound.slack.client import SlackClient
from services.outbound.slack.socket import Acknowledge, SocketEnvelope, SocketRefused, connected


@asynccontextmanager
async def listening(
    handler: SlackHandler, app_token: str, client: SlackClient
) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """Answer all that Slack tells, for the length of a block; it gives what waits until Slack refuses: `NotWanted`."""

    async def receive(envelope: SocketEnvelope, acknowledge: Acknowledge) -> None:
        with canonical_line("slack", kind=envelope.kind):
            await _received(handler, envelope, acknowledge)

    async with connected(app_token, client, receive) as refused:
        yield partial(_refused, refused)


async def _refused(ended: Awaitable[None]) -> None:
    try:
        await ended
    except SocketRefused as refusal:
        raise NotWanted(str(refusal)) from None


async def _received(handler: SlackHandler, envelope: SocketEnvelope, acknowledge: Acknowledge) -> None:
    try:
        first = await _first(handler, envelope)
    except NotUnderstood:
        learn(outcome="not_understood")
        first = NOTHING
    await acknowledge(msgspec.json.decode(first.body) if first.body else None)
    if first.rest is not None:
        await first.rest()


async def _first(handler: SlackHandler, envelope: SocketEnvelope) -> FirstAnswer:
    match envelope.kind:
        case "slash_commands":
            return await handler.command(understood(SlashCommand, envelope.payload))
        case "interactive":
            return await handler.interact(understood(SlackInteraction, envelope.payload))
        case "events_api":
            return await handler.happened(understood(SlackEvent, envelope.payload))
        case _:
            raise NotUnderstood
