"""A receiver of webhooks on this machine: keeps what it is sent, and answers as a test tells it to."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from tests.kit.http import Json


class Received(NamedTuple):
    """A request: its path, its headers in lower case, its body."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class HookReceiver:
    """Answers 204 unless `answers` says otherwise, one after the other."""

    url: str = ""
    received: list[Received] = field(default_factory=list)
    answers: list[bytes] = field(default_factory=list)

    def types(self) -> list[Json]:
        """The types of what came, in order."""
        return [msgspec.json.decode(one.body)["type"] for one in self.received]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        self.received.append(Received(head[0].split()[1], headers, body))
        writer.write(self.answers.pop(0) if self.answers else answer(204))
        writer.close()


def answer(status: int, *headers: str, body: str = "") -> bytes:
    """An answer as it is written."""
    lines = [f"HTTP/1.1 {status} So", f"Content-Length: {len(body.encode())}", "Connection: close", *headers, "", body]
    return "\r\n".join(lines).encode()


@asynccontextmanager
async def hook_receiver() -> AsyncIterator[HookReceiver]:
    """A receiver for the length of a block."""
    receiver = HookReceiver()
    server = await asyncio.start_server(receiver.serve, "127.0.0.1", 0)
    async with server:
        receiver.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/acta"
        yield receiver
