"""What somebody did in Discord, as Discord describes it, and the request to the core that it stands for."""

from typing import Final

import msgspec

from services.chat.adapters import NotUnderstood
from services.chat.reference import parse_or_strange
from services.chat.requests import ChatCommand, ChatPerson, ChatRequest, Press, Search, What
from services.outbound.discord.components import EPHEMERAL
from services.store.chat.places import ChatPlace

PING: Final = 1
COMMAND: Final = 2
COMPONENT: Final = 3
AUTOCOMPLETE: Final = 4
SUBMITTED: Final = 5
_SUBCOMMAND = 1
_THREADS = frozenset({10, 11, 12})


class DiscordUser(msgspec.Struct, frozen=True):
    id: str
    username: str = ""
    global_name: str | None = None


class Member(msgspec.Struct, frozen=True):
    user: DiscordUser


class DiscordChannel(msgspec.Struct, frozen=True):
    id: str
    type: int = 0
    parent_id: str | None = None


class CommandValue(msgspec.Struct, frozen=True):
    """A subcommand, or an option with its value."""

    name: str
    type: int = 0
    value: str | int | float | bool | None = None
    options: tuple["CommandValue", ...] = ()
    focused: bool = False

    @property
    def text(self) -> str:
        """The value as it was typed."""
        return "" if self.value is None else str(self.value)


class Filled(msgspec.Struct, frozen=True):
    value: str = ""


class Filling(msgspec.Struct, frozen=True):
    """A field of a form with what was written in it."""

    component: Filled = Filled()


class InteractionData(msgspec.Struct, frozen=True):
    """What was done: which fields there are depends on its kind."""

    name: str = ""
    options: tuple[CommandValue, ...] = ()
    custom_id: str = ""
    values: tuple[str, ...] = ()
    components: tuple[Filling, ...] = ()


class PressedMessage(msgspec.Struct, frozen=True):
    """The message whose button or menu was used."""

    id: str
    flags: int = 0


class DiscordInteraction(msgspec.Struct, frozen=True, kw_only=True):
    """Something that somebody did."""

    type: int
    id: str
    application_id: str
    token: str
    guild_id: str | None = None
    channel_id: str = ""
    channel: DiscordChannel | None = None
    member: Member | None = None
    user: DiscordUser | None = None
    locale: str = ""
    data: InteractionData | None = None
    message: PressedMessage | None = None

    @property
    def has_private_source(self) -> bool:
        """Whether the message that was used is seen by nobody else."""
        return self.message is not None and bool(self.message.flags & EPHEMERAL)


_decoder = msgspec.json.Decoder(DiscordInteraction)


def read(body: bytes) -> DiscordInteraction:
    """An interaction; `NotUnderstood` for anything else."""
    try:
        return _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise NotUnderstood from None


def request_of(interaction: DiscordInteraction) -> ChatRequest:
    """Who asks for what, and where."""
    user = interaction.member.user if interaction.member else interaction.user
    if user is None or interaction.data is None:
        raise NotUnderstood
    person = ChatPerson("discord", "", user.id, name=user.global_name or user.username, language=interaction.locale)
    return ChatRequest(
        id=f"discord_{interaction.id}",
        person=person,
        place=_place(interaction),
        what=_what(interaction.type, interaction.data),
    )


def _place(interaction: DiscordInteraction) -> ChatPlace:
    channel, guild = interaction.channel, interaction.guild_id or ""
    if channel is not None and channel.type in _THREADS and channel.parent_id:
        return ChatPlace("discord", guild, channel.parent_id, channel.id)
    return ChatPlace("discord", guild, interaction.channel_id)


def _what(kind: int, data: InteractionData) -> What:
    match kind:
        case 2:
            called = _called(data)
            return ChatCommand(called.name, options={one.name: one.text for one in called.options})
        case 3:
            return Press(parse_or_strange(data.custom_id), data.values)
        case 4:
            return _search(_called(data))
        case 5:
            return Press(parse_or_strange(data.custom_id), tuple(field.component.value for field in data.components))
        case _:
            raise NotUnderstood


def _called(data: InteractionData) -> CommandValue:
    """The command below `/acta`."""
    below = next((option for option in data.options if option.type == _SUBCOMMAND), None)
    return below or CommandValue(data.name, options=data.options)


def _search(called: CommandValue) -> Search:
    focused = next((option for option in called.options if option.focused), None)
    if focused is None:
        raise NotUnderstood
    filled = {one.name: one.text for one in called.options if not one.focused}
    return Search(called.name, focused.name, focused.text, filled)
