"""How a message's picture comes to its readers.

What everybody may see is shown by a signed address that Slack fetches, if people reach this server by https;
otherwise a worker uploads it into the channel. What one person alone may see is never shown so, since Slack keeps what
it has fetched: a worker uploads it into the conversation of that person with the app. A message is whole without it.
"""

from services.chat.meaning import shows_board
from services.chat.message import Message
from services.chat.owed import UploadOwed, owe_picture
from services.chat.requests import ChatRequest
from services.chat.slack.formatter import Hosted
from services.chat.slack.reading import SlackOrigin
from services.chat.slack.turn_modal import previewed
from services.chat.wording import language_of
from services.foundation import Services
from services.queries.board_addresses import board_address


class Pictures:
    """Shows pictures, or has them uploaded."""

    def __init__(self, services: Services) -> None:
        """Sign addresses with the server's own key; what is to be uploaded is owed in its store."""
        self._services = services

    async def of(self, message: Message) -> Hosted | None:
        """The picture of a message, as everybody may see it; a draft is nobody's but its player's."""
        wanted = message.board_wanted
        address = None if wanted is None else await board_address(self._services, wanted)
        return None if address is None else Hosted(address)

    async def follow(self, request: ChatRequest, origin: SlackOrigin, message: Message) -> bool:
        """Let a picture follow that was asked for and cannot stand in its message; whether the asker alone gets it."""
        person, place = request.person, origin.place
        if origin.preview:
            return await self._send_preview(request, origin)
        wanted = message.board_wanted
        if wanted is None or message.picture is None or not shows_board(request):
            return False
        if wanted.viewer is not None:
            owed = UploadOwed(message.picture, person.user, response_url=origin.response_url)
            await owe_picture(self._services, request.id, owed)
            return True
        if await board_address(self._services, wanted) is None:
            owed = UploadOwed(message.picture, person.user, place.channel, place.thread, origin.response_url)
            await owe_picture(self._services, request.id, owed)
        return False

    async def _send_preview(self, request: ChatRequest, origin: SlackOrigin) -> bool:
        person = request.person
        viewer = await self._services.chat.links.user_of(person.account)
        if viewer is None:
            return False
        picture = previewed(origin.preview, viewer, language_of(person))
        owed = UploadOwed(picture, person.user, response_url=origin.response_url)
        await owe_picture(self._services, request.id, owed)
        return True
