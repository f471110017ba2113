"""Turns every exception that reaches the edge into a problem response. The one place that catches everything.

Litestar's own error bodies never leave the server: each of its exceptions has a kind here, and an unexpected
error becomes `internal` with an `error_id` that stands in the log beside the traceback.
"""

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import structlog
from litestar import Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.params import ParameterKwarg
from litestar.types import ExceptionHandlersMap

from services.api.http_options import allowed
from services.field_errors import BadValue, bad_value, field_rule
from services.identity.callers import AnyRequest
from services.identity.language import language_of
from services.problems import (
    BODY_TOO_LARGE,
    FORBIDDEN,
    INTERNAL,
    KERNEL_ROWS,
    METHOD_NOT_ALLOWED,
    NOT_FOUND,
    UNAUTHENTICATED,
    UNSUPPORTED_MEDIA_TYPE,
    Kind,
    Problem,
    ProblemError,
    Rows,
    bad_field,
    bad_fields,
    explain,
)

PROBLEM_JSON = "application/problem+json"
AsPage = Callable[[AnyRequest, ProblemError], Response[Any] | None]
"""A refusal as a page, where a person looks at the answer."""

_BY_STATUS: dict[int, Kind] = {
    401: UNAUTHENTICATED,
    403: FORBIDDEN,
    404: NOT_FOUND,
    405: METHOD_NOT_ALLOWED,
    413: BODY_TOO_LARGE,
    415: UNSUPPORTED_MEDIA_TYPE,
}
_SERVER_ERROR = 500
_MISSING = re.compile(r"Missing required \w+ parameter '(?P<name>[^']+)'")


def exception_handlers(*tables: Rows, as_page: AsPage | None = None) -> ExceptionHandlersMap:
    """The handlers for an app; each area adds the rows of its own errors, and `as_page` shows them to people."""
    rows = {error: row for table in (KERNEL_ROWS, *tables) for error, row in table.items()}

    def answer(request: AnyRequest, error: Exception) -> Response[Any]:
        known_refusal = _of_framework(request, error) if isinstance(error, HTTPException) else explain(error, rows)
        refusal = known_refusal or _unexpected(error)
        page = None if as_page is None else as_page(request, refusal)
        return page or response(request, refusal)

    # A status beats a class in Litestar's search, and 500 is its net for what is no HTTPException.
    return {HTTPException: answer, Exception: answer, _SERVER_ERROR: answer}


def response(request: AnyRequest, refusal: ProblemError) -> Response[Problem]:
    headers = dict(refusal.headers)
    if refusal.kind.status == UNAUTHENTICATED.status:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(
        refusal.problem(request.url.path, language_of(request)),
        status_code=refusal.kind.status,
        media_type=PROBLEM_JSON,
        headers=headers,
    )


def _of_framework(request: AnyRequest, error: HTTPException) -> ProblemError | None:
    if error.status_code >= _SERVER_ERROR:
        return None
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        return bad_fields(*(_field_error(request, one) for one in error.extra))
    if error.status_code not in _BY_STATUS:
        missing = _MISSING.match(error.detail)
        return bad_field(missing["name"], "needed") if missing else bad_field("request", "other", message=error.detail)
    headers = dict(error.headers or {})
    if "allow" in headers:
        headers["allow"] = allowed(headers["allow"].split(", "))
    return ProblemError(_BY_STATUS[error.status_code], headers=headers)


def _field_error(request: AnyRequest, found: dict[str, str]) -> BadValue:
    """Name a parameter as the client knows it; Litestar names it as the handler does."""
    if found.get("source") == "body":  # a body is checked when it is decoded, so there was none
        return BadValue("body", field_rule("body_needed"))
    parameter = request.route_handler.parsed_fn_signature.parameters.get(found.get("key", ""))
    known_as = parameter.kwarg_definition if parameter else None
    name = known_as.name if isinstance(known_as, ParameterKwarg) else None
    return bad_value(found["message"], name or found.get("key", ""))


def _unexpected(error: Exception) -> ProblemError:
    error_id = uuid4().hex
    structlog.get_logger().error("unexpected_error", error_id=error_id, exc_info=error)
    return ProblemError(INTERNAL, error_id=error_id)
