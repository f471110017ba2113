"""What stands in the parity table of an act: how it is asked for at each door, or why a door does not offer it."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

from tests.services.acts.doors import Member, Send


class Scene(NamedTuple):
    """A table at which an act is asked for: by somebody who may, and with a person who sits elsewhere."""

    game: str
    actor: Member
    other: Member


Door: TypeAlias = Callable[[Scene], Send | Awaitable[Send]]
"""Prepares a request at one door."""


class Row(NamedTuple):
    """One act. A text in place of a door is the reason why it is not offered there."""

    act: str
    api: Door | str
    page: Door | str
    chat: Door | str
    scene: str = "lobby"
    """Where it is asked for: `lobby`, `active`, `turn`, `drafted` or `over`; at none `nowhere`, as admin `ruling`."""
    events: tuple[str, ...] = ()
    """What it writes into the log of the table."""
    audit: tuple[str, ...] = ()
    """What is noted of it for admins."""
    notices: tuple[str, ...] = ()
    """What the other person is told, who wants to be told everything."""

    def doors(self) -> dict[str, Door]:
        """The doors that offer it."""
        return {name: door for name in ("api", "page", "chat") if not isinstance(door := getattr(self, name), str)}
