"""How a message's picture comes to its readers.

What everybody may see is shown by a signed address that Slack fetches, if people reach this server by https;
otherwise a worker uploads it into the channel. What one person alone may see is never shown so, since Slack keeps what
it has fetched: a worker uploads it into the conversation of that person with the app. A message is whole without it.
"""

from services.bootstrap import Services
from services.chat.owed import owe_picture
from services.chat.requests import ChatRequest, Command, Press
from services.chat.slack.previews import shown
from services.chat.slack.reading import Origin
from services.chat.slack.texts import language_of
from services.outbound.chat.later import UploadOwed
from services.outbound.chat.message import BoardWanted, Message
from services.outbound.chat.slack.formatter import Hosted
from services.play.board_addresses import board_address

_ASKED_FOR = frozenset({"board", "hand"})
"""Requests for a picture; other messages only have one beside them."""


class Pictures:
    """Shows pictures, or has them uploaded."""

    def __init__(self, services: Services) -> None:
        """Sign addresses with the server's own key; what is to be uploaded is owed in its store."""
        self._services = services

    async def of(self, message: Message) -> Hosted | None:
        """The picture of a message, as everybody may see it; a draft is nobody's but its player's."""
        wanted = _wanted(message)
        address = None if wanted is None else await board_address(self._services, wanted)
        return None if address is None else Hosted(address)

    async def follow(self, request: ChatRequest, origin: Origin, message: Message) -> bool:
        """Let a picture follow that was asked for and cannot stand in its message; whether the asker alone gets it."""
        person, place = request.person, origin.place
        if origin.preview:
            return await self._send_preview(request, origin.preview)
        wanted = _wanted(message)
        if wanted is None or message.picture is None or _name(request) not in _ASKED_FOR:
            return False
        if wanted.viewer is not None:
            await owe_picture(self._services, request.id, UploadOwed(message.picture, person.user))
            return True
        if await board_address(self._services, wanted) is None:
            owed = UploadOwed(message.picture, person.user, channel=place.channel, thread=place.thread)
            await owe_picture(self._services, request.id, owed)
        return False

    async def _send_preview(self, request: ChatRequest, pressed: str) -> bool:
        person = request.person
        viewer = await self._services.chat_links.user_of(person.account)
        if viewer is None:
            return False
        picture = shown(pressed, viewer, language_of(person))
        await owe_picture(self._services, request.id, UploadOwed(picture, person.user))
        return True


def _wanted(message: Message) -> BoardWanted | None:
    source = message.picture.source if message.picture else None
    return source if isinstance(source, BoardWanted) else None


def _name(request: ChatRequest) -> str:
    match request.what:
        case Command(name=name):
            return name
        case Press(reference=reference):
            return reference.part if reference.action == "at" else reference.action
        case _:
            return ""
