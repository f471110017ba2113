"""First answers to interactions: what Discord reads in them, and what people see then."""

from typing import Any

import msgspec

from services.outbound.chat.discord.check import Unacceptable, check_answer
from services.outbound.chat.discord.components import (
    EPHEMERAL,
    Answer,
    Ask,
    Body,
    Choices,
    Modal,
    Pong,
    Say,
    SayLater,
    Suggest,
    Update,
    UpdateLater,
)
from tests.kit.discord.errors import invalid_form
from tests.kit.discord.world import Discord, Interaction, Shown

PING, COMMAND, COMPONENT, AUTOCOMPLETE, SUBMITTED = 1, 2, 3, 4, 5
FITTING: dict[int, tuple[type, ...]] = {
    PING: (Pong,),
    COMMAND: (Say, SayLater, Ask),
    COMPONENT: (Say, SayLater, Update, UpdateLater, Ask),
    AUTOCOMPLETE: (Suggest,),
    SUBMITTED: (Say, SayLater, Update, UpdateLater),
}
"""Which answers each kind of interaction takes."""
Seen = Shown | Modal | Choices | None


def read_answer(raw: bytes) -> Answer:
    """An answer that Discord takes."""
    answer: Any
    try:
        answer = msgspec.json.decode(raw, type=Answer)
        check_answer(answer)
    except msgspec.DecodeError as error:
        raise invalid_form(Unacceptable("data", "BASE_TYPE", str(error))) from None
    except Unacceptable as fault:
        raise invalid_form(fault, "data") from None
    return answer  # type: ignore[no-any-return] # msgspec cannot tell what a union decodes to


def apply_answer(world: Discord, to: Interaction, answer: Answer) -> Seen:
    """Let people see an answer."""
    if not isinstance(answer, FITTING[to.type]):
        fault = Unacceptable("type", "BASE_TYPE_CHOICES", f"{type(answer).__name__} is no answer to {to.type}.")
        raise invalid_form(fault)
    to.answered, to.deferred = True, isinstance(answer, SayLater | UpdateLater)
    match answer:
        case Say(data=body):
            to.original = world.show(to.channel, body, {}, to.user if body.flags & EPHEMERAL else None)
        case SayLater(data=data):
            to.original = world.show_loading(to.channel, to.user if data.flags & EPHEMERAL else None)
        case Update(data=body):
            to.original = _updated(world, to, body)
        case UpdateLater():
            to.original = _source(to)
        case Suggest(data=choices):
            return choices
        case Ask(data=modal):
            return modal
        case _:
            pass
    return to.original


def _updated(world: Discord, to: Interaction, body: Body) -> Shown:
    shown = _source(to)
    return world.edit(shown, msgspec.json.encode(body), {})


def _source(to: Interaction) -> Shown:
    if to.source is None:
        raise invalid_form(Unacceptable("type", "BASE_TYPE_CHOICES", "There is no message to update."))
    return to.source
