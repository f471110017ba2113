"""First answers to interactions: what Discord reads in them, and what people see then."""

from typing import Any

import msgspec

from services.outbound.discord.check import DiscordRefuses, check_answer
from services.outbound.discord.components import (
    EPHEMERAL,
    DiscordAnswer,
    DiscordBody,
    DiscordChoices,
    Modal,
    OpenModal,
    Pong,
    SayLater,
    SayNow,
    Suggest,
    Update,
    UpdateLater,
)
from tests.kit.discord.errors import invalid_form
from tests.kit.discord.world import Discord, Interaction, Shown

PING, COMMAND, COMPONENT, AUTOCOMPLETE, SUBMITTED = 1, 2, 3, 4, 5
FITTING: dict[int, tuple[type, ...]] = {
    PING: (Pong,),
    COMMAND: (SayNow, SayLater, OpenModal),
    COMPONENT: (SayNow, SayLater, Update, UpdateLater, OpenModal),
    AUTOCOMPLETE: (Suggest,),
    SUBMITTED: (SayNow, SayLater, Update, UpdateLater),
}
"""Which answers each kind of interaction takes."""
Seen = Shown | Modal | DiscordChoices | None


def read_answer(raw: bytes) -> DiscordAnswer:
    """An answer that Discord takes."""
    answer: Any
    try:
        answer = msgspec.json.decode(raw, type=DiscordAnswer)
        check_answer(answer)
    except msgspec.DecodeError as error:
        raise invalid_form(DiscordRefuses("data", "BASE_TYPE", str(error))) from None
    except DiscordRefuses as fault:
        raise invalid_form(fault, "data") from None
    return answer  # type: ignore[no-any-return] # msgspec cannot tell what a union decodes to


def apply_answer(world: Discord, to: Interaction, answer: DiscordAnswer) -> Seen:
    """Let people see an answer."""
    if not isinstance(answer, FITTING[to.type]):
        fault = DiscordRefuses("type", "BASE_TYPE_CHOICES", f"{type(answer).__name__} is no answer to {to.type}.")
        raise invalid_form(fault)
    to.answered, to.deferred = True, isinstance(answer, SayLater | UpdateLater)
    match answer:
        case SayNow(data=body):
            to.original = world.show(to.channel, body, {}, to.user if body.flags & EPHEMERAL else None)
        case SayLater(data=data):
            to.original = world.show_loading(to.channel, to.user if data.flags & EPHEMERAL else None)
        case Update(data=body):
            to.original = _updated(world, to, body)
        case UpdateLater():
            to.original = _source(to)
        case Suggest(data=choices):
            return choices
        case OpenModal(data=modal):
            return modal
        case _:
            pass
    return to.original


def _updated(world: Discord, to: Interaction, body: DiscordBody) -> Shown:
    shown = _source(to)
    return world.edit(shown, msgspec.json.encode(body), {})


def _source(to: Interaction) -> Shown:
    if to.source is None:
        raise invalid_form(DiscordRefuses("type", "BASE_TYPE_CHOICES", "There is no message to update."))
    return to.source
