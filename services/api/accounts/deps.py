"""What the account routes work with, built once by whoever assembles the app, and the words of their refusals."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from services.engine.free_space import Room
from services.identity.cookies import SessionCookie
from services.identity.limits import SharedLimits
from services.problems import (
    INVITATION_NEEDED,
    NAME_TAKEN,
    SIGN_UP_CLOSED,
    TOO_MANY_TOKENS,
    WRONG_CREDENTIALS,
    ProblemError,
    Rows,
    bad_field,
    too_many_requests,
)
from services.store.accounts import Accounts, errors

SendMail = Callable[[str, str, str], Awaitable[object]]
"""Sends a text: to whom, subject, text."""


@dataclass(frozen=True)
class Desk:
    """The front desk: where people sign up, log in and get their keys."""

    accounts: Accounts
    limits: SharedLimits
    cookie: SessionCookie
    room: Room
    public_url: str
    send_mail: SendMail | None = None


def reset_link(public_url: str, secret: str) -> str:
    """An address to pass on. The secret stands behind `#`, which browsers send to no server."""
    return f"{public_url.rstrip('/')}/reset-password#{secret}"


def sign_up_link(public_url: str, invitation: str) -> str:
    return f"{public_url.rstrip('/')}/sign-up#{invitation}"


ACCOUNT_ROWS: Rows = {
    errors.BadField: lambda e: bad_field(e.field, e.rule),
    errors.NameTaken: lambda _: ProblemError(NAME_TAKEN),
    errors.WrongCredentials: lambda _: ProblemError(WRONG_CREDENTIALS),
    errors.SignUpClosed: lambda _: ProblemError(SIGN_UP_CLOSED),
    errors.InvitationNeeded: lambda _: ProblemError(INVITATION_NEEDED),
    errors.TooManyCredentials: lambda e: ProblemError(TOO_MANY_TOKENS, f"You have {e.limit}."),
    errors.Busy: lambda e: too_many_requests(e.retry_after),
}
