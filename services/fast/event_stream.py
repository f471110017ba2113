"""Server-sent events as an answer that goes on until its lines or its client end."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from litestar.response import Stream
from litestar.types import ASGIApp, Receive, Scope, Send

_HEADERS = ((b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no"))


class EventStream(Stream):
    """A plain 200; for handlers that declare no cookies, headers or background work.

    Litestar's own waits for lines and client with a task group of anyio, a tenth of what it costs to open a stream. And
    it promises the client a stream before the first line: what is said from then on must not be missed, so here the
    head goes out with that line, when the stream listens already.
    """

    def __init__(self, lines: AsyncGenerator[bytes, None]) -> None:
        """Keep nothing but what is sent."""
        self._lines = lines

    def to_asgi_response(self, **_declared: Any) -> ASGIApp:  # type: ignore[override] # noqa: ANN401 - nothing declared is used
        """The application that sends it."""
        lines = self._lines

        async def respond(_scope: Scope, receive: Receive, send: Send) -> None:
            async with asyncio.TaskGroup() as both:
                sending = both.create_task(_send(lines, send))
                while (await receive())["type"] != "http.disconnect":
                    pass
                sending.cancel()

        return respond


async def _send(lines: AsyncGenerator[bytes, None], send: Send) -> None:
    async with aclosing(lines):  # a client that leaves while it is sent something is forgotten at once
        first = await anext(lines, b"")
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        await send({"type": "http.response.body", "body": first, "more_body": True})
        async for data in lines:
            await send({"type": "http.response.body", "body": data, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})
