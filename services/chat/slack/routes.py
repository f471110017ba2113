"""The three addresses at which Slack reaches us: commands, what people do with messages and modals, and events."""

from collections.abc import Awaitable, Callable

from litestar import Response, post
from litestar.background_tasks import BackgroundTask
from litestar.di import NamedDependency

from services.chat.slack.deps import SlackDeps
from services.chat.slack.handler import NOTHING, First
from services.chat.slack.payloads import (
    NotUnderstood,
    is_certificate_check,
    read_command,
    read_event,
    read_interaction,
)
from services.identity.middleware import IGNORES_CREDENTIALS
from services.logs import learn
from services.play.deps import AnyRequest
from services.problems import BAD_REQUEST, NOT_FOUND, UNAUTHENTICATED, ProblemError, told

MAX_BODY = 512 * 1024
"""A message or a modal comes back with each press of one of its buttons."""
_RETRY = "x-slack-retry-num"


@post(
    "/integrations/slack/commands",
    status_code=200,
    include_in_schema=False,
    opt={IGNORES_CREDENTIALS: True},
    request_max_body_size=MAX_BODY,
)
async def commands(request: AnyRequest, slack_deps: NamedDependency[SlackDeps | None]) -> Response[bytes]:
    """`/acta …`."""
    deps, body = await _genuine(request, slack_deps)

    async def answer() -> First:
        return NOTHING if is_certificate_check(body) else await deps.handler.command(read_command(body))

    return await _answered(answer)


@post(
    "/integrations/slack/interactivity",
    status_code=200,
    include_in_schema=False,
    opt={IGNORES_CREDENTIALS: True},
    request_max_body_size=MAX_BODY,
)
async def interactivity(request: AnyRequest, slack_deps: NamedDependency[SlackDeps | None]) -> Response[bytes]:
    """Buttons, menus, forms, and what is being typed into a menu."""
    deps, body = await _genuine(request, slack_deps)

    async def answer() -> First:
        return await deps.handler.interact(read_interaction(body))

    return await _answered(answer)


@post(
    "/integrations/slack/events",
    status_code=200,
    include_in_schema=False,
    opt={IGNORES_CREDENTIALS: True},
    request_max_body_size=MAX_BODY,
)
async def events(request: AnyRequest, slack_deps: NamedDependency[SlackDeps | None]) -> Response[bytes]:
    """What happened in the workspace; to begin with, whether we are there."""
    deps, body = await _genuine(request, slack_deps)

    async def answer() -> First:
        event = read_event(body)
        if event.type == "url_verification":
            return First(event.challenge.encode())
        return await deps.handler.happened(event)

    return await _answered(answer, media_type="text/plain")


async def _genuine(request: AnyRequest, deps: SlackDeps | None) -> tuple[SlackDeps, bytes]:
    """The body of a request that Slack has signed."""
    if deps is None:
        raise ProblemError(NOT_FOUND)
    body, headers = await request.body(), request.headers
    signature, timestamp = headers.get("x-slack-signature", ""), headers.get("x-slack-request-timestamp", "")
    if not deps.signatures.hold(signature, timestamp, body):
        raise ProblemError(UNAUTHENTICATED, told("not_from_slack"))
    if _RETRY in headers:
        learn(retry=headers[_RETRY], retry_reason=headers.get("x-slack-retry-reason", ""))
    return deps, body


async def _answered(answer: Callable[[], Awaitable[First]], media_type: str = "application/json") -> Response[bytes]:
    """The first answer; the rest is done when Slack has it."""
    try:
        first = await answer()
    except NotUnderstood:
        raise ProblemError(BAD_REQUEST, told("not_slack")) from None
    after = BackgroundTask(first.rest) if first.rest else None
    return Response(first.body, media_type=media_type, background=after)


HANDLERS = [commands, interactivity, events]
