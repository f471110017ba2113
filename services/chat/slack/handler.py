"""Answers what people do in Slack, however it came: within Slack's three seconds, each once.

Commands and clicks are answered with nothing at once; what they ask for follows as soon as the core has it. A form
that is sent and what is being typed are answered by themselves, which closes or changes the modal.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

import msgspec
import structlog

from domain.kernel.errors import ActaError
from services.bootstrap import Services
from services.chat.core import ChatCore
from services.chat.repeats import Repeats
from services.chat.requests import ChatPerson, ChatRequest, Search
from services.chat.slack.answers import Answering
from services.chat.slack.payloads import Event, Interaction, SlashCommand
from services.chat.slack.pictures import Pictures
from services.chat.slack.reading import Origin, Received, of_command, of_interaction
from services.chat.slack.texts import note
from services.logs import learn
from services.outbound.chat.message import Answer, Found
from services.outbound.chat.refusals import CallFailed
from services.outbound.chat.slack.blocks import UpdateView
from services.outbound.chat.slack.check import checked_suggestions, checked_view
from services.outbound.chat.slack.client import SlackClient
from services.outbound.chat.slack.formatter import message_view, suggestions

PATIENCE = 1.5
"""Seconds that the core is waited for; half of what Slack waits, so that the network has the other half."""
REPEAT_PATIENCE = 0.5
"""Seconds that a form which is sent again waits for the answer to the first."""
_MOST_REMEMBERED = 1000
_log = structlog.get_logger()


class First(NamedTuple):
    """The first answer, and what is to be done when it has gone out."""

    body: bytes = b""
    rest: Callable[[], Awaitable[None]] | None = None


NOTHING = First()


class Handler:
    """Answers for one app in one workspace."""

    def __init__(self, core: ChatCore, services: Services, client: SlackClient) -> None:
        """Ask the core; `client` sends what follows the first answer."""
        self._core, self._services, self._client = core, services, client
        self._answering = Answering(client, Pictures(services))
        self._repeats = Repeats(services.seen_requests)
        self._languages: dict[str, str] = {}

    async def command(self, command: SlashCommand) -> First:
        """A command: its answer follows."""
        received = of_command(command)
        return First(rest=partial(self._answer, received))

    async def interact(self, did: Interaction) -> First:
        """A click, a form or what is being typed."""
        received = of_interaction(did)
        if received is None:
            return NOTHING
        learn(chat=type(received.request.what).__name__)
        if isinstance(received.request.what, Search):
            return First(await self._suggested(received.request))
        if did.type == "view_submission":
            return await self._submitted(received)
        return First(rest=partial(self._answer, received))

    async def happened(self, event: Event) -> First:
        """An event: only that we were thrown out concerns us. Either of its two events says so."""
        learn(slack_event=event.event.type)
        if event.event.type in {"app_uninstalled", "tokens_revoked"}:
            return First(rest=partial(self._leave, event.team_id))
        return NOTHING

    async def _leave(self, team: str) -> None:
        """Bind no table to a workspace any more that we cannot reach; the games go on."""
        left = await self._services.bindings.leave_workspace("slack", team)
        _log.warning("slack_left", team=team, tables=left)

    async def _answer(self, received: Received) -> None:
        """Do what was asked for, once, and send the answer."""
        request, origin = received
        try:
            if await self._repeats.answered(request) is not None:
                return
            request = await self._with_language(request)
            answer, origin = await self._asked(request, origin)
            if not isinstance(answer, Found):
                await self._answering.send(request, origin, answer)
            await self._repeats.keep(request)
        except ActaError as failure:  # the store does not answer
            learn(error=type(failure).__name__)
            await self._answering.send(request, origin, note("broken", request.person))

    async def _asked(self, request: ChatRequest, origin: Origin) -> tuple[Answer, Origin]:
        """The core's answer; when it takes its time, a modal asks for patience before it is too late to open one."""
        asking = asyncio.create_task(self._ask(request))
        await asyncio.wait({asking}, timeout=PATIENCE)
        if not asking.done() and origin.trigger and not origin.view:
            learn(deferred=True)
            origin = await self._answering.wait(request.person, origin)
        return await asking, origin

    async def _ask(self, request: ChatRequest) -> Answer:
        try:
            return await self._core.answer(request)
        except Exception as error:  # noqa: BLE001 - the edge of the chat: whoever asked must be told
            learn(error=type(error).__name__)
            if not isinstance(error, ActaError):
                _log.exception("chat_failed", request=request.id)
            return note("broken", request.person)

    async def _submitted(self, received: Received) -> First:
        """A form that was sent: another modal takes its place, at once or a little later."""
        request, origin = received
        kept = await self._repeats.answered(request, REPEAT_PATIENCE)
        if kept is not None:
            return First(kept)
        request = await self._with_language(request)
        asking = asyncio.create_task(self._ask(request))
        await asyncio.wait({asking}, timeout=PATIENCE)
        if not asking.done():
            learn(deferred=True)
            waiting = message_view(note("wait", request.person), origin.metadata)
            rest = partial(self._finish, request, origin._replace(view_hash=""), asking)
            return First(msgspec.json.encode(UpdateView(view=waiting)), rest)
        answer = asking.result()
        if isinstance(answer, Found):
            return NOTHING
        view = await self._answering.view_of(request, origin, answer)
        checked_view(view)
        body = msgspec.json.encode(UpdateView(view=view))
        return First(body, partial(self._repeats.keep, request, body))

    async def _finish(self, request: ChatRequest, origin: Origin, asking: asyncio.Task[Answer]) -> None:
        answer = await asking
        if not isinstance(answer, Found):
            await self._answering.send(request, origin, answer)

    async def _suggested(self, request: ChatRequest) -> bytes:
        """What fits what is being typed; nothing rather than too late."""
        try:
            answer = await asyncio.wait_for(self._ask(request), PATIENCE)
        except TimeoutError:
            answer = Found(())
        found = answer if isinstance(answer, Found) else Found(())
        return msgspec.json.encode(checked_suggestions(suggestions(found)))

    async def _with_language(self, request: ChatRequest) -> ChatRequest:
        """Slack's requests tell no language. A linked account has one; of anybody else Slack is asked, once."""
        person = request.person
        spoken = await self._core.language_of(person) or await self._language(person)
        return msgspec.structs.replace(request, person=msgspec.structs.replace(person, language=spoken))

    async def _language(self, person: ChatPerson) -> str:
        if person.user not in self._languages:
            try:
                found = await self._client.language_of(person.user)
            except CallFailed:
                return ""
            if len(self._languages) >= _MOST_REMEMBERED:
                self._languages.clear()
            self._languages[person.user] = found
        return self._languages[person.user]
