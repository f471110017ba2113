"""What Slack tells by Socket Mode, handed to the same handlers as what it sends to our addresses."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec

from services.chat.slack.handler import NOTHING, First, Handler
from services.chat.slack.payloads import NotUnderstood, command_of, event_of, interaction_of
from services.logs import canonical_line, learn
from services.outbound.chat.slack.socket import Acknowledge, Envelope, connected


@asynccontextmanager
async def listening(handler: Handler, app_token: str, api: str) -> AsyncIterator[None]:
    """Answer all that Slack tells, for the length of a block."""

    async def receive(envelope: Envelope, acknowledge: Acknowledge) -> None:
        with canonical_line("slack", kind=envelope.kind):
            await _received(handler, envelope, acknowledge)

    async with connected(app_token, api, receive):
        yield


async def _received(handler: Handler, envelope: Envelope, acknowledge: Acknowledge) -> None:
    try:
        first = await _first(handler, envelope)
    except NotUnderstood:
        learn(outcome="not_understood")
        first = NOTHING
    await acknowledge(msgspec.json.decode(first.body) if first.body else None)
    if first.rest is not None:
        await first.rest()


async def _first(handler: Handler, envelope: Envelope) -> First:
    match envelope.kind:
        case "slash_commands":
            return await handler.command(command_of(envelope.payload))
        case "interactive":
            return await handler.interact(interaction_of(envelope.payload))
        case "events_api":
            return await handler.happened(event_of(envelope.payload))
        case _:
            raise NotUnderstood
