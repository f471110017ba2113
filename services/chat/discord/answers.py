"""Answers of the core as first answers to Discord, and what Discord is told when the core takes its time.

What is private never takes the place of a message that others see.
"""

from msgspec.structs import replace

from services.chat.discord.interaction import AUTOCOMPLETE, COMMAND, Interaction
from services.outbound.chat.discord.components import (
    COMPONENTS_V2,
    EPHEMERAL,
    Answer,
    Ask,
    Choices,
    DeferredData,
    Say,
    SayLater,
    Suggest,
    Update,
    UpdateLater,
)
from services.outbound.chat.discord.formatter import choices, message_body, modal
from services.outbound.chat.message import Answer as CoreAnswer
from services.outbound.chat.message import Form, Found, Message

_PRIVATE = SayLater(data=DeferredData(flags=EPHEMERAL))


def first_answer(interaction: Interaction, answer: CoreAnswer) -> Answer:
    """What Discord is answered; a picture that is yet to be drawn follows later."""
    match answer:
        case Form():
            return Ask(data=modal(answer))
        case Found():
            return Suggest(data=choices(answer))
        case Message():
            body = message_body(answer).body
            if replaces(interaction, answer):
                return Update(data=replace(body, flags=COMPONENTS_V2))
            return Say(data=body)


def replaces(interaction: Interaction, message: Message) -> bool:
    """Whether a message takes the place of the one that was used."""
    if not message.replaces or interaction.message is None or interaction.type == COMMAND:
        return False
    return interaction.has_private_source or not message.private


def deferral(interaction: Interaction, *, update: bool) -> Answer:
    """That an answer will follow, in the place of the message that was used if it is an update.

    Whether any other may be seen by all is not known yet, so only the asker will see it.
    """
    if interaction.type == AUTOCOMPLETE:
        return Suggest(data=Choices(choices=()))
    return UpdateLater() if update else _PRIVATE
