"""Answers what people do in Slack, however it came: within Slack's three seconds, each once.

Commands and clicks are answered with nothing at once; what they ask for follows as soon as the core has it. A form
that is sent and what is being typed are answered by themselves, which closes or changes the modal.
"""

import asyncio
from functools import partial

import msgspec
import structlog

from domain.kernel.errors import ActaError
from services.cache import Cache
from services.chat.adapters import NOTHING, FirstAnswer, ask
from services.chat.core import ChatCore
from services.chat.message import Answer, Suggested
from services.chat.repeats import Repeats
from services.chat.requests import ChatPerson, ChatRequest, Search
from services.chat.slack.answers import Answering
from services.chat.slack.formatter import message_view, suggestions
from services.chat.slack.payloads import SlackEvent, SlackInteraction, SlashCommand
from services.chat.slack.pictures import Pictures
from services.chat.slack.reading import Received, SlackOrigin, of_command, of_interaction
from services.chat.slack.signature import SlackSignatures
from services.chat.wording import note
from services.foundation import Services
from services.logs import learn
from services.outbound.call_failures import CallFailed
from services.outbound.slack.blocks import UpdateView
from services.outbound.slack.check import checked_suggestions, checked_view
from services.outbound.slack.client import SlackClient

PATIENCE = 1.5
"""Seconds that the core is waited for; half of what Slack waits, so that the network has the other half."""
REPEAT_PATIENCE = 0.5
"""Seconds that a form which is sent again waits for the answer to the first."""
_MOST_PEOPLE = 1000
_log = structlog.get_logger()


class SlackHandler:
    """Answers for one app in one workspace."""

    def __init__(self, core: ChatCore, services: Services, client: SlackClient) -> None:
        """Ask the core; `client` sends what follows the first answer."""
        self._core, self._services, self._client = core, services, client
        self._answering = Answering(client, Pictures(services))
        secret = services.settings.slack_signing_secret
        self.signatures = None if secret is None else SlackSignatures(secret.reveal())
        """None if Slack sends nothing here, since we listen to it."""
        self._repeats = Repeats(services.chat.seen_requests)
        self._languages: Cache[str, str] = Cache(_MOST_PEOPLE)

    async def command(self, command: SlashCommand) -> FirstAnswer:
        """A command: its answer follows."""
        received = of_command(command)
        return FirstAnswer(rest=partial(self._answer, received))

    async def interact(self, did: SlackInteraction) -> FirstAnswer:
        """A click, a form or what is being typed."""
        received = of_interaction(did)
        if received is None:
            return NOTHING
        learn(chat=type(received.request.what).__name__)
        if isinstance(received.request.what, Search):
            return FirstAnswer(await self._suggested(received.request))
        if did.type == "view_submission":
            return await self._submitted(received)
        return FirstAnswer(rest=partial(self._answer, received))

    async def happened(self, event: SlackEvent) -> FirstAnswer:
        """An event: only that we were thrown out concerns us. Either of its two events says so."""
        learn(slack_event=event.event.type)
        if event.event.type in {"app_uninstalled", "tokens_revoked"}:
            return FirstAnswer(rest=partial(self._leave, event.team_id))
        return NOTHING

    async def _leave(self, team: str) -> None:
        """Bind no table to a workspace any more that we cannot reach; the games go on."""
        left = await self._services.chat.bindings.leave_workspace("slack", team)
        _log.warning("slack_left", team=team, tables=left)

    async def _answer(self, received: Received) -> None:
        """Do what was asked for, once, and send the answer."""
        request, origin = received
        try:
            if await self._repeats.answered(request) is not None:
                return
            request = await self._with_language(request)
            answer, origin = await self._asked(request, origin)
            if not isinstance(answer, Suggested):
                await self._answering.send(request, origin, answer)
            await self._repeats.keep(request)
        except ActaError as failure:  # the store does not answer
            learn(error=type(failure).__name__)
            await self._answering.send(request, origin, note("broken", request.person))

    async def _asked(self, request: ChatRequest, origin: SlackOrigin) -> tuple[Answer, SlackOrigin]:
        """The core's answer; when it takes its time, a modal asks for patience before it is too late to open one."""
        asking = asyncio.create_task(ask(self._core, request))
        await asyncio.wait({asking}, timeout=PATIENCE)
        if not asking.done() and origin.trigger and not origin.view:
            learn(deferred=True)
            origin = await self._answering.wait(request.person, origin)
        return await asking, origin

    async def _submitted(self, received: Received) -> FirstAnswer:
        """A form that was sent: another modal takes its place, at once or a little later."""
        request, origin = received
        earlier = await self._repeats.answered(request, REPEAT_PATIENCE)
        if earlier is not None:
            return FirstAnswer(earlier)
        request = await self._with_language(request)
        asking = asyncio.create_task(ask(self._core, request))
        await asyncio.wait({asking}, timeout=PATIENCE)
        if not asking.done():
            learn(deferred=True)
            waiting = message_view(note("wait", request.person), origin.metadata)
            rest = partial(self._finish, request, origin._replace(view_hash=""), asking)
            return FirstAnswer(msgspec.json.encode(UpdateView(view=waiting)), rest)
        answer = asking.result()
        if isinstance(answer, Suggested):
            return NOTHING
        view = await self._answering.view_of(request, origin, answer)
        checked_view(view)
        body = msgspec.json.encode(UpdateView(view=view))
        return FirstAnswer(body, partial(self._repeats.keep, request, body))

    async def _finish(self, request: ChatRequest, origin: SlackOrigin, asking: asyncio.Task[Answer]) -> None:
        answer = await asking
        if not isinstance(answer, Suggested):
            await self._answering.send(request, origin, answer)

    async def _suggested(self, request: ChatRequest) -> bytes:
        """What fits what is being typed; nothing rather than too late."""
        try:
            answer = await asyncio.wait_for(ask(self._core, request), PATIENCE)
        except TimeoutError:
            answer = Suggested(())
        suggested = answer if isinstance(answer, Suggested) else Suggested(())
        return msgspec.json.encode(checked_suggestions(suggestions(suggested)))

    async def _with_language(self, request: ChatRequest) -> ChatRequest:
        """Slack's requests tell no language. A linked account has one; of anybody else Slack is asked, once."""
        person = request.person
        spoken = await self._core.language_of(person) or await self._language(person)
        return msgspec.structs.replace(request, person=msgspec.structs.replace(person, language=spoken))

    async def _language(self, person: ChatPerson) -> str:
        spoken = self._languages.get(person.user)
        if spoken is None:
            try:
                spoken = await self._client.language_of(person.user)
            except CallFailed:
                return ""
            self._languages.put(person.user, spoken)
        return spoken
