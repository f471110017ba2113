"""Answers of the core as first answers to Discord, and what Discord is told when the core takes its time.

What is private never takes the place of a message that others see.
"""

from msgspec.structs import replace

from services.chat.discord.formatter import choices, message_body, modal
from services.chat.discord.interaction import AUTOCOMPLETE, COMMAND, DiscordInteraction
from services.chat.message import Answer as CoreAnswer
from services.chat.message import ChatForm, Message, Suggested
from services.outbound.discord.components import (
    COMPONENTS_V2,
    EPHEMERAL,
    DeferredData,
    DiscordAnswer,
    DiscordChoices,
    OpenModal,
    SayLater,
    SayNow,
    Suggest,
    Update,
    UpdateLater,
)

_PRIVATE = SayLater(data=DeferredData(flags=EPHEMERAL))


def first_answer(interaction: DiscordInteraction, answer: CoreAnswer) -> DiscordAnswer:
    """What Discord is answered; a picture that is yet to be drawn follows later."""
    match answer:
        case ChatForm():
            return OpenModal(data=modal(answer))
        case Suggested():
            return Suggest(data=choices(answer))
        case Message():
            body = message_body(answer).body
            if replaces(interaction, answer):
                return Update(data=replace(body, flags=COMPONENTS_V2))
            return SayNow(data=body)


def replaces(interaction: DiscordInteraction, message: Message) -> bool:
    """Whether a message takes the place of the one that was used."""
    if not message.replaces or interaction.message is None or interaction.type == COMMAND:
        return False
    return interaction.has_private_source or not message.private


def deferral(interaction: DiscordInteraction, *, update: bool) -> DiscordAnswer:
    """That an answer will follow, in the place of the message that was used if it is an update.

    Whether any other may be seen by all is not known yet, so only the asker will see it.
    """
    if interaction.type == AUTOCOMPLETE:
        return Suggest(data=DiscordChoices(choices=()))
    return UpdateLater() if update else _PRIVATE
