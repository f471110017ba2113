"""A receiver of posts on this machine that takes each and says nothing: for some time, or until who posts gives up."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass
class SilentReceiver:
    """Counts what was posted to it, and what was given up."""

    seconds: float | None = None
    """After which it answers after all."""
    answer: bytes = b""
    url: str = ""
    begun: int = 0
    given_up: int = 0
    most_at_once: int = 0
    open: set[asyncio.StreamWriter] = field(default_factory=set)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        self.begun += 1
        self.open.add(writer)
        self.most_at_once = max(self.most_at_once, len(self.open))
        try:
            async with asyncio.timeout(self.seconds):
                await reader.read()  # to the end, which is when the other side hangs up
            self.given_up += 1
        except TimeoutError:
            writer.write(self.answer)
        finally:
            self.open.discard(writer)
            writer.close()


@asynccontextmanager
async def silent_receiver(seconds: float | None = None, answer: bytes = b"") -> AsyncIterator[SilentReceiver]:
    """A receiver for the length of a block."""
    receiver = SilentReceiver(seconds, answer)
    server = await asyncio.start_server(receiver.serve, "127.0.0.1", 0)
    async with server:
        receiver.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/acta"
        yield receiver
        server.close()
        for writer in receiver.open:
            writer.transport.abort()
        while receiver.open:  # noqa: ASYNC110 - the tasks of a server cannot be awaited
            await asyncio.sleep(0.01)
