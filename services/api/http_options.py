"""Answers to OPTIONS. Litestar has its own, but they name only the method that was registered first for a path."""

from collections import defaultdict
from collections.abc import Iterable

from litestar import Response, route
from litestar.enums import HttpMethod
from litestar.handlers import HTTPRouteHandler

from services.identity.middleware import IGNORES_CREDENTIALS


def options_handlers(handlers: Iterable[HTTPRouteHandler]) -> list[HTTPRouteHandler]:
    """One further handler for each path, which tells the methods of all handlers there."""
    methods: dict[str, set[str]] = defaultdict(lambda: {HttpMethod.OPTIONS.value})
    for handler in handlers:
        for path in handler.paths:
            methods[path] |= handler.http_methods
    return [_teller(path, allowed(told)) for path, told in methods.items()]


def allowed(methods: Iterable[str]) -> str:
    """The header `Allow`: whoever answers GET answers HEAD as well."""
    told = set(methods)
    return ", ".join(sorted(told | {HttpMethod.HEAD.value} if HttpMethod.GET.value in told else told))


def _teller(path: str, told: str) -> HTTPRouteHandler:
    @route(path, http_method=[HttpMethod.OPTIONS], include_in_schema=False, opt={IGNORES_CREDENTIALS: True})
    async def tell() -> Response[None]:
        return Response(None, status_code=204, headers={"Allow": told})

    return tell
