"""Posts messages where tables live: the same calls for every platform.

A board that is yet to be drawn is drawn by whoever posts, or shown by its address where the platform fetches pictures
by itself. Never shows anything but what everybody may see.
"""

from collections.abc import Awaitable, Callable
from typing import Protocol

from services.chat.message import BoardWanted, Message
from services.store.chat.places import ChatPlace

Draw = Callable[[BoardWanted], Awaitable[bytes | None]]
"""Draws a board as PNG; nothing if there is none."""
Host = Callable[[BoardWanted], Awaitable[str | None]]
"""The address of a board, which always shows the same; nothing if the server has no public address."""


class Poster(Protocol):
    """Posts to the places of one platform."""

    async def post(self, place: ChatPlace, message: Message, name: str, *, silent: bool) -> str:
        """A new message; its id. A repeat by the same name is no second message where the platform can tell."""
        ...

    async def edit(self, place: ChatPlace, message_id: str, message: Message) -> None:
        """Put a message in the place of another; nobody is notified."""
        ...

    async def add_picture(self, place: ChatPlace, message: Message) -> str:
        """Show the picture of a message that cannot hold it beside it; its id, or nothing if it holds it."""
        ...

    async def remove_picture(self, picture: str) -> None:
        """Take away a picture that stands beside a message."""
        ...
