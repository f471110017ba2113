"""Refusals about accounts: from error to problem."""

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
from services.store.accounts import errors

_INVITATIONS = {
    "none": "",
    "bad": "This invitation is wrong, too old or was taken back.",
    "used": "This invitation is used up: each is good for one account.",
}
ACCOUNT_ROWS: Rows = {
    errors.BadField: lambda e: bad_field(e.field, e.rule),
    errors.NameTaken: lambda _: ProblemError(NAME_TAKEN),
    errors.WrongCredentials: lambda _: ProblemError(WRONG_CREDENTIALS),
    errors.SignUpClosed: lambda _: ProblemError(SIGN_UP_CLOSED),
    errors.InvitationNeeded: lambda e: ProblemError(INVITATION_NEEDED, _INVITATIONS[e.came]),
    errors.TooManyCredentials: lambda e: ProblemError(TOO_MANY_TOKENS, f"You have {e.limit}."),
    errors.Busy: lambda e: too_many_requests(e.retry_after),
}
