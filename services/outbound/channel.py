"""What is sent to people goes through a channel, such as mail, which knows how receivers accept and refuse."""

from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec

from domain.kernel.errors import ActaError
from domain.kernel.ids import UserId


class NotSent(ActaError):
    """The receiver did not accept it this time.

    The person it was for is told the `reason`: a key of the words of letters below `reason.`, with a colon before
    what belongs to it, or what the receiver answered.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Unusable(NotSent):
    """The channel itself does not work at the moment; nothing else can be sent by it either."""


class Refused(NotSent):
    """It will never be accepted as it is: trying again by itself is of no use."""


class Outgoing(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be sent. A repeat carries the same id, so that a receiver can tell it from something new."""

    id: str
    subject: str
    text: str
    stop: str | None = None
    """An address that ends all mail with one call."""
    link: str = "/"
    """Where it leads on this server."""


class Channel(Protocol):
    """One way to reach people."""

    @property
    def address(self) -> Callable[[UserId], Awaitable[str | None]]:
        """Finds where a person is reached by it, if at all."""
        ...

    async def send(self, to: str, outgoing: Outgoing) -> str:
        """Send; give what the receiver said when it accepted. Raises `NotSent` otherwise."""
        ...
