"""A mail server: as much of SMTP as a delivery needs, on a real socket."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from email import message_from_bytes, policy
from email.message import EmailMessage

SENDER = "Acta <acta@example.org>"


class MailServer:
    """Keeps what it is sent. Refuses recipients whose name begins with `no`."""

    def __init__(self) -> None:
        self.port = 0
        self.recipients: list[str] = []
        self.messages: list[EmailMessage] = []
        self.raw: list[bytes] = []
        self.answers: list[str] = []
        """What the next messages are answered; one that is answered otherwise than `250` is not kept."""
        self.on_message: Callable[[], None] = lambda: None
        """Called when a message was kept, before it is acknowledged."""
        self._open = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    def ids(self) -> list[str]:
        """The Message-IDs in the order in which they came."""
        return [message["Message-ID"] for message in self.messages]

    async def idle(self) -> None:
        """Wait until all clients have disconnected."""
        await self._idle.wait()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open += 1
        self._idle.clear()
        try:
            with suppress(ConnectionError):  # the client may have died
                await self._talk(reader, writer)
        finally:
            writer.close()
            self._open -= 1
            if not self._open:
                self._idle.set()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 ready\r\n")
        while (line := (await reader.readline()).decode().strip()) not in {"", "QUIT"}:
            answer = "250 ok"
            if line == "DATA":
                writer.write(b"354 go on\r\n")
                answer = self._take(await reader.readuntil(b"\r\n.\r\n"))
            if line.startswith("RCPT"):
                self.recipients.append(line)
                answer = "550 nobody" if line.startswith("RCPT TO:<no") else answer
            writer.write(f"{answer}\r\n".encode())

    def _take(self, raw: bytes) -> str:
        answer = self.answers.pop(0) if self.answers else "250 ok"
        if answer.startswith("250"):
            self.raw.append(raw)
            self.messages.append(message_from_bytes(raw.removesuffix(b".\r\n"), policy=policy.default))
            self.on_message()
        return answer


@asynccontextmanager
async def mail_server() -> AsyncIterator[MailServer]:
    """A mail server for the length of a block; clients may finish."""
    one = MailServer()
    listener = await asyncio.start_server(one.serve, "127.0.0.1", 0)
    one.port = listener.sockets[0].getsockname()[1]
    async with listener:
        yield one
        await one.idle()
