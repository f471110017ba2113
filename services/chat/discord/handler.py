"""Answers interactions, however they came: within Discord's three seconds; what changes something is done once.

What takes the core too long is deferred and sent afterwards; a board is drawn by a worker and follows the answer.
"""

import asyncio
import time
from collections.abc import Coroutine
from typing import NamedTuple

import structlog

from domain.kernel.errors import ActaError, StoreUnavailable
from domain.kernel.languages import ENGLISH
from domain.kernel.words import NO_FACTS, Catalogue
from services.bootstrap import Services
from services.chat.core import ChatCore, only_reads
from services.chat.discord.answers import deferral, first_answer
from services.chat.discord.interaction import AUTOCOMPLETE, PING, Interaction, NotUnderstood, request_of
from services.chat.owed import owe_picture
from services.chat.requests import ChatRequest
from services.identity.language import spoken_as
from services.logs import learn
from services.outbound.chat.discord.check import Unacceptable, encoded_answer
from services.outbound.chat.discord.client import DiscordClient
from services.outbound.chat.discord.components import Pong
from services.outbound.chat.discord.formatter import message_body
from services.outbound.chat.later import PictureOwed
from services.outbound.chat.message import Answer as CoreAnswer
from services.outbound.chat.message import BoardWanted, Form, Found, Message
from services.outbound.chat.refusals import CallFailed
from services.outbound.chat.texts import plain_lines

PATIENCE = 1.5
"""Seconds that the core is waited for; half of what Discord waits, so that the network has the other half."""
SEARCH_PATIENCE = 1.0
REPEAT_PATIENCE = 2.0
"""Seconds that a repeat waits for what the first was answered."""
_REPEAT_PAUSE = 0.05
WORDS = Catalogue.load("services.chat.discord")

_log = structlog.get_logger()


class Handler:
    """Answers interactions of one application."""

    def __init__(self, core: ChatCore, services: Services, client: DiscordClient) -> None:
        """Ask the core; `client` sends what follows the first answer."""
        self._core, self._services, self._client = core, services, client
        self._seen = services.seen_requests
        self._under_way: set[asyncio.Task[None]] = set()

    async def answer(self, interaction: Interaction) -> bytes:
        """The first answer; `NotUnderstood` if it is no interaction of ours."""
        if interaction.application_id != self._client.application.id:
            raise NotUnderstood
        if interaction.type == PING:
            return encoded_answer(Pong())
        request = request_of(interaction)
        learn(interaction=interaction.id, chat=type(request.what).__name__)
        if interaction.type == AUTOCOMPLETE:  # comes with every key that is pressed
            return (await self._answered(interaction, request, SEARCH_PATIENCE)).encoded
        once = not only_reads(request)
        try:
            repeated = await self._repeated(request) if once and not await self._seen.claim(request.id) else None
        except StoreUnavailable:
            return encoded_answer(first_answer(interaction, _said("broken", request)))
        if repeated is not None:
            return repeated
        first = await self._answered(interaction, request, PATIENCE)
        self._go_on(self._follow(interaction, request, first, once=once))
        return first.encoded

    async def close(self) -> None:
        """Let what is under way come to its end."""
        while self._under_way:
            await asyncio.wait(self._under_way)

    async def _repeated(self, request: ChatRequest) -> bytes | None:
        """What the first was answered; none if whoever claimed it has died over it."""
        until = time.monotonic() + REPEAT_PATIENCE
        while time.monotonic() < until:
            kept = await self._seen.kept(request.id)
            if kept is not None:
                learn(repeated=True)
                return kept
            await asyncio.sleep(_REPEAT_PAUSE)
        return None

    async def _answered(self, interaction: Interaction, request: ChatRequest, patience: float) -> "_First":
        asking = asyncio.create_task(self._ask(request))
        await asyncio.wait({asking}, timeout=patience)
        if not asking.done():
            learn(deferred=True)
            return _First(encoded_answer(deferral(interaction)), asking, late=True)
        answer = asking.result()
        try:
            return _First(encoded_answer(first_answer(interaction, answer)), asking)
        except Unacceptable as fault:
            _log.error("discord_would_refuse", place=fault.place, code=fault.code, reason=str(fault))
            instead = first_answer(interaction, _said("broken", request))
            return _First(encoded_answer(instead), asking)

    async def _ask(self, request: ChatRequest) -> CoreAnswer:
        try:
            return await self._core.answer(request)
        except Exception as error:  # noqa: BLE001 - the edge of the chat: whoever asked must be told
            learn(error=type(error).__name__)
            if not isinstance(error, ActaError):
                _log.exception("chat_failed", request=request.id)
            return _said("broken", request)

    async def _follow(self, interaction: Interaction, request: ChatRequest, first: "_First", *, once: bool) -> None:
        """What is left to do when the first answer has gone out."""
        try:
            if once:
                await self._seen.keep(request.id, first.encoded)
            answer = await first.asking
            if isinstance(answer, Found):
                return
            if first.late:
                answer = _said("slow_form", request) if isinstance(answer, Form) else answer
                await self._client.edit_original(interaction.token, message_body(answer))
            if isinstance(answer, Message) and answer.picture and isinstance(answer.picture.source, BoardWanted):
                await owe_picture(self._services, request.id, PictureOwed(token=interaction.token, message=answer))
        except (ActaError, CallFailed, Unacceptable) as failure:
            _log.warning("chat_not_followed", request=request.id, error=type(failure).__name__, reason=str(failure))

    def _go_on(self, following: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(following)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)


class _First(NamedTuple):
    """A first answer, and the answer of the core that it stands for; a late one is yet to come."""

    encoded: bytes
    asking: asyncio.Task[CoreAnswer]
    late: bool = False


def _said(key: str, request: ChatRequest) -> Message:
    lang = spoken_as(request.person.language) or ENGLISH
    return Message(lines=plain_lines(WORDS.say(key, NO_FACTS, lang=lang)), private=True)
