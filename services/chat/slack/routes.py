"""The three addresses at which Slack reaches us: commands, what people do with messages and modals, and events."""

from collections.abc import Awaitable, Callable
from functools import partial

from litestar import Response, post
from litestar.background_tasks import BackgroundTask

from services.chat.adapters import FirstAnswer, NotUnderstood
from services.chat.door import ChatDoor, GivenChat
from services.chat.slack.handler import SlackHandler
from services.chat.slack.payloads import is_certificate_check, read_command, read_event, read_interaction
from services.identity.access import ACCESS, OPEN
from services.identity.callers import AnyRequest
from services.logs import learn
from services.problems import BAD_REQUEST, NOT_FOUND, UNAUTHENTICATED, ProblemError, told

MAX_BODY = 512 * 1024
"""A message or a modal comes back with each press of one of its buttons."""
_RETRY = "x-slack-retry-num"


_from_slack = partial(
    post,
    status_code=200,
    include_in_schema=False,
    opt={ACCESS: OPEN},
    request_max_body_size=MAX_BODY,
)
"""An address at which nobody but Slack is believed."""


@_from_slack("/integrations/slack/commands")
async def commands(request: AnyRequest, chat: GivenChat) -> Response[bytes]:
    """`/acta …`."""
    if chat.slack is not None and is_certificate_check(await request.body()):
        return Response(b"", media_type="text/plain")  # it comes without a signature, and wants nothing else
    handler, body = await _genuine(request, chat)

    async def answer() -> FirstAnswer:
        return await handler.command(read_command(body))

    return await _answered(answer)


@_from_slack("/integrations/slack/interactivity")
async def interactivity(request: AnyRequest, chat: GivenChat) -> Response[bytes]:
    """Buttons, menus, forms, and what is being typed into a menu."""
    handler, body = await _genuine(request, chat)

    async def answer() -> FirstAnswer:
        return await handler.interact(read_interaction(body))

    return await _answered(answer)


@_from_slack("/integrations/slack/events")
async def events(request: AnyRequest, chat: GivenChat) -> Response[bytes]:
    """What happened in the workspace; to begin with, whether we are there."""
    handler, body = await _genuine(request, chat)

    async def answer() -> FirstAnswer:
        event = read_event(body)
        if event.type == "url_verification":
            return FirstAnswer(event.challenge.encode())
        return await handler.happened(event)

    return await _answered(answer, media_type="text/plain")


async def _genuine(request: AnyRequest, chat: ChatDoor) -> tuple[SlackHandler, bytes]:
    """The body of a request that Slack has signed."""
    handler = chat.slack
    if handler is None or handler.signatures is None:
        raise ProblemError(NOT_FOUND)
    body, headers = await request.body(), request.headers
    signature, timestamp = headers.get("x-slack-signature", ""), headers.get("x-slack-request-timestamp", "")
    if not handler.signatures.hold(signature, timestamp, body):
        raise ProblemError(UNAUTHENTICATED, told("not_from_slack"))
    if _RETRY in headers:
        learn(retry=headers[_RETRY], retry_reason=headers.get("x-slack-retry-reason", ""))
    return handler, body


async def _answered(
    answer: Callable[[], Awaitable[FirstAnswer]], media_type: str = "application/json"
) -> Response[bytes]:
    """The first answer; the rest is done when Slack has it."""
    try:
        first = await answer()
    except NotUnderstood:
        raise ProblemError(BAD_REQUEST, told("not_slack")) from None
    after = BackgroundTask(first.rest) if first.rest else None
    return Response(first.body, media_type=media_type, background=after)


HANDLERS = [commands, interactivity, events]
