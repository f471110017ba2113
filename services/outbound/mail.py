"""Mail by SMTP. Plain text to one person at a time; never logs an address, a text or the server's password."""

from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

import aiosmtplib

from domain.kernel.errors import ActaError

TIMEOUT = 20


class MailNotSent(ActaError):
    """The mail server did not take it."""


class Mailer:
    """Sends through one server, given as `smtp://user:password@host:587` or `smtps://…` (TLS from the start)."""

    def __init__(self, url: str, sender: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
            raise ValueError("a mail server is given as smtp://user:password@host:587 or smtps://…")
        self._host = parts.hostname
        self._port = parts.port
        self._username = unquote(parts.username) if parts.username else None
        self._password = unquote(parts.password) if parts.password else None
        self._tls_from_start = parts.scheme == "smtps"
        self._sender = sender

    async def send(self, to: str, subject: str, text: str) -> None:
        message = EmailMessage()
        message["From"] = self._sender
        message["To"] = to
        message["Subject"] = subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self._sender.rpartition("@")[2].rstrip(">"))
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        try:
            await aiosmtplib.send(
                message,
                hostname=self._host,
                port=self._port,
                username=self._username,
                password=self._password,
                use_tls=self._tls_from_start,
                start_tls=self._start_tls(),
                timeout=TIMEOUT,
            )
        except (aiosmtplib.SMTPException, OSError) as error:
            raise MailNotSent from error

    def _start_tls(self) -> bool | None:
        """A password goes over the network encrypted or not at all; without one, TLS is used where it is offered."""
        if self._tls_from_start:
            return False
        return True if self._password else None
