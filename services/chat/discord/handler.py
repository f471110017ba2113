"""Answers interactions, however they came: within Discord's three seconds; what changes something is done once.

What changes something is deferred at once: it is synced to the disk before anybody is told of it, and no disk is to
hold up a first answer. What takes the core too long is deferred too. Either is sent afterwards; a board is drawn by a
worker and follows the answer.
"""

import asyncio
from functools import partial

import structlog

from domain.kernel.errors import ActaError, StoreUnavailable
from services.chat.adapters import FirstAnswer, NotUnderstood, Rest, ask
from services.chat.core import ChatCore
from services.chat.discord.answers import deferral, first_answer, replaces
from services.chat.discord.formatter import message_body
from services.chat.discord.interaction import AUTOCOMPLETE, PING, DiscordInteraction, request_of
from services.chat.discord.signature import DiscordSignatures
from services.chat.meaning import changes_message, may_be_for_all, only_reads
from services.chat.message import Answer as CoreAnswer
from services.chat.message import ChatForm, Message, Suggested
from services.chat.owed import PictureOwed, owe_picture
from services.chat.repeats import Repeats
from services.chat.requests import ChatRequest
from services.chat.wording import note
from services.foundation import Services
from services.logs import canonical_line, learn
from services.outbound.call_failures import CallFailed, CallOutcomeUnknown
from services.outbound.discord.check import DiscordRefuses, encoded_answer
from services.outbound.discord.client import DiscordClient
from services.outbound.discord.components import Pong

PATIENCE = 1.5
"""Seconds that the core is waited for; half of what Discord waits, so that the network has the other half."""
SEARCH_PATIENCE = 1.0
AGAIN_PAUSES = (0.5, 2.0)
"""After how many seconds an edit is tried again of which nobody knows whether Discord has made it."""

_log = structlog.get_logger()


class DiscordHandler:
    """Answers interactions of one application."""

    def __init__(self, core: ChatCore, services: Services, client: DiscordClient) -> None:
        """Ask the core; `client` sends what follows the first answer."""
        self._core, self._services, self._client = core, services, client
        self.signatures = DiscordSignatures(services.settings.discord_public_key or "")
        self._repeats = Repeats(services.chat.seen_requests)
        self._under_way: set[asyncio.Task[None]] = set()

    async def answer(self, interaction: DiscordInteraction) -> FirstAnswer:
        """The first answer, and what follows it; `NotUnderstood` if it is no interaction of ours."""
        if interaction.application_id != self._client.application.id:
            raise NotUnderstood
        if interaction.type == PING:
            return FirstAnswer(encoded_answer(Pong()))
        request = request_of(interaction)
        learn(interaction=interaction.id, chat=type(request.what).__name__)
        if only_reads(request) or may_be_for_all(request):  # known by its id in the log, it needs no other memory
            return await self._answer_now(interaction, request)
        learn(deferred=True)
        return FirstAnswer(_put_off(interaction, request), partial(self._answer_later, interaction, request))

    def go_on(self, rest: Rest | None) -> None:
        """Do what follows a first answer, while others are answered."""
        if rest is not None:
            task = asyncio.create_task(rest())
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def close(self) -> None:
        """Let what is under way come to its end."""
        while self._under_way:
            await asyncio.wait(self._under_way)

    async def _answer_now(self, interaction: DiscordInteraction, request: ChatRequest) -> FirstAnswer:
        searching = interaction.type == AUTOCOMPLETE  # comes with every key that is pressed
        asking = asyncio.create_task(ask(self._core, request))
        await asyncio.wait({asking}, timeout=SEARCH_PATIENCE if searching else PATIENCE)
        if not asking.done():
            learn(deferred=True)
            return FirstAnswer(_put_off(interaction, request), partial(self._send_late, interaction, request, asking))
        answer = asking.result()
        try:
            body = encoded_answer(first_answer(interaction, answer))
        except DiscordRefuses as fault:
            _complain(fault)
            return FirstAnswer(encoded_answer(first_answer(interaction, note("broken", request.person))))
        shows_board = isinstance(answer, Message) and answer.board_wanted is not None
        return FirstAnswer(body, partial(self._owe, interaction, request, answer) if shows_board else None)

    async def _answer_later(self, interaction: DiscordInteraction, request: ChatRequest) -> None:
        """Do what was asked for, once, and tell what came of it."""
        with canonical_line("interaction_done", interaction=interaction.id):
            try:
                if await self._repeats.answered(request) is not None:
                    return
            except StoreUnavailable:
                await self._send(interaction, request, note("broken", request.person))
                return
            if await self._send(interaction, request, await ask(self._core, request)):
                await self._repeats.keep(request)

    async def _send_late(
        self, interaction: DiscordInteraction, request: ChatRequest, asking: asyncio.Task[CoreAnswer]
    ) -> None:
        await self._send(interaction, request, await asking)

    async def _send(self, interaction: DiscordInteraction, request: ChatRequest, answer: CoreAnswer) -> bool:
        """Put the answer where the first one promised it; whether Discord took it."""
        if isinstance(answer, Suggested):
            return True
        message = note("slow_form", request.person) if isinstance(answer, ChatForm) else answer
        try:
            try:
                in_place = await self._show(interaction, request, message)
            except DiscordRefuses as fault:
                _complain(fault)
                in_place = await self._show(interaction, request, note("broken", request.person))
        except CallFailed as failure:
            _log.warning("chat_not_followed", request=request.id, error=type(failure).__name__, reason=str(failure))
            return False
        if in_place:
            await self._owe(interaction, request, message)
        return True

    async def _show(self, interaction: DiscordInteraction, request: ChatRequest, message: Message) -> bool:
        """Show a message; whether by an edit of the first answer.

        A message that was pressed and is not to be replaced stays: the new one stands below it.
        """
        body = message_body(message)
        if is_update(interaction, request) and not replaces(interaction, message):
            await self._client.follow_up(interaction.token, body)
            return False
        for pause in AGAIN_PAUSES:
            try:
                await self._client.edit_original(interaction.token, body)
            except CallOutcomeUnknown:  # a second edit changes nothing
                await asyncio.sleep(pause)
            else:
                return True
        await self._client.edit_original(interaction.token, body)
        return True

    async def _owe(self, interaction: DiscordInteraction, request: ChatRequest, answer: CoreAnswer) -> None:
        """Let the board follow that the answer shows, if it shows one."""
        if isinstance(answer, Message) and answer.board_wanted:
            try:
                await owe_picture(self._services, request.id, PictureOwed(token=interaction.token, message=answer))
            except ActaError as failure:
                _log.warning("picture_not_owed", request=request.id, error=type(failure).__name__)


def is_update(interaction: DiscordInteraction, request: ChatRequest) -> bool:
    """Whether what is put off will change the message that was pressed, as far as that can be known before."""
    return interaction.message is not None and changes_message(request)


def _put_off(interaction: DiscordInteraction, request: ChatRequest) -> bytes:
    return encoded_answer(deferral(interaction, update=is_update(interaction, request)))


def _complain(fault: DiscordRefuses) -> None:
    _log.error("discord_would_refuse", place=fault.place, code=fault.code, reason=str(fault))
