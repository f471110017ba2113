"""Posts where tables live on Slack. Pictures are shown by their address, or uploaded beside the message.

A picture that was just uploaded cannot be put into a message by an edit: without an address the messages are words
alone.
"""

from services.chat.message import Message
from services.chat.slack.formatter import Hosted, message_body
from services.chat.slack.uploads import upload_of
from services.chat.telling.poster import Draw, Host
from services.logs import learn
from services.outbound.call_failures import PictureOutcomeUnknown
from services.outbound.slack.client import SlackClient
from services.store.chat.places import ChatPlace


class SlackPoster:
    """Posts to channels and threads of Slack."""

    def __init__(self, client: SlackClient, draw: Draw, host: Host) -> None:
        self._client = client
        self._draw = draw
        self._host = host

    async def post(self, place: ChatPlace, message: Message, name: str, *, silent: bool) -> str:  # noqa: ARG002 - Slack knows neither
        return await self._client.post(place.channel, message_body(message, await self._hosted(message)), place.thread)

    async def edit(self, place: ChatPlace, message_id: str, message: Message) -> None:
        await self._client.edit(place.channel, message_id, message_body(message, await self._hosted(message)))

    async def add_picture(self, place: ChatPlace, message: Message) -> str:
        wanted = message.board_wanted
        if wanted is None or message.picture is None or await self._host(wanted) is not None:
            return ""
        drawn = await self._draw(wanted)
        if drawn is None:
            return ""
        try:
            return (await self._client.upload(upload_of(message.picture, drawn), place.channel, place.thread)).id
        except PictureOutcomeUnknown as unknown:  # better none at all than the same again and again
            learn(picture=unknown.reason)
            return unknown.picture

    async def remove_picture(self, picture: str) -> None:
        await self._client.delete_file(picture)

    async def _hosted(self, message: Message) -> Hosted | None:
        wanted = message.board_wanted
        address = None if wanted is None else await self._host(wanted)
        return None if address is None else Hosted(address)
