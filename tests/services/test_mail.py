"""Mail reaches a mail server as one message to one person."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest

from services.outbound.mail import Mailer, MailNotSent

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class MailServer:
    """As much of SMTP as a delivery needs. Refuses recipients whose name begins with `no`."""

    def __init__(self) -> None:
        self.port = 0
        self.recipients: list[str] = []
        self.messages: list[EmailMessage] = []
        self.closed = asyncio.Event()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 ready\r\n")
        while (line := (await reader.readline()).decode().strip()) not in {"", "QUIT"}:
            if line == "DATA":
                writer.write(b"354 go on\r\n")
                raw = await reader.readuntil(b"\r\n.\r\n")
                self.messages.append(message_from_bytes(raw.removesuffix(b".\r\n"), policy=policy.default))
            if line.startswith("RCPT"):
                self.recipients.append(line)
            writer.write(b"550 nobody\r\n" if line.startswith("RCPT TO:<no") else b"250 ok\r\n")
        writer.close()
        await writer.wait_closed()
        self.closed.set()


@asynccontextmanager
async def mail_server() -> AsyncIterator[MailServer]:
    one = MailServer()
    listener = await asyncio.start_server(one.serve, "127.0.0.1", 0)
    one.port = listener.sockets[0].getsockname()[1]
    async with listener:
        yield one
        await one.closed.wait()


async def test_a_mail_arrives() -> None:
    async with mail_server() as server:
        mailer = Mailer(f"smtp://127.0.0.1:{server.port}", "Acta <acta@example.org>")
        await mailer.send("livia@example.org", "Salvē", "Vāle.\n")
    [message] = server.messages
    assert server.recipients == ["RCPT TO:<livia@example.org>"]
    assert (message["From"], message["To"], message["Subject"]) == (
        "Acta <acta@example.org>",
        "livia@example.org",
        "Salvē",
    )
    assert message.get_content().strip() == "Vāle."
    assert message["Message-ID"].endswith("@example.org>")


async def test_a_refused_mail_is_an_error() -> None:
    async with mail_server() as server:
        with pytest.raises(MailNotSent):
            await Mailer(f"smtp://127.0.0.1:{server.port}", "acta@example.org").send("nobody@example.org", "s", "t")
    assert server.messages == []


async def test_a_password_never_goes_out_unencrypted() -> None:
    async with mail_server() as server:
        mailer = Mailer(f"smtp://user:secret@127.0.0.1:{server.port}", "acta@example.org")
        with pytest.raises(MailNotSent):
            await mailer.send("livia@example.org", "s", "t")
    assert server.messages == []


@pytest.mark.parametrize("url", ["http://mail.example", "smtp:///", "mail.example"])
def test_an_address_that_is_no_mail_server(url: str) -> None:
    with pytest.raises(ValueError, match="smtp://"):
        Mailer(url, "acta@example.org")
