"""An answer of server-sent events: its head goes out with the first line, and it ends with its lines or its client."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

from services.fast.event_stream import EventStream


class Client:
    """Takes up what it is sent, until it leaves."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.taken_up = asyncio.Event()
        self.taken_up.set()
        self._left = asyncio.Event()

    async def send(self, message: Any) -> None:  # noqa: ANN401 - any message of ASGI
        self.sent.append(message)
        await self.taken_up.wait()
        if not message.get("more_body", True):
            self._left.set()  # as servers say once an answer is complete

    async def receive(self) -> Any:  # noqa: ANN401 - any message of ASGI
        await self._left.wait()
        return {"type": "http.disconnect"}

    def leave(self) -> None:
        self._left.set()

    def bodies(self) -> list[bytes]:
        return [message["body"] for message in self.sent if message["type"] == "http.response.body"]


class Lines:
    """Lines that come when the test says so."""

    def __init__(self) -> None:
        self.come: asyncio.Queue[bytes] = asyncio.Queue()
        self.is_closed = False

    async def __call__(self) -> AsyncGenerator[bytes, None]:
        try:
            while line := await self.come.get():
                yield line
        finally:
            self.is_closed = True


def answering(lines: Lines, client: Client) -> asyncio.Task[None]:
    app: Any = EventStream(lines()).to_asgi_response()
    return asyncio.create_task(app({}, client.receive, client.send))


async def turns() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_the_head_waits_for_the_first_line() -> None:
    lines, client = Lines(), Client()
    answer = answering(lines, client)
    await turns()
    assert client.sent == [], "nobody may believe to be listening yet"
    lines.come.put_nowait(b"first")
    await turns()
    head, _ = client.sent
    assert (head["type"], head["status"]) == ("http.response.start", 200)
    assert dict(head["headers"])[b"content-type"] == b"text/event-stream; charset=utf-8"
    lines.come.put_nowait(b"second")
    lines.come.put_nowait(b"")
    await answer
    assert client.bodies() == [b"first", b"second", b""]
    assert [message.get("more_body") for message in client.sent] == [None, True, True, False]


async def test_lines_that_end_at_once_are_an_empty_answer() -> None:
    lines, client = Lines(), Client()
    lines.come.put_nowait(b"")
    await answering(lines, client)
    assert client.sent[0]["type"] == "http.response.start"
    assert b"".join(client.bodies()) == b""
    assert client.sent[-1]["more_body"] is False


async def test_lines_are_closed_when_the_client_leaves() -> None:
    lines, client = Lines(), Client()
    answer = answering(lines, client)
    lines.come.put_nowait(b"first")
    await turns()
    assert not lines.is_closed
    client.leave()
    await answer
    assert lines.is_closed


async def test_lines_are_closed_when_a_slow_client_leaves() -> None:
    lines, client = Lines(), Client()
    client.taken_up.clear()
    answer = answering(lines, client)
    lines.come.put_nowait(b"first")
    await turns()
    client.leave()
    await answer
    assert lines.is_closed, "at once, not when the collector of garbage finds them"
