"""Answers interactions, however they came: within Discord's three seconds; what changes something is done once.

What changes something is deferred at once: it is synced to the disk before anybody is told of it, and no disk is to
hold up a first answer. What takes the core too long is deferred too. Either is sent afterwards; a board is drawn by a
worker and follows the answer.
"""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import NamedTuple, TypeAlias

import structlog

from domain.kernel.errors import ActaError, StoreUnavailable
from domain.kernel.languages import ENGLISH
from domain.kernel.words import NO_FACTS, Catalogue
from services.bootstrap import Services
from services.chat.core import ChatCore, changes_message, may_be_for_all, only_reads
from services.chat.discord.answers import deferral, first_answer, replaces
from services.chat.discord.interaction import AUTOCOMPLETE, PING, Interaction, NotUnderstood, request_of
from services.chat.owed import owe_picture
from services.chat.repeats import Repeats
from services.chat.requests import ChatRequest
from services.identity.language import spoken_as
from services.logs import canonical_line, learn
from services.outbound.chat.discord.check import Unacceptable, encoded_answer
from services.outbound.chat.discord.client import DiscordClient
from services.outbound.chat.discord.components import Pong
from services.outbound.chat.discord.formatter import message_body
from services.outbound.chat.later import PictureOwed
from services.outbound.chat.message import Answer as CoreAnswer
from services.outbound.chat.message import BoardWanted, Form, Found, Message
from services.outbound.chat.refusals import CallFailed, OutcomeUnknown
from services.outbound.chat.texts import plain_lines

PATIENCE = 1.5
"""Seconds that the core is waited for; half of what Discord waits, so that the network has the other half."""
SEARCH_PATIENCE = 1.0
AGAIN_PAUSES = (0.5, 2.0)
"""After how many seconds an edit is tried again of which nobody knows whether Discord has made it."""
WORDS = Catalogue.load("services.chat.discord")

_log = structlog.get_logger()

Rest: TypeAlias = Callable[[], Coroutine[None, None, None]]


class First(NamedTuple):
    """The first answer, and what is to be done when it has gone out."""

    body: bytes
    rest: Rest | None = None


class Handler:
    """Answers interactions of one application."""

    def __init__(self, core: ChatCore, services: Services, client: DiscordClient) -> None:
        """Ask the core; `client` sends what follows the first answer."""
        self._core, self._services, self._client = core, services, client
        self._repeats = Repeats(services.seen_requests)
        self._under_way: set[asyncio.Task[None]] = set()

    async def answer(self, interaction: Interaction) -> First:
        """The first answer, and what follows it; `NotUnderstood` if it is no interaction of ours."""
        if interaction.application_id != self._client.application.id:
            raise NotUnderstood
        if interaction.type == PING:
            return First(encoded_answer(Pong()))
        request = request_of(interaction)
        learn(interaction=interaction.id, chat=type(request.what).__name__)
        if only_reads(request) or may_be_for_all(request):  # known by its id in the log, it needs no other memory
            return await self._answer_now(interaction, request)
        learn(deferred=True)
        return First(_put_off(interaction, request), partial(self._answer_later, interaction, request))

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

    async def _answer_now(self, interaction: Interaction, request: ChatRequest) -> First:
        searching = interaction.type == AUTOCOMPLETE  # comes with every key that is pressed
        asking = asyncio.create_task(self._ask(request))
        await asyncio.wait({asking}, timeout=SEARCH_PATIENCE if searching else PATIENCE)
        if not asking.done():
            learn(deferred=True)
            return First(_put_off(interaction, request), partial(self._send_late, interaction, request, asking))
        answer = asking.result()
        try:
            body = encoded_answer(first_answer(interaction, answer))
        except Unacceptable as fault:
            _complain(fault)
            return First(encoded_answer(first_answer(interaction, _said("broken", request))))
        return First(body, partial(self._owe, interaction, request, answer) if _board_of(answer) else None)

    async def _answer_later(self, interaction: Interaction, request: ChatRequest) -> None:
        """Do what was asked for, once, and tell what came of it."""
        with canonical_line("interaction_done", interaction=interaction.id):
            try:
                if await self._repeats.answered(request) is not None:
                    return
            except StoreUnavailable:
                await self._send(interaction, request, _said("broken", request))
                return
            if await self._send(interaction, request, await self._ask(request)):
                await self._repeats.keep(request)

    async def _ask(self, request: ChatRequest) -> CoreAnswer:
        try:
            return await self._core.answer(request)
        except Exception as error:  # noqa: BLE001 - the edge of the chat: whoever asked must be told
            learn(error=type(error).__name__)
            if not isinstance(error, ActaError):
                _log.exception("chat_failed", request=request.id)
            return _said("broken", request)

    async def _send_late(
        self, interaction: Interaction, request: ChatRequest, asking: asyncio.Task[CoreAnswer]
    ) -> None:
        await self._send(interaction, request, await asking)

    async def _send(self, interaction: Interaction, request: ChatRequest, answer: CoreAnswer) -> bool:
        """Put the answer where the first one promised it; whether Discord took it."""
        if isinstance(answer, Found):
            return True
        message = _said("slow_form", request) if isinstance(answer, Form) else answer
        try:
            try:
                in_place = await self._show(interaction, request, message)
            except Unacceptable as fault:
                _complain(fault)
                in_place = await self._show(interaction, request, _said("broken", request))
        except CallFailed as failure:
            _log.warning("chat_not_followed", request=request.id, error=type(failure).__name__, reason=str(failure))
            return False
        if in_place:
            await self._owe(interaction, request, message)
        return True

    async def _show(self, interaction: Interaction, request: ChatRequest, message: Message) -> bool:
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
            except OutcomeUnknown:  # a second edit changes nothing
                await asyncio.sleep(pause)
            else:
                return True
        await self._client.edit_original(interaction.token, body)
        return True

    async def _owe(self, interaction: Interaction, request: ChatRequest, answer: CoreAnswer) -> None:
        """Let the board follow that the answer shows, if it shows one."""
        if isinstance(answer, Message) and _board_of(answer):
            try:
                await owe_picture(self._services, request.id, PictureOwed(token=interaction.token, message=answer))
            except ActaError as failure:
                _log.warning("picture_not_owed", request=request.id, error=type(failure).__name__)


def is_update(interaction: Interaction, request: ChatRequest) -> bool:
    """Whether what is put off will change the message that was pressed, as far as that can be known before."""
    return interaction.message is not None and changes_message(request)


def _put_off(interaction: Interaction, request: ChatRequest) -> bytes:
    return encoded_answer(deferral(interaction, update=is_update(interaction, request)))


def _board_of(answer: CoreAnswer) -> BoardWanted | None:
    source = answer.picture.source if isinstance(answer, Message) and answer.picture else None
    return source if isinstance(source, BoardWanted) else None


def _complain(fault: Unacceptable) -> None:
    _log.error("discord_would_refuse", place=fault.place, code=fault.code, reason=str(fault))


def _said(key: str, request: ChatRequest) -> Message:
    lang = spoken_as(request.person.language) or ENGLISH
    return Message(lines=plain_lines(WORDS.say(key, NO_FACTS, lang=lang)), private=True)
