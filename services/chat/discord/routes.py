"""The interactions endpoint: what people do in Discord arrives here as signed requests."""

from litestar import Response, post
from litestar.di import NamedDependency

from services.chat.discord.deps import DiscordDeps
from services.chat.discord.interaction import NotUnderstood, read
from services.identity.middleware import IGNORES_CREDENTIALS
from services.play.deps import AnyRequest
from services.problems import BAD_REQUEST, NOT_FOUND, UNAUTHENTICATED, ProblemError, told

MAX_BODY = 256 * 1024
"""A message comes back with each press of one of its buttons."""


@post(
    "/integrations/discord/interactions",
    status_code=200,
    include_in_schema=False,
    opt={IGNORES_CREDENTIALS: True},
    request_max_body_size=MAX_BODY,
)
async def interactions(request: AnyRequest, discord_deps: NamedDependency[DiscordDeps | None]) -> Response[bytes]:
    """Answer Discord. A signature that does not hold is always answered 401: Discord tries that out."""
    if discord_deps is None:
        raise ProblemError(NOT_FOUND)
    body = await request.body()
    headers = request.headers
    signature, timestamp = headers.get("x-signature-ed25519", ""), headers.get("x-signature-timestamp", "")
    if not discord_deps.signatures.hold(signature, timestamp, body):
        raise ProblemError(UNAUTHENTICATED, told("bad_signature"))
    try:
        first = await discord_deps.handler.answer(read(body))
    except NotUnderstood:
        raise ProblemError(BAD_REQUEST, told("no_interaction")) from None
    discord_deps.handler.go_on(first.rest)
    return Response(first.body, media_type="application/json")


HANDLERS = [interactions]
