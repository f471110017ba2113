"""How the routes of the API are declared: their path, who may call them, and what else they can answer.

What follows from that and from the handler's signature is worked out once, at import: the check of the credential, the
`security` and the problems in the OpenAPI document. A handler's docstring is what the document says of it.
"""

from collections.abc import Callable, Iterator, Mapping
from inspect import Parameter, getdoc, signature
from typing import Any, TypedDict, Unpack

from litestar import Response, handlers
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Operation, SecurityRequirement
from litestar.params import ParameterKwarg

from services.acts.asking import act_of
from services.api.hang_ups import ENDS_WITH_CLIENT
from services.api.openapi import ANYWHERE, NO_CONTENT, SESSION_SCOPE, by_status
from services.identity.access import ACCESS, Access
from services.problems import (
    BAD_REQUEST,
    BODY_TOO_LARGE,
    FORBIDDEN,
    KEY_REUSED,
    MALFORMED_JSON,
    NOT_FOUND,
    TOO_MANY_REQUESTS,
    UNSUPPORTED_MEDIA_TYPE,
    Kind,
)

Function = Callable[..., Any]
Decorator = Callable[[Function], HTTPRouteHandler]
_BY_PARAMETER: dict[str, tuple[Kind, ...]] = {
    "as_reader": (FORBIDDEN,),
    "at": (TOO_MANY_REQUESTS,),
    "data": (BAD_REQUEST, MALFORMED_JSON, BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE),
    "idempotency_key": (BAD_REQUEST, KEY_REUSED),
    "language": (BAD_REQUEST,),
    "min_version": (TOO_MANY_REQUESTS,),
}
"""What a handler that takes a parameter of this name can refuse."""


class Declared(TypedDict, total=False):
    """What a route says beside its path and who may call it."""

    raises: tuple[Kind, ...]
    """What it refuses, beside what its path, its parameters and its access tell."""
    anywhere: tuple[Kind, ...]
    """What any call of it can meet, where that is less than elsewhere."""
    answer: ResponseSpec
    """What it answers, where the handler's type cannot tell."""
    answers: dict[int, ResponseSpec]
    status_code: int
    media_type: str
    name: str
    """Module and name of the handler before it moved: stored Idempotency-Keys hold them."""
    operation_id: str
    operation_class: type[Operation]
    request_max_body_size: int


class Routes:
    """The routes of a module, under one heading of the document.

    Who may call one is said by an access, which is checked before the body is read; or by the act that the handler
    calls, which checks its own: what needs a log-in or an admin before the body is read, too.
    """

    def __init__(self, tag: str) -> None:
        self._tag = tag
        self._handlers: list[HTTPRouteHandler] = []

    def __iter__(self) -> Iterator[HTTPRouteHandler]:
        """What the app is given."""
        return iter(self._handlers)

    def get(self, path: str, who: Access | Function, **declared: Unpack[Declared]) -> Decorator:
        return self._decorator(handlers.get, path, who, declared)

    def post(self, path: str, who: Access | Function, **declared: Unpack[Declared]) -> Decorator:
        return self._decorator(handlers.post, path, who, declared)

    def put(self, path: str, who: Access | Function, **declared: Unpack[Declared]) -> Decorator:
        return self._decorator(handlers.put, path, who, declared)

    def patch(self, path: str, who: Access | Function, **declared: Unpack[Declared]) -> Decorator:
        return self._decorator(handlers.patch, path, who, declared)

    def delete(self, path: str, who: Access | Function, **declared: Unpack[Declared]) -> Decorator:
        return self._decorator(handlers.delete, path, who, declared)

    def _decorator(
        self, verb: type[HTTPRouteHandler], path: str, who: Access | Function, declared: Declared
    ) -> Decorator:
        access, checked, limits = _of_caller(who)
        kinds = (*declared.pop("raises", ()), *declared.pop("anywhere", ANYWHERE), *_of_address(verb, path, access))
        answer, answers = declared.pop("answer", None), declared.pop("answers", {})

        def declare(function: Function) -> HTTPRouteHandler:
            taken, returned = signature(function).parameters, signature(function).return_annotation
            summary, _, description = (getdoc(function) or "").partition("\n\n")
            refusals = (*kinds, *limits, *_of_parameters(taken))
            followed: dict[str, Any] = {
                "summary": summary.rstrip("."),
                "description": " ".join(description.split()) or None,
                "opt": checked,
                "security": security_of(access),
                "status_code": _status(verb, returned),
                "middleware": [ENDS_WITH_CLIENT] if "min_version" in taken else None,
                "media_type": answer and answer.media_type,
                "responses": {**by_status(*refusals), **_answers(taken, returned, answer), **answers},
            }
            handler = verb(path, tags=[self._tag], **(followed | {**declared}))(function)
            self._handlers.append(handler)
            return handler

        return declare


def _of_caller(who: Access | Function) -> tuple[Access, dict[str, Access], tuple[Kind, ...]]:
    """The access of a route, as it is checked before the handler, and how often it may be called."""
    if isinstance(who, Access):
        return who, {ACCESS: who}, ()
    access = act_of(who).access
    early = access.session or "admin" in access.scopes  # those at tables are checked by their acts alone
    return access, {ACCESS: access} if early else {}, (TOO_MANY_REQUESTS,)


def _of_address(verb: type[HTTPRouteHandler], path: str, access: Access) -> Iterator[Kind]:
    """What a route refuses whatever its handler does."""
    if access.credential == "needed" or verb is not handlers.get:  # a change may come from somebody else's page
        yield FORBIDDEN
    if "{" in path:
        yield from (BAD_REQUEST, NOT_FOUND)


def _of_parameters(taken: Mapping[str, Parameter]) -> Iterator[Kind]:
    for name, parameter in taken.items():
        yield from _BY_PARAMETER.get(name, ())
        if any(isinstance(one, ParameterKwarg) for one in getattr(parameter.annotation, "__metadata__", ())):
            yield BAD_REQUEST


def security_of(access: Access) -> list[SecurityRequirement] | None:
    """What the document says of an access. A web session has the scopes of its account."""
    if access.credential == "ignored":
        return None
    scopes = [SESSION_SCOPE] if access.session else access.scopes
    ways: list[SecurityRequirement] = [{"bearer": [scope]} for scope in scopes] or [{"bearer": []}]
    return [*([{}] if access.credential == "welcome" else []), *ways, {"cookie": []}]


def _status(verb: type[HTTPRouteHandler], returned: object) -> int | None:
    """The status where it is not the usual one of the verb."""
    if returned in {None, Response[None]}:
        return 204
    return 200 if verb is handlers.delete else None


def _answers(taken: Mapping[str, Parameter], returned: object, answer: ResponseSpec | None) -> dict[int, ResponseSpec]:
    answers = {} if answer is None else {200: answer}
    if "if_none_match" in taken:
        answers[304] = NO_CONTENT
    if returned == Response[None]:  # its headers are its own, so Litestar would describe it as JSON
        answers[204] = NO_CONTENT
    return answers
