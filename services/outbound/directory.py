"""The directory: by which channels a person can be reached, and what for."""

from collections.abc import Awaitable, Callable, Mapping

from domain.kernel.ids import UserId
from projections.outbox import Recipient
from projections.preferences import Preferences
from services.outbound.channel import Channel


class Directory:
    """Looks people up."""

    def __init__(
        self, channels: Mapping[str, Channel], preferences: Callable[[UserId], Awaitable[Preferences]]
    ) -> None:
        """Know these channels; `preferences` tells what a person wants."""
        self._channels = channels
        self._preferences = preferences

    async def recipient(self, user: UserId) -> Recipient:
        """How a person can be reached now; a person without an address by no channel."""
        reached = [name for name, channel in self._channels.items() if await channel.address(user) is not None]
        return Recipient(tuple(reached), await self._preferences(user) if reached else Preferences())
