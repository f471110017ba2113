"""Requests whose JSON body is checked strictly and in one pass.

Litestar decodes any body whatever its content type, and turns `"3"` into 3. Here a body must say that it is JSON, and
is decoded straight into the type that the handler declares. Never trims or repairs what a client sent.
"""

import re
from functools import cache
from typing import Any, Generic

import msgspec
from litestar import Request
from litestar.connection.base import AuthT, StateT, UserT
from litestar.exceptions.http_exceptions import RequestEntityTooLarge

from services.field_errors import bad_value
from services.problems import (
    BAD_REQUEST,
    MALFORMED_JSON,
    UNSUPPORTED_MEDIA_TYPE,
    ProblemError,
    bad_fields,
    told,
)
from services.store import deadline

MAX_BODY = 64 * 1024

_PLAIN = (b"content-type", b"application/json")
"""How nearly every body calls itself: known without sorting the headers into a mapping."""
_JSON = re.compile(r"application/([\w.+-]+\+)?json")


class JsonRequest(Request[UserT, AuthT, StateT], Generic[UserT, AuthT, StateT]):
    """The request class of the whole API."""

    _whole: bytes | None = None

    async def body(self) -> bytes:
        """The whole body. Most come in one message, for which Litestar's generator of pieces costs too much."""
        if self._whole is not None:
            return self._whole
        most = self.route_handler.resolve_request_max_body_size() or MAX_BODY
        whole = b""
        while True:
            message = await self.receive()
            if message["type"] != "http.request":
                raise ProblemError(BAD_REQUEST, told("body_ended"))
            whole += message["body"]
            if len(whole) > most:
                raise RequestEntityTooLarge
            if not message.get("more_body"):
                break
            deadline.renew()
        self._whole = whole
        return whole

    async def json(self) -> Any:  # noqa: ANN401 - the type is the handler's
        """The body as the handler's `data` type."""
        if _PLAIN not in self.scope["headers"] and not self._is_json():
            raise ProblemError(UNSUPPORTED_MEDIA_TYPE)
        field = self.route_handler.parsed_data_field
        try:
            return _decoder(field.annotation if field else Any).decode(await self.body())
        except msgspec.ValidationError as error:
            raise invalid_body(error) from None
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ProblemError(MALFORMED_JSON, told("malformed", error=error)) from None
        except RecursionError:
            raise ProblemError(MALFORMED_JSON, told("nested_too_deeply")) from None

    def _is_json(self) -> bool:
        """Whether the body calls itself JSON in any of the longer ways."""
        media_type, options = self.content_type
        return bool(_JSON.fullmatch(media_type)) and options.get("charset", "utf-8").lower() == "utf-8"


def invalid_body(error: msgspec.ValidationError) -> ProblemError:
    """A problem that names the field, found in msgspec's message."""
    refusal = bad_value(str(error))
    return bad_fields(refusal if refusal.path else refusal._replace(path="body"))


@cache
def _decoder(annotation: Any) -> msgspec.json.Decoder[Any]:  # noqa: ANN401 - any type that a handler declares
    return msgspec.json.Decoder(annotation)
