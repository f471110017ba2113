"""Answers to OPTIONS. Litestar has its own, but they name only the method that was registered first for a path."""

from collections import defaultdict
from collections.abc import Iterable

from litestar import Response, route
from litestar.enums import HttpMethod
from litestar.handlers import HTTPRouteHandler

from services.identity.access import ACCESS, OPEN


def options_handlers(handlers: Iterable[HTTPRouteHandler]) -> list[HTTPRouteHandler]:
    """One further handler for each path, which answers with the methods of all handlers there."""
    methods: dict[str, set[str]] = defaultdict(lambda: {HttpMethod.OPTIONS.value})
    for handler in handlers:
        for path in handler.paths:
            methods[path] |= handler.http_methods
    return [_handler(path, allowed(found)) for path, found in methods.items()]


def allowed(methods: Iterable[str]) -> str:
    """The header `Allow`: a route that answers GET answers HEAD as well."""
    verbs = set(methods)
    return ", ".join(sorted(verbs | {HttpMethod.HEAD.value} if HttpMethod.GET.value in verbs else verbs))


def _handler(path: str, allow: str) -> HTTPRouteHandler:
    @route(path, http_method=[HttpMethod.OPTIONS], include_in_schema=False, opt={ACCESS: OPEN})
    async def options() -> Response[None]:
        return Response(None, status_code=204, headers={"Allow": allow})

    return options
