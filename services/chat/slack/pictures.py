"""How a message's picture comes to its readers: by a signed address that Slack fetches.

It shows what everybody may see. There is one only if people reach this server by https; the message is whole without
it. What one person alone may see is never shown so: Slack keeps what it has fetched.
"""

from domain.kernel.ids import GameId
from services.bootstrap import Services
from services.outbound.chat.message import BoardWanted, Message
from services.outbound.chat.slack.formatter import Hosted
from services.queries.picture_links import lasting, signed


class Pictures:
    """Signs addresses of pictures with the server's own key."""

    def __init__(self, services: Services) -> None:
        """Name the address under which people reach the server, if Slack can fetch from it."""
        self._services = services
        address = services.settings.public_url or ""
        self._base = address.rstrip("/") if address.startswith("https://") else None

    async def of(self, message: Message) -> Hosted | None:
        """The picture of a message, as everybody may see it; a draft is nobody's but its player's."""
        wanted = message.picture.source if message.picture else None
        if self._base is None or not isinstance(wanted, BoardWanted):
            return None
        services = self._services
        link = lasting(GameId(wanted.game), wanted.version, wanted.lang, services.tables.now() / 1000)
        return Hosted(f"{self._base}/pictures/{signed(link, await services.signing_key.get())}.png")
