"""An answer for the busiest route: encoded once and sent as it is.

Litestar's own answer looks for cookies, encoders and headers that might have been declared anywhere; after the append
that was the largest single cost of a choice. Middleware sees this answer like any other.
"""

from typing import Any, TypeVar

import msgspec
from litestar import Response
from litestar.types import ASGIApp, Receive, Scope, Send

T = TypeVar("T")

_JSON = (b"content-type", b"application/json")
_encode = msgspec.json.Encoder().encode


class PlainJson(Response[T]):
    """A plain 200 with a JSON body; for handlers that declare no cookies, headers or background work."""

    def __init__(self, content: T) -> None:
        """Keep nothing but what is sent."""
        self.content = content

    def to_asgi_response(self, **_declared: Any) -> ASGIApp:  # type: ignore[override] # noqa: ANN401 - nothing declared is used
        """The application that sends it."""
        body = _encode(self.content)

        async def respond(_scope: Scope, _receive: Receive, send: Send) -> None:
            headers = [_JSON, (b"content-length", b"%d" % len(body))]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": body, "more_body": False})

        return respond
