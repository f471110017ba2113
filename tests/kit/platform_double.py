"""What the doubles of chat platforms share: an ASGI application that stalls and breaks off answers, as networks do."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Outcome = tuple[int, bytes, dict[str, str]]
"""Status, body and headers of an answer."""


class CutOff(Exception):
    """The connection breaks, after some seconds in which nothing is said."""

    def __init__(self, after: float = 0.0) -> None:
        super().__init__(after)
        self.after = after


class ProxyAnswers(Exception):
    """Something before the platform answers."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome


class PlatformDouble(ABC):
    """Answers requests, one after the other."""

    def __init__(self) -> None:
        self.stalled: set[str] = set()
        """Calls that are carried out, and not answered while their names stand here."""
        self.calls: list[str] = []
        """Every call by its name, in order."""

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        try:
            status, body, headers = self.answer_to(scope, await read(receive))
        except CutOff as cut:
            await asyncio.sleep(cut.after)
            await answer(send, 200, b"{", {"Content-Length": "100"})
            return  # the server closes the connection, since the rest of the answer is missing
        called = self.calls[-1] if self.calls else ""
        while called in self.stalled:  # noqa: ASYNC110 - the test that ends it runs in another thread
            await asyncio.sleep(0.01)
        await answer(send, status, body, headers)

    @abstractmethod
    def answer_to(self, scope: dict[str, Any], raw: bytes) -> Outcome:
        """The answer to a request, or `CutOff`."""


async def read(receive: Receive) -> bytes:
    """A whole request."""
    body: bytes = b""
    while True:
        event = await receive()
        body += event.get("body", b"")
        if not event.get("more_body"):
            return body


async def answer(send: Send, status: int, body: bytes, headers: Mapping[str, str]) -> None:
    """A whole answer."""
    told = {"Content-Type": "application/json", "Content-Length": str(len(body))} | dict(headers)
    encoded = [(name.lower().encode(), value.encode()) for name, value in told.items()]
    await send({"type": "http.response.start", "status": status, "headers": encoded})
    await send({"type": "http.response.body", "body": body})
