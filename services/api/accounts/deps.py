"""What the account routes depend on, built once when the app is assembled, and the words of their refusals."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from services.engine.free_space import FreeSpace
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
class AccountDeps:
    """The dependencies of every route about accounts and log-in."""

    accounts: Accounts
    limits: SharedLimits
    cookie: SessionCookie
    free_space: FreeSpace
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
