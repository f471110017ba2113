"""Refusals about accounts: from error to problem."""

from services.problems import (
    BANNED,
    INVITATION_NEEDED,
    NAME_TAKEN,
    SIGN_UP_CLOSED,
    TOO_MANY_TOKENS,
    WRONG_CREDENTIALS,
    ProblemError,
    Rows,
    bad_field,
    told,
    too_many_requests,
)
from services.store.accounts import errors

ACCOUNT_ROWS: Rows = {
    errors.BadField: lambda e: bad_field(e.field, e.rule, **e.args_),
    errors.NameTaken: lambda _: ProblemError(NAME_TAKEN),
    errors.WrongCredentials: lambda _: ProblemError(WRONG_CREDENTIALS),
    errors.Banned: lambda _: ProblemError(BANNED),
    errors.SignUpClosed: lambda _: ProblemError(SIGN_UP_CLOSED),
    errors.InvitationNeeded: lambda e: ProblemError(
        INVITATION_NEEDED, None if e.came == "none" else told(f"invitation_{e.came}")
    ),
    errors.TooManyCredentials: lambda e: ProblemError(TOO_MANY_TOKENS, told("has_too_many", number=e.limit)),
    errors.Busy: lambda e: too_many_requests(e.retry_after),
}
