"""People and places of the chat platforms, as they are stored and asked for."""

from typing import Literal, TypeAlias, get_args

import msgspec

Platform: TypeAlias = Literal["discord", "slack"]
PLATFORMS: tuple[Platform, ...] = get_args(Platform)


class ChatAccount(msgspec.Struct, frozen=True):
    """A person on a platform.

    `workspace` is empty where a person is the same in all of them (Discord), and the team in which the person has the
    account where not (Slack).
    """

    platform: Platform
    workspace: str
    user: str


class ChatPlace(msgspec.Struct, frozen=True):
    """Where something is said: a channel, or a thread in it; a conversation with the app alone has no workspace."""

    platform: Platform
    workspace: str
    channel: str
    thread: str = ""
