"""Sends answers of the core to Slack: as a modal, to the person alone, or for all in the channel.

A private message with menus is a modal, and so is everything that is done in one. Any other private message is an
ephemeral one. What is private never takes the place of a message that others see.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import structlog
from msgspec.structs import replace

from services.chat.requests import ChatPerson, ChatRequest
from services.chat.slack.finding import with_search
from services.chat.slack.pictures import Pictures
from services.chat.slack.previews import with_preview
from services.chat.slack.reading import Origin
from services.chat.slack.texts import language_of, note, say
from services.outbound.chat.message import Form, Message
from services.outbound.chat.refusals import CallFailed, Gone, RateLimited
from services.outbound.chat.slack.blocks import View
from services.outbound.chat.slack.check import Unacceptable
from services.outbound.chat.slack.client import SlackClient
from services.outbound.chat.slack.failures import HASH_CONFLICT
from services.outbound.chat.slack.formatter import form_view, message_body, message_view
from services.outbound.chat.texts import plain_lines

LONGEST_WAIT = 3.0
"""Seconds that Slack may ask us to wait while somebody is looking."""
_log = structlog.get_logger()


class Answering(NamedTuple):
    """Sends what follows the first answer to a request."""

    client: SlackClient
    pictures: Pictures

    async def send(self, request: ChatRequest, origin: Origin, answer: Message | Form) -> None:
        """Show an answer to whoever asked, or to all; what cannot be shown is told instead."""
        try:
            if isinstance(answer, Message) and await self.pictures.follow(request, origin, answer):
                answer = _with_line(answer, say("in_direct", language_of(request.person)))
            await self._send(request, origin, answer)
        except (CallFailed, Unacceptable) as failure:
            if isinstance(failure, Gone) and failure.code == HASH_CONFLICT:
                return  # something newer stands there already
            _log.warning("slack_not_answered", request=request.id, reason=str(failure))
            if origin.response_url:
                await self._tell_that_it_broke(request.person, origin)

    async def wait(self, person: ChatPerson, origin: Origin) -> Origin:
        """Open a modal that asks for patience, before the trigger is too old; the answer then takes its place."""
        view = message_view(note("wait", person), origin.metadata)
        try:
            opened = await self.client.open_view(origin.trigger, view)
        except CallFailed:
            return origin
        return origin._replace(view=opened, trigger="")

    async def view_of(self, request: ChatRequest, origin: Origin, answer: Message | Form) -> View:
        """An answer as the modal in which it was asked for; what is for all is posted, and the modal says so."""
        if isinstance(answer, Form):
            return form_view(answer, origin.metadata)
        if not answer.private:
            await self._say_to_all(origin, answer)
            return message_view(note("posted", request.person), origin.metadata)
        lang = language_of(request.person)
        view = message_view(answer, origin.metadata, await self.pictures.of(answer))
        return with_preview(with_search(view, answer, lang), answer, lang)

    async def _send(self, request: ChatRequest, origin: Origin, answer: Message | Form) -> None:
        if origin.view:
            view = await self.view_of(request, origin, answer)
            await _patiently(lambda: self.client.update_view(origin.view, view, origin.view_hash))
        elif isinstance(answer, Form):
            await self._open_form(request, origin, answer)
        elif answer.private and answer.menus and origin.trigger:
            await self._open(request, origin, answer)
        elif answer.private:
            await self._say_to_one(request, origin, answer)
        else:
            await self._say_to_all(origin, answer)

    async def _open(self, request: ChatRequest, origin: Origin, message: Message) -> None:
        """A modal; if the trigger is too old for one, the same as an ephemeral message."""
        view = await self.view_of(request, origin, message)
        try:
            await self.client.open_view(origin.trigger, view)
        except Gone:
            await self._say_to_one(request, origin, message)

    async def _open_form(self, request: ChatRequest, origin: Origin, form: Form) -> None:
        try:
            await self.client.open_view(origin.trigger, form_view(form, origin.metadata))
        except Gone:
            await self._say_to_one(request, origin, note("slow_form", request.person))

    async def _say_to_one(self, request: ChatRequest, origin: Origin, message: Message) -> None:
        """By the address of the request while there is one, else as a message in the channel that only one sees."""
        body = message_body(message, await self.pictures.of(message))
        place, replaces = origin.place, message.replaces and origin.ephemeral
        if origin.response_url:
            thread = "" if replaces else place.thread
            await _patiently(lambda: self.client.respond(origin.response_url, body, replaces=replaces, thread=thread))
        elif place.channel == request.person.user:
            await _patiently(lambda: self.client.post(place.channel, body))
        else:
            await _patiently(lambda: self.client.post_to_one(place.channel, request.person.user, body, place.thread))

    async def _say_to_all(self, origin: Origin, message: Message) -> None:
        body, place = message_body(message, await self.pictures.of(message)), origin.place
        replaces = message.replaces and origin.pressed and not origin.ephemeral
        if origin.response_url:
            thread = "" if replaces else place.thread
            await _patiently(
                lambda: self.client.respond(origin.response_url, body, public=True, replaces=replaces, thread=thread)
            )
        else:
            await _patiently(lambda: self.client.post(place.channel, body, place.thread))

    async def _tell_that_it_broke(self, person: ChatPerson, origin: Origin) -> None:
        try:
            await self.client.respond(origin.response_url, message_body(note("broken", person)))
        except CallFailed as failure:
            _log.warning("slack_not_told", reason=str(failure))


def _with_line(message: Message, text: str) -> Message:
    return replace(message, lines=(*message.lines, *plain_lines(text, "small")))


async def _patiently(call: Callable[[], Awaitable[object]]) -> None:
    """Make a call again when Slack asks for a short wait."""
    try:
        await call()
    except RateLimited as limited:
        if limited.seconds > LONGEST_WAIT:
            raise
        await asyncio.sleep(limited.seconds)
        await call()
