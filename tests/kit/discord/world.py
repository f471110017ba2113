"""What Discord knows: channels, messages, interactions, commands, and who was notified of what."""

import itertools
import time
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import UNSET

from services.outbound.discord import limits
from services.outbound.discord.check import DiscordRefuses, check_body, walk
from services.outbound.discord.components import EPHEMERAL, SILENT, DiscordBody, Mentions, Post, Text
from tests.kit.discord.errors import ApiError, invalid_form

APPLICATION = "77"
BOT_TOKEN = "Nzc.bot.token"
EPOCH = 1_420_070_400_000
HOUR = 3600
NONCE_SECONDS = 300
"""D resources/message#create-message speaks of "the past few minutes"."""
OLD_EDITS = 3
OLD_EDITS_SECONDS = 6
"""Of messages older than an hour: discord-userdoccers, resources/message."""

Kind = Literal["text", "thread", "dm"]


@dataclass
class Shown:
    """A message as people see it."""

    id: str
    channel: str
    body: DiscordBody
    files: dict[str, bytes]
    private_to: str | None
    at: float
    edited_at: list[float] = field(default_factory=list)
    loading: bool = False
    """Discord says that the application is thinking."""

    @property
    def text(self) -> str:
        """All of its texts."""
        return "\n".join(component.content for component in walk(self.body) if isinstance(component, Text))


@dataclass
class Channel:
    """A channel or thread, and what the bot may do there."""

    id: str
    kind: Kind = "text"
    parent: str | None = None
    archived: bool = False
    locked: bool = False
    refusal: int | None = None
    """With which code the bot is refused here."""
    messages: dict[str, Shown] = field(default_factory=dict)
    nonces: dict[str, tuple[float, str]] = field(default_factory=dict)


@dataclass
class Interaction:
    """Something that a person did, which the application has to answer."""

    id: str
    token: str
    type: int
    user: str
    channel: str
    at: float
    source: Shown | None = None
    """The message whose button or menu was used."""
    answered: bool = False
    original: Shown | None = None
    """What `@original` means."""
    deferred: bool = False
    """The first answer has said that more will follow."""
    followed: Shown | None = None
    """What followed the first answer last: a changed message, or a new one."""


