"""The channels by which people are reached, such as mail, and the directory of who can be reached by which."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

import msgspec

from domain.kernel.ids import UserId
from services.notices.notices import Recipient
from services.notices.preferences import Preferences
from services.outbound.mail import Mailer


class Outgoing(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be sent. A repeat carries the same id, so that a receiver can tell it from something new."""

    id: str
    subject: str
    text: str
    stop: str | None = None
    """An address that ends all mail with one call."""
    link: str = "/"
    """Where it leads on this server."""


class NoticeChannel(Protocol):
    """One way to reach people."""

    @property
    def address(self) -> Callable[[UserId], Awaitable[str | None]]:
        """Finds where a person is reached by it, if at all."""
        ...

    async def send(self, to: str, outgoing: Outgoing) -> str:
        """Send; give what the receiver said when it accepted. Raises `NotSent` otherwise."""
        ...


class MailChannel:
    """Mail as a channel: `address` finds where somebody gets mail."""

    def __init__(self, mailer: Mailer, address: Callable[[UserId], Awaitable[str | None]]) -> None:
        self._mailer = mailer
        self.address = address

    async def send(self, to: str, outgoing: Outgoing) -> str:
        return await self._mailer.deliver(to, outgoing.id, outgoing.subject, outgoing.text, outgoing.stop)


class Directory:
    """Looks people up."""

    def __init__(
        self, channels: Mapping[str, NoticeChannel], preferences: Callable[[UserId], Awaitable[Preferences]]
    ) -> None:
        """Know these channels; `preferences` tells what a person wants."""
        self._channels = channels
        self._preferences = preferences

    async def recipient(self, user: UserId) -> Recipient:
        """How a person can be reached now; a person without an address by no channel."""
        reached = [name for name, channel in self._channels.items() if await channel.address(user) is not None]
        return Recipient(tuple(reached), await self._preferences(user) if reached else Preferences())
