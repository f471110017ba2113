"""Mail by SMTP. Plain text to one person at a time; never logs an address, a text or the server's password."""

import asyncio
from collections.abc import Mapping
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid, parseaddr
from typing import Any, Self
from urllib.parse import unquote, urlsplit

import aiosmtplib

from services.outbound.not_sent import NotSent, RefusedForGood, Unusable
from services.settings import Settings

MAIL = "mail"
"""The name of the channel."""
TIMEOUT = 10
AT_MOST = 30
"""Seconds for all steps of a delivery together."""
_POLICY = SMTP.clone(max_line_length=998)
"""As long as SMTP allows: a shorter limit has long addresses in headers encoded, which no mail program reads."""
_LONGEST_REASON = 200
_PERMANENT = 500


class MailNotSent(NotSent):
    """The mail server did not take it."""


class MailUnusable(MailNotSent, Unusable):
    """The mail server does not answer, or does not talk to us."""


class MailRefused(MailNotSent, RefusedForGood):
    """The mail server will not take it, now or later."""


class Mailer:
    """Sends through one server, given as `smtp://user:password@host:587` or `smtps://…` (TLS from the start)."""

    def __init__(self, url: str, sender: str) -> None:
        parts = urlsplit(url)  # it was checked with the settings
        password = unquote(parts.password) if parts.password else None
        self._server: dict[str, Any] = {
            "hostname": parts.hostname,
            "port": parts.port,
            "username": unquote(parts.username) if parts.username else None,
            "password": password,
            "use_tls": parts.scheme == "smtps",
            "start_tls": _start_tls(parts.scheme, password),
            "timeout": TIMEOUT,
        }
        self._sender = sender

    @classmethod
    def set_up(cls, settings: Settings) -> Self | None:
        """What sends mail, if the operator has set up a mail server."""
        if settings.smtp_url is None or settings.mail_from is None:
            return None
        return cls(settings.smtp_url.reveal(), settings.mail_from)

    async def send(self, to: str, subject: str, text: str) -> str:
        """Send something that is said once, such as a link; give what the server said when it accepted."""
        return await self._send(to, self._message(to, subject, text, {"Message-ID": make_msgid(domain=self._domain)}))

    async def deliver(self, to: str, name: str, subject: str, text: str, stop: str | None) -> str:
        """Send something that may be sent again: a repeat has the same Message-ID. `stop` ends all such mail."""
        headers = {"Message-ID": f"<{name}@{self._domain}>"}
        if stop is not None:
            headers["List-Unsubscribe"] = f"<{stop}>"
            headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return await self._send(to, self._message(to, subject, text, headers))

    async def check(self) -> None:
        """Greet the server and log in as for a mail, and send none; `MailUnusable` if it does not let us."""
        client = aiosmtplib.SMTP(**self._server)
        try:
            async with asyncio.timeout(AT_MOST), client:
                await client.noop()
        except (aiosmtplib.SMTPException, OSError) as error:
            raise MailUnusable(f"{type(error).__name__}: {error}"[:_LONGEST_REASON]) from error

    @property
    def _domain(self) -> str:
        return parseaddr(self._sender)[1].rpartition("@")[2]

    def _message(self, to: str, subject: str, text: str, headers: Mapping[str, str]) -> bytes:
        message = EmailMessage(_POLICY)
        message["From"] = self._sender
        message["To"] = to
        message["Subject"] = subject
        message["Date"] = formatdate()
        message["Auto-Submitted"] = "auto-generated"
        for name, value in headers.items():
            message[name] = value
        message.set_content(text, cte="quoted-printable")
        return message.as_bytes()

    async def _send(self, to: str, message: bytes) -> str:
        try:
            async with asyncio.timeout(AT_MOST):
                _, answer = await aiosmtplib.send(
                    message,
                    sender=parseaddr(self._sender)[1],
                    recipients=[to],
                    **self._server,
                )
        except aiosmtplib.SMTPRecipientsRefused as refusal:  # there is only ever one
            raise _not_sent(refusal.recipients[0]) from refusal
        except (aiosmtplib.SMTPSenderRefused, aiosmtplib.SMTPDataError) as refusal:
            raise _not_sent(refusal) from refusal
        except (aiosmtplib.SMTPException, OSError) as error:
            raise MailUnusable(f"unusable:{type(error).__name__}") from error
        return answer


def _start_tls(scheme: str, password: str | None) -> bool | None:
    """A password goes over the network encrypted or not at all; without one, TLS is used where it is offered."""
    if scheme == "smtps":
        return False
    return True if password else None


def _not_sent(refusal: aiosmtplib.SMTPResponseException) -> MailNotSent:
    """What the server says of this mail; what it says of us (a wrong password) is for the operator to correct."""
    reason = " ".join(f"{refusal.code} {refusal.message}".split())[:_LONGEST_REASON]
    return MailRefused(reason) if refusal.code >= _PERMANENT else MailNotSent(reason)
