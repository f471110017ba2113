"""Bounds the requests that may wait, and ends one when its client has hung up: nobody would read the answer."""

import asyncio

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from services.acts.acts import Acts


class EndsWithClient(ASGIMiddleware):
    """For reads with `min_version`, which have no body: whatever comes from the client after it is the end."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        if b"min_version=" not in scope["query_string"]:
            await next_app(scope, receive, send)
            return
        acts: Acts = scope["litestar_app"].state.api.acts
        with acts.read_limit.waiting(ASGIConnection(scope)):
            await _until_gone(scope, receive, send, next_app)


async def _until_gone(scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
    answering, gone = asyncio.current_task(), asyncio.Event()

    async def watch() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        gone.set()
        if answering is not None:
            answering.cancel()

    watching = asyncio.create_task(watch())
    try:
        await next_app(scope, receive, send)
    except asyncio.CancelledError:
        if not gone.is_set():
            raise
        if answering is not None:
            answering.uncancel()
    finally:
        watching.cancel()


ENDS_WITH_CLIENT = EndsWithClient()