class Discord:
    """The platform. Its clock is the true one, ahead by as much as a test likes."""

    def __init__(self) -> None:
        self.key = Ed25519PrivateKey.generate()
        self.ahead = 0.0
        self.channels: dict[str, Channel] = {}
        self.interactions: dict[str, Interaction] = {}
        self.commands: list[dict[str, Any]] = []
        self.guilds: dict[str, list[dict[str, Any]]] = {}
        """The servers to which the application was invited, with the commands that are known on them alone."""
        self.endpoint: str | None = None
        """The address of the interactions endpoint, as the operator has entered it."""
        self.gateway = ""
        """The address of the gateway, while there is one."""
        self.sessions_left = 1000
        """How many sessions may still be begun today; the bot's token is reset beyond them (D events/gateway)."""
        self.sessions_again = 86_400_000
        """In how many milliseconds there are as many again as on a new day."""
        self.notified: list[tuple[str, str]] = []
        """Who was notified (user) by which message."""
        self.early_edits = 0
        """How many edits of a deferred answer come too early for Discord."""
        self.refuses_direct: set[str] = set()
        """People who take no direct messages."""
        self._ids = itertools.count(1)

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time() + self.ahead

    def snowflake(self) -> str:
        """A new id, which tells its time."""
        return str((int(self.now() * 1000) - EPOCH << 22) + next(self._ids) % (1 << 22))

    @property
    def public_key(self) -> str:
        """The application's public key, as the portal shows it."""
        return self.key.public_key().public_bytes_raw().hex()

    def channel(self, **more: Any) -> Channel:  # noqa: ANN401 - any field of a channel
        """A new channel that the bot may write to."""
        made = Channel(self.snowflake(), **more)
        self.channels[made.id] = made
        return made

    def reachable(self, channel: str) -> Channel:
        """A channel, if it is there and the bot may write to it."""
        found = self.channels.get(channel)
        if found is None:
            raise ApiError(10003)
        if found.refusal is not None:
            raise ApiError(found.refusal)
        return found

    def visible(self, channel: str, user: str | None = None) -> list[Shown]:
        """The messages of a channel that a user (none: everybody) sees, oldest first."""
        return [it for it in self.channels[channel].messages.values() if it.private_to in {None, user}]

    def show(self, channel: str, body: DiscordBody, files: dict[str, bytes], private_to: str | None = None) -> Shown:
        """Put a new message into a channel, and notify whom it may notify."""
        shown = Shown(self.snowflake(), channel, body, files, private_to, self.now())
        self.channels[channel].messages[shown.id] = shown
        mentioned = [user for user in body.allowed_mentions.users if f"<@{user}>" in shown.text]
        if not body.flags & SILENT and private_to is None:
            self.notified += [(user, shown.id) for user in mentioned]
        return shown

    def show_loading(self, channel: str, private_to: str | None) -> Shown:
        """Let the application seem to think."""
        thinking = DiscordBody(components=(Text(content="…"),), allowed_mentions=Mentions(), flags=0)
        shown = self.show(channel, thinking, {}, private_to)
        shown.loading = True
        return shown

    def post(self, channel: str, raw: bytes, files: dict[str, bytes]) -> Shown:
        """A new message by the bot; the same nonce gives the first message again."""
        place = self.reachable(channel)
        body = decoded(raw, Post)
        if body.flags & EPHEMERAL:
            raise invalid_form(DiscordRefuses("flags", "BASE_TYPE_CHOICES", "Only answers can be private."))
        checked(body, files)
        if place.locked:
            raise ApiError(160005)
        before = place.nonces.get(body.nonce)
        if before is not None and self.now() - before[0] < NONCE_SECONDS:
            return place.messages[before[1]]
        place.archived = False
        shown = self.show(channel, body, files)
        place.nonces[body.nonce] = (self.now(), shown.id)
        return shown

    def edit(self, shown: Shown, raw: bytes, files: dict[str, bytes]) -> Shown:
        """Change a message; nobody is notified, and what is not listed as an attachment goes."""
        body = decoded(raw, DiscordBody)
        checked(body, files)
        if body.flags & EPHEMERAL and shown.private_to is None:
            raise invalid_form(DiscordRefuses("flags", "BASE_TYPE_CHOICES", "A message cannot become private."))
        if shown.id not in self.channels[shown.channel].messages:
            raise ApiError(10008)
        if self.channels[shown.channel].archived:
            raise ApiError(50083)
        if shown.files and body.attachments is UNSET:
            raise invalid_form(DiscordRefuses("attachments", "INVISIBLE", "Old pictures would stay, seen by nobody."))
        lately = [at for at in shown.edited_at if self.now() - at < OLD_EDITS_SECONDS]
        if self.now() - shown.at > HOUR and len(lately) >= OLD_EDITS:
            raise ApiError(30046)
        shown.edited_at.append(self.now())
        shown.body, shown.files, shown.loading = body, files, False
        return shown

    def of_token(self, token: str) -> Interaction:
        """The interaction of a follow-up."""
        found = next((it for it in self.interactions.values() if it.token == token), None)
        if found is None or not found.answered:
            raise ApiError(10015)
        if self.now() - found.at > limits.TOKEN_SECONDS:
            raise ApiError(50027)
        if self.early_edits:
            self.early_edits -= 1
            raise ApiError(10015)
        return found

    def copy_of(self, shown: Shown) -> Shown:
        """A message as it is now, for a comparison later."""
        return replace(shown, edited_at=list(shown.edited_at), files=dict(shown.files))


def decoded(raw: bytes, kind: type[DiscordBody]) -> Any:  # noqa: ANN401 - of that kind
    """A body; Discord names the place of what is wrong."""
    try:
        value = msgspec.json.decode(raw)
    except msgspec.DecodeError:
        raise ApiError(50109) from None
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise invalid_form(DiscordRefuses("components", "BASE_TYPE", str(error))) from None


def checked(body: DiscordBody, files: Collection[str]) -> None:
    """Refuse what Discord refuses."""
    try:
        check_body(body, files)
    except DiscordRefuses as fault:
        raise invalid_form(fault) from None
