"""People in Discord: they type commands, press buttons, choose from menus and fill in forms.

What they do reaches Acta as signed requests; what Acta answers is held to Discord's rules and then seen by them.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import httpx
import msgspec
from msgspec import UNSET

from services.outbound.discord import limits
from services.outbound.discord.check import walk
from services.outbound.discord.components import (
    EPHEMERAL,
    DiscordButton,
    DiscordChoice,
    DiscordChoices,
    DiscordOption,
    DiscordSelect,
    Modal,
)
from tests.kit.discord.answers import AUTOCOMPLETE, COMMAND, COMPONENT, PING, SUBMITTED, Seen, apply_answer, read_answer
from tests.kit.discord.errors import ApiError
from tests.kit.discord.world import APPLICATION, Discord, Interaction, Shown

ENDPOINT = "/integrations/discord/interactions"
BUTTON, STRING_SELECT, TEXT_INPUT, LABEL = 2, 3, 4, 18
SUBCOMMAND, TEXT = 1, 3
CHANNEL_TYPES = {"text": 0, "dm": 1, "thread": 11}
PERMISSIONS = "274878024704"
Payload = dict[str, Any]
FOLLOWS_SECONDS = 20.0


class SilentFailure(AssertionError):
    """Discord would have swallowed this without a word, and the person would have seen nothing happen."""


class TooLate(AssertionError):
    """The first answer took longer than Discord waits."""


class Carrier(Protocol):
    """How interactions reach Acta and answers come back."""

    async def carry(self, interaction: Interaction, payload: bytes) -> Seen:
        """Deliver one; give what the person sees then."""
        ...


def signed(world: Discord, payload: bytes, *, at: float | None = None) -> dict[str, str]:
    """The headers with which Discord sends a payload."""
    timestamp = str(int(world.now() if at is None else at))
    signature = world.key.sign(timestamp.encode() + payload).hex()
    return {
        "X-Signature-Ed25519": signature,
        "X-Signature-Timestamp": timestamp,
        "Content-Type": "application/json",
        "User-Agent": "Discord-Interactions/1.0 (+https://discord.com)",
    }


async def what_follows(interaction: Interaction) -> Shown:
    """What a person sees when what was put off has come."""
    end = time.monotonic() + FOLLOWS_SECONDS
    while interaction.followed is None:
        assert time.monotonic() < end, "nothing followed"
        await asyncio.sleep(0.002)
    return interaction.followed


class ByHttp:
    """Interactions as requests to the endpoint."""

    def __init__(self, world: Discord, acta: httpx.AsyncClient) -> None:
        self.world = world
        self.acta = acta
        self.slowest = 0.0
        """The longest that a first answer took, in seconds."""
        self.waits = True
        """People wait for what was put off."""

    async def carry(self, interaction: Interaction, payload: bytes) -> Seen:
        answer = await self.acta.post(ENDPOINT, content=payload, headers=signed(self.world, payload))
        taken = self.world.now() - interaction.at
        self.slowest = max(self.slowest, taken)
        if taken > limits.FIRST_ANSWER_SECONDS:
            raise TooLate(f"{taken:.1f} s")
        if answer.status_code != 200 or answer.headers["content-type"] != "application/json":
            raise SilentFailure(f"{answer.status_code} {answer.text}")
        try:
            seen = apply_answer(self.world, interaction, read_answer(answer.content))
        except ApiError as refusal:
            raise SilentFailure(f"{refusal.body} of {answer.text}") from refusal
        return await what_follows(interaction) if self.waits and interaction.deferred else seen


@dataclass
class DiscordPerson:
    """Somebody in a channel."""

    world: Discord
    carrier: Carrier
    name: str
    id: str
    channel: str
    locale: str = "en-US"
    guild: str | None = "5"
    modal: Modal | None = None
    """The form that is open."""

    async def ping(self) -> Seen:
        """Discord itself asks whether anybody is there."""
        return await self._do(PING, None)

    async def command(self, name: str, **options: str) -> Seen:
        """Type `/acta name` with its options."""
        return await self._do(COMMAND, command_data(name, options))

    async def type(self, name: str, option: str, typed: str, **options: str) -> list[DiscordChoice]:
        """Type into an option; what is suggested."""
        seen = await self._do(
            AUTOCOMPLETE, command_data(name, options, {"name": option, "value": typed, "focused": True})
        )
        assert isinstance(seen, DiscordChoices), seen
        return list(seen.choices)

    async def press(self, message: Shown, label: str) -> Seen:
        """Press the button of that label."""
        button = the_one(buttons(message), lambda it: it.label == label, f"no button {label!r} in {message.text}")
        assert not button.disabled, f"{label} is disabled"
        assert button.custom_id is not UNSET, f"{label} is a link"
        return await self.use(message, {"component_type": BUTTON, "custom_id": button.custom_id})

    async def choose(self, message: Shown, label: str) -> Seen:
        """Choose the line of that label from the menu that has it."""
        select = the_one(
            selects(message), lambda it: label in {line.label for line in it.options}, f"no line {label!r}"
        )
        line = next(line for line in select.options if line.label == label)
        return await self.pick(message, select, line)

    async def pick(self, message: Shown, select: DiscordSelect, line: DiscordOption) -> Seen:
        """Choose a line of a menu."""
        data = {"component_type": STRING_SELECT, "custom_id": select.custom_id, "values": [line.value]}
        return await self.use(message, data)

    async def fill_in(self, modal: Modal, *values: str, source: Shown | None = None) -> Seen:
        """Send a form with these values, one a field."""
        fields = [
            {
                "type": LABEL,
                "component": {"type": TEXT_INPUT, "custom_id": label.component.custom_id, "value": value},
            }
            for label, value in zip(modal.components, values, strict=True)
        ]
        return await self._do(SUBMITTED, {"custom_id": modal.custom_id, "components": fields}, source)

    def sees(self) -> list[Shown]:
        """The messages of the channel that this person sees."""
        return self.world.visible(self.channel, self.id)

    async def use(self, message: Shown, data: Payload) -> Seen:
        """Use a component of a message."""
        assert message.private_to in {None, self.id}, f"{self.name} does not see this message"
        assert message.id in self.world.channels[message.channel].messages, "the message is gone"
        return await self._do(COMPONENT, data, message)

    async def _do(self, kind: int, data: Payload | None, source: Shown | None = None) -> Seen:
        interaction, payload = self.begin(kind, data, source)
        return await self.carrier.carry(interaction, payload)

    def begin(self, kind: int, data: Payload | None, source: Shown | None = None) -> tuple[Interaction, bytes]:
        """An interaction that Discord knows of, and how it describes it."""
        made = Interaction(
            self.world.snowflake(), f"token-{self.world.snowflake()}", kind, self.id, self.channel, self.world.now()
        )
        made.source = source
        self.world.interactions[made.id] = made
        return made, msgspec.json.encode(self._described(made, data))

    def _described(self, made: Interaction, data: Payload | None) -> Payload:
        payload: Payload = {
            "type": made.type,
            "id": made.id,
            "application_id": APPLICATION,
            "token": made.token,
            "version": 1,
            "entitlements": [],
        }
        if made.type == PING:
            return payload
        channel = self.world.channels[self.channel]
        user = {"id": self.id, "username": self.name.lower(), "global_name": self.name, "avatar": None}
        payload |= {
            "channel_id": channel.id,
            "channel": {"id": channel.id, "type": CHANNEL_TYPES[channel.kind], "parent_id": channel.parent},
            "locale": self.locale,
            "app_permissions": PERMISSIONS,
            "attachment_size_limit": limits.FILE_BYTES,
            "context": 0 if self.guild else 1,
            "data": data,
        }
        if self.guild:
            payload |= {"guild_id": self.guild, "guild_locale": "en-US", "member": {"user": user, "permissions": "0"}}
        else:
            payload["user"] = user
        if made.source is not None:
            payload["message"] = {
                "id": made.source.id,
                "flags": made.source.body.flags | (EPHEMERAL if made.source.private_to else 0),
                "components": msgspec.to_builtins(made.source.body.components),
            }
        return payload


def buttons(message: Shown) -> list[DiscordButton]:
    """The buttons of a message."""
    return [component for component in walk(message.body) if isinstance(component, DiscordButton)]


def selects(message: Shown) -> list[DiscordSelect]:
    """The menus of a message."""
    return [component for component in walk(message.body) if isinstance(component, DiscordSelect)]


def the_one(things: list[Any], fits: Callable[[Any], bool], complaint: str) -> Any:  # noqa: ANN401 - one of the things
    """The first that fits."""
    found = next(filter(fits, things), None)
    assert found is not None, complaint
    return found


def command_data(name: str, options: Mapping[str, str], focused: Payload | None = None) -> Payload:
    """What Discord tells of `/acta name`."""
    given: list[Payload] = [{"type": TEXT, "name": key, "value": value} for key, value in options.items()]
    if focused is not None:
        given.append({"type": TEXT} | focused)
    subcommand = {"type": SUBCOMMAND, "name": name, "options": given}
    return {"id": "1", "name": "acta", "type": 1, "options": [subcommand]}
