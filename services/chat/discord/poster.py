"""Posts where tables live on Discord, with pictures as files."""

from hashlib import sha256

from services.chat.discord.formatter import message_body
from services.chat.message import Message
from services.chat.telling.poster import Draw
from services.outbound.discord.client import DiscordClient
from services.outbound.discord.limits import NONCE
from services.store.chat.places import ChatPlace


class DiscordPoster:
    """Posts to channels and threads of Discord, with pictures as files."""

    def __init__(self, client: DiscordClient, draw: Draw) -> None:
        self._client = client
        self._draw = draw

    async def post(self, place: ChatPlace, message: Message, name: str, *, silent: bool) -> str:
        body = message_body(message, await self._drawn(message), silent=silent)
        nonce = sha256(name.encode()).hexdigest()[:NONCE]
        return await self._client.post(place.thread or place.channel, body, nonce)

    async def edit(self, place: ChatPlace, message_id: str, message: Message) -> None:
        body = message_body(message, await self._drawn(message))
        await self._client.edit(place.thread or place.channel, message_id, body)

    async def add_picture(self, place: ChatPlace, message: Message) -> str:  # noqa: ARG002 - the message holds it
        return ""

    async def remove_picture(self, picture: str) -> None:
        raise AssertionError(f"{picture} stands beside no message")

    async def _drawn(self, message: Message) -> bytes | None:
        wanted = message.board_wanted
        return None if wanted is None else await self._draw(wanted)
