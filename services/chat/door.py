"""What the addresses and sockets of chat platforms stand on."""

from litestar.di import NamedDependency
from litestar.params import SkipValidation

from services.acts.acts import Acts
from services.chat.core import ChatCore
from services.chat.discord.handler import DiscordHandler
from services.chat.slack.handler import SlackHandler


class ChatDoor:
    """What answers each platform, where the operator has set it up; the core is the same for both."""

    def __init__(self, acts: Acts) -> None:
        """Stand on the acts that API and pages stand on."""
        self.core, services = ChatCore(acts), acts.services
        on_discord, on_slack = services.chat.discord, services.chat.slack
        self.discord = None if on_discord is None else DiscordHandler(self.core, services, on_discord)
        self.slack = None if on_slack is None else SlackHandler(self.core, services, on_slack)

    async def close(self) -> None:
        """Let what is under way come to its end."""
        if self.discord is not None:
            await self.discord.close()


GivenChat = NamedDependency[SkipValidation[ChatDoor]]
"""Type of a handler's parameter `chat`."""
