"""Sends answers of the core to Slack: as a modal, to the person alone, or for all in the channel.

A private message with menus is a modal, and so is everything that is done in one or asked for by a shortcut. Any other
private message is an ephemeral one. What is private never takes the place of a message that others see.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import structlog
from msgspec.structs import replace

from domain.kernel.words import NO_FACTS
from services.chat.message import ChatForm, Message
from services.chat.requests import ChatPerson, ChatRequest
from services.chat.slack.formatter import form_view, message_body, message_view
from services.chat.slack.pictures import Pictures
from services.chat.slack.reading import SlackOrigin
from services.chat.slack.turn_modal import turn_modal
from services.chat.wording import WORDS, language_of, note, plain_lines
from services.logs import learn
from services.outbound.call_failures import CallFailed, Gone, RateLimited
from services.outbound.not_sent import RefusedForGood
from services.outbound.slack.blocks import SlackView
from services.outbound.slack.check import SlackRefuses
from services.outbound.slack.client import SlackClient
from services.outbound.slack.failures import HASH_CONFLICT

LONGEST_WAIT = 3.0
"""Seconds that Slack may ask us to wait while somebody is looking."""
_log = structlog.get_logger()


class Answering(NamedTuple):
    """Sends what follows the first answer to a request."""

    client: SlackClient
    pictures: Pictures

    async def send(self, request: ChatRequest, origin: SlackOrigin, answer: Message | ChatForm) -> None:
        """Show an answer to whoever asked, or to all; what cannot be shown is told instead."""
        try:
            if isinstance(answer, Message) and await self.pictures.follow(request, origin, answer):
                answer = _with_line(answer, WORDS.say("in_direct", NO_FACTS, lang=language_of(request.person)))
            await self._send(request, origin, answer)
        except (CallFailed, SlackRefuses) as failure:
            if isinstance(failure, Gone) and failure.code == HASH_CONFLICT:
                return  # something newer stands there already
            _log.warning("slack_not_answered", request=request.id, reason=str(failure))
            if origin.view or origin.response_url:
                await self._tell_that_it_broke(request.person, origin)

    async def wait(self, person: ChatPerson, origin: SlackOrigin) -> SlackOrigin:
        """Open a modal that asks for patience, before the trigger is too old; the answer then takes its place."""
        view = message_view(note("wait", person), origin.metadata)
        try:
            opened = await self.client.open_view(origin.trigger, view)
        except CallFailed:
            return origin
        return origin._replace(view=opened, trigger="")

    async def view_of(self, request: ChatRequest, origin: SlackOrigin, answer: Message | ChatForm) -> SlackView:
        """An answer as the modal in which it was asked for; what is for all is posted, and the modal says so."""
        if isinstance(answer, ChatForm):
            return form_view(answer, origin.metadata)
        if not answer.private:
            return message_view(note(await self._posted(request, origin, answer), request.person), origin.metadata)
        lang = language_of(request.person)
        view = message_view(answer, origin.metadata, await self.pictures.of(answer))
        return turn_modal(view, answer, lang)

    async def _posted(self, request: ChatRequest, origin: SlackOrigin, message: Message) -> str:
        """Post what is for all; the key of what its asker is told of that."""
        try:
            await self._say_to_all(origin, message)
        except (CallFailed, SlackRefuses) as failure:
            _log.warning("slack_not_posted", request=request.id, reason=str(failure))
            return "broken"
        return "posted"

    async def _send(self, request: ChatRequest, origin: SlackOrigin, answer: Message | ChatForm) -> None:
        if origin.view:
            view = await self.view_of(request, origin, answer)
            await _patiently(lambda: self.client.update_view(origin.view, view, origin.view_hash))
        elif isinstance(answer, ChatForm):
            await self._open_form(request, origin, answer)
        elif answer.private and origin.trigger and (answer.menus or not origin.response_url):
            await self._open(request, origin, answer)
        elif answer.private:
            await self._say_to_one(request, origin, answer)
        else:
            await self._say_to_all(origin, answer)

    async def _open(self, request: ChatRequest, origin: SlackOrigin, message: Message) -> None:
        """A modal; if the trigger is too old for one, the same as an ephemeral message."""
        view = await self.view_of(request, origin, message)
        try:
            await self.client.open_view(origin.trigger, view)
        except Gone:
            await self._say_to_one(request, origin, message)

    async def _open_form(self, request: ChatRequest, origin: SlackOrigin, form: ChatForm) -> None:
        try:
            await self.client.open_view(origin.trigger, form_view(form, origin.metadata))
        except Gone:
            await self._say_to_one(request, origin, note("slow_form", request.person))

    async def _say_to_one(self, request: ChatRequest, origin: SlackOrigin, message: Message) -> None:
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

    async def _say_to_all(self, origin: SlackOrigin, message: Message) -> None:
        body, place = message_body(message, await self.pictures.of(message)), origin.place
        replaces = message.replaces and origin.pressed and not origin.ephemeral
        if origin.response_url:
            thread = "" if replaces else place.thread
            try:
                await _patiently(
                    lambda: self.client.respond(
                        origin.response_url, body, public=True, replaces=replaces, thread=thread
                    )
                )
            except RefusedForGood as spent:  # a modal may stay open for longer than the address lives
                learn(response_url=spent.reason)
            else:
                return
        await _patiently(lambda: self.client.post(place.channel, body, place.thread))

    async def _tell_that_it_broke(self, person: ChatPerson, origin: SlackOrigin) -> None:
        told = note("broken", person)
        try:
            if origin.view:
                await self.client.update_view(origin.view, message_view(told, origin.metadata))
            else:
                await self.client.respond(origin.response_url, message_body(told))
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
