"""The interactions endpoint: what people do in Discord arrives here as signed requests."""

from litestar import Response, post

from services.chat.adapters import NotUnderstood
from services.chat.discord.interaction import read
from services.chat.door import GivenChat
from services.identity.access import ACCESS, OPEN
from services.identity.callers import AnyRequest
from services.problems import BAD_REQUEST, NOT_FOUND, UNAUTHENTICATED, ProblemError, told

MAX_BODY = 256 * 1024
"""A message comes back with each press of one of its buttons."""


@post(
    "/integrations/discord/interactions",
    status_code=200,
    include_in_schema=False,
    opt={ACCESS: OPEN},
    request_max_body_size=MAX_BODY,
)
async def interactions(request: AnyRequest, chat: GivenChat) -> Response[bytes]:
    """Answer Discord. A signature that does not hold is always answered 401: Discord tries that out."""
    handler = chat.discord
    if handler is None:
        raise ProblemError(NOT_FOUND)
    body = await request.body()
    headers = request.headers
    signature, timestamp = headers.get("x-signature-ed25519", ""), headers.get("x-signature-timestamp", "")
    if not handler.signatures.hold(signature, timestamp, body):
        raise ProblemError(UNAUTHENTICATED, told("bad_signature"))
    try:
        first = await handler.answer(read(body))
    except NotUnderstood:
        raise ProblemError(BAD_REQUEST, told("no_interaction")) from None
    handler.go_on(first.rest)
    return Response(first.body, media_type="application/json")


HANDLERS = [interactions]
