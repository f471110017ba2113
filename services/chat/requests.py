"""What somebody asks for in a chat, whatever the platform: the adapters make these of what they receive."""

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from services.chat.reference import Reference
from services.store.chat.places import ChatAccount, ChatPlace, Platform


class ChatPerson(msgspec.Struct, frozen=True):
    """Whoever asks, as the platform has vouched for."""

    platform: Platform
    workspace: str
    """As `ChatAccount` has it: empty on Discord, the person's own team on Slack."""
    user: str
    name: str = ""
    """What the person is called there; shown to the person alone, never believed."""
    language: str = ""
    """The language tag that the platform tells, such as `de` or `en-US`; a linked account's own goes before it."""

    @property
    def account(self) -> ChatAccount:
        """The person without what may change."""
        return ChatAccount(self.platform, self.workspace, self.user)


class ChatCommand(msgspec.Struct, frozen=True, tag="command"):
    """A command, such as `/acta move`: its name, and what follows it as typed or by the names of its options."""

    name: str
    text: str = ""
    options: Mapping[str, str] = msgspec.field(default_factory=dict)


class Press(msgspec.Struct, frozen=True, tag="press"):
    """A button was pressed, a line of a menu chosen (its value), or a form sent (one value a field)."""

    reference: Reference
    values: tuple[str, ...] = ()


class Search(msgspec.Struct, frozen=True, tag="search"):
    """Somebody is still typing: into an option of a command, or into a menu that searches."""

    command: str
    option: str
    typed: str
    options: Mapping[str, str] = msgspec.field(default_factory=dict)
    """The options of the command that are already filled in."""


What: TypeAlias = ChatCommand | Press | Search


class ChatRequest(msgspec.Struct, frozen=True):
    """Who asks for what, and where."""

    id: str
    """The platform's id of the request: what is sent twice is done once."""
    person: ChatPerson
    place: ChatPlace
    what: What
