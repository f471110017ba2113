"""Posts messages where tables live: the same calls for every platform.

A board that is yet to be drawn is drawn here, or shown by its address where the platform fetches pictures by itself.
Never shows anything but what everybody may see.
"""

from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Protocol

from services.outbound.chat.discord.client import DiscordClient
from services.outbound.chat.discord.formatter import message_body as discord_body
from services.outbound.chat.discord.limits import NONCE
from services.outbound.chat.message import BoardWanted, Message
from services.outbound.chat.slack.client import SlackClient, Upload
from services.outbound.chat.slack.formatter import Hosted
from services.outbound.chat.slack.formatter import message_body as slack_body
from services.store.chat.places import Place

Draw = Callable[[BoardWanted], Awaitable[bytes | None]]
"""Draws a board as PNG; nothing if there is none."""
Host = Callable[[BoardWanted], Awaitable[str | None]]
"""The address of a board, which always shows the same; nothing if the server has no public address."""


class Poster(Protocol):
    """Posts to the places of one platform."""

    async def post(self, place: Place, message: Message, name: str, *, silent: bool) -> str:
        """A new message; its id. A repeat by the same name is no second message where the platform can tell."""
        ...

    async def edit(self, place: Place, message_id: str, message: Message) -> None:
        """Put a message in the place of another; nobody is notified."""
        ...

    async def add_picture(self, place: Place, message: Message) -> str:
        """Show the picture of a message that cannot hold it beside it; its id, or nothing if it holds it."""
        ...

    async def remove_picture(self, picture: str) -> None:
        """Take away a picture that stands beside a message."""
        ...


def _board(message: Message) -> BoardWanted | None:
    source = message.picture.source if message.picture is not None else None
    return source if isinstance(source, BoardWanted) else None


class DiscordPoster:
    """Posts to channels and threads of Discord, with pictures as files."""

    def __init__(self, client: DiscordClient, draw: Draw) -> None:
        self._client = client
        self._draw = draw

    async def post(self, place: Place, message: Message, name: str, *, silent: bool) -> str:
        body = discord_body(message, await self._drawn(message), silent=silent)
        nonce = sha256(name.encode()).hexdigest()[:NONCE]
        return await self._client.post(place.thread or place.channel, body, nonce)

    async def edit(self, place: Place, message_id: str, message: Message) -> None:
        body = discord_body(message, await self._drawn(message))
        await self._client.edit(place.thread or place.channel, message_id, body)

    async def add_picture(self, place: Place, message: Message) -> str:  # noqa: ARG002 - the message holds it
        return ""

    async def remove_picture(self, picture: str) -> None:
        raise AssertionError(f"{picture} stands beside no message")

    async def _drawn(self, message: Message) -> bytes | None:
        wanted = _board(message)
        return None if wanted is None else await self._draw(wanted)


class SlackPoster:
    """Posts to channels and threads of Slack. Pictures are shown by their address, or uploaded beside the message.

    A picture that was just uploaded cannot be put into a message by an edit: without an address the messages are words
    alone.
    """

    def __init__(self, client: SlackClient, draw: Draw, host: Host) -> None:
        self._client = client
        self._draw = draw
        self._host = host

    async def post(self, place: Place, message: Message, name: str, *, silent: bool) -> str:  # noqa: ARG002 - Slack knows neither
        return await self._client.post(place.channel, slack_body(message, await self._hosted(message)), place.thread)

    async def edit(self, place: Place, message_id: str, message: Message) -> None:
        await self._client.edit(place.channel, message_id, slack_body(message, await self._hosted(message)))

    async def add_picture(self, place: Place, message: Message) -> str:
        wanted = _board(message)
        if wanted is None or message.picture is None or await self._host(wanted) is not None:
            return ""
        drawn = await self._draw(wanted)
        if drawn is None:
            return ""
        picture = Upload(wanted.file_name, drawn, message.picture.alt)
        return (await self._client.upload(picture, place.channel, place.thread)).id

    async def remove_picture(self, picture: str) -> None:
        await self._client.delete_file(picture)

    async def _hosted(self, message: Message) -> Hosted | None:
        wanted = _board(message)
        address = None if wanted is None else await self._host(wanted)
        return None if address is None else Hosted(address)
