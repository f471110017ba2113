"""Problems: how a refusal is answered over HTTP (RFC 9457), one table from error to problem.

`type`, `title` and `status` of a kind never change once published: clients branch on `type`. `detail` says what
happened this time and what to do. Never holds text from inside the server: an unexpected error becomes an id.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from domain.kernel import errors
from domain.kernel.errors import ActaError
from services.field_errors import bad_value


class Kind(msgspec.Struct, frozen=True):
    """A kind of problem. `advice` says what to do about it."""

    slug: str
    status: int
    title: str
    advice: str

    @property
    def type(self) -> str:
        return f"/problems/{self.slug}"


BAD_REQUEST = Kind("bad-request", 400, "The request is not valid", "Correct the fields named in `errors`.")
MALFORMED_JSON = Kind("malformed-json", 400, "The body is not JSON", "Send one JSON value in UTF-8.")
UNAUTHENTICATED = Kind(
    "unauthenticated", 401, "Who are you?", "Log in at /api/v1/sessions and send the token as `Authorization: Bearer`."
)
WRONG_CREDENTIALS = Kind(
    "wrong-credentials", 401, "Name or password is wrong", "Try again, or ask for a reset at /api/v1/password-resets."
)
FORBIDDEN = Kind("forbidden", 403, "You may not do this", "Use an account, a token or a seat that may.")
SIGN_UP_CLOSED = Kind("sign-up-closed", 403, "No new accounts here", "Ask the operator of this server for an account.")
INVITATION_NEEDED = Kind(
    "invitation-needed", 403, "New accounts need an invitation", "Ask an admin for one and send it as `invitation`."
)
NOT_FOUND = Kind("not-found", 404, "There is no such thing", "Check the address; it may also be hidden from you.")
METHOD_NOT_ALLOWED = Kind(
    "method-not-allowed", 405, "The method does not fit the address", "Use a method that the `Allow` header names."
)
NAME_TAKEN = Kind("name-taken", 409, "The name is taken", "Choose another name.")
TOO_MANY_TOKENS = Kind("too-many-tokens", 409, "You have too many tokens", "End a token that you no longer need.")
TOO_MANY_TABLES = Kind(
    "too-many-tables", 409, "You have too many tables", "End or leave one that you no longer need; see `reason`."
)
STALE_VERSION = Kind(
    "stale-version", 409, "The game has moved on", "Read the game again and decide on its current version."
)
NOT_NOW = Kind("not-now", 409, "The table does not allow it now", "Read the game's status; see `reason`.")
UNDO_BARRED = Kind("undo-barred", 409, "It cannot be taken back", "See `reason` for what bars it.")
NOTHING_TO_CONFIRM = Kind(
    "nothing-to-confirm", 409, "No mail address waits for this", "See `email` and `email_confirmed` at /api/v1/me."
)
NOT_PARKED = Kind("not-parked", 409, "It is not parked", "Only a delivery that is parked can be sent again.")
BODY_TOO_LARGE = Kind("body-too-large", 413, "The body is too large", "Send at most 64 KiB; notes may have 256.")
UNSUPPORTED_MEDIA_TYPE = Kind(
    "unsupported-media-type", 415, "The body must be JSON", "Send it with `Content-Type: application/json`."
)
NOT_YOUR_TURN = Kind("not-your-turn", 422, "It is not your turn", "Wait until `to_act` names your seat.")
ILLEGAL_MOVE = Kind("illegal-move", 422, "The rules do not allow it", "Choose one of the game's `options`.")
WOULD_REVEAL = Kind(
    "would-reveal", 422, "A preview must not look at this", "Play the commands before it, then choose again."
)
KEY_REUSED = Kind(
    "key-reused", 422, "The idempotency key was used for something else", "Take a new key for a new request."
)
TOO_MANY_REQUESTS = Kind("too-many-requests", 429, "Too many requests", "Wait as long as `Retry-After` says.")
INTERNAL = Kind("internal", 500, "Something went wrong here", "Tell the operator the `error_id`.")
OUTCOME_UNKNOWN = Kind(
    "outcome-unknown", 503, "It may or may not have happened", "Repeat the request with the same `Idempotency-Key`."
)
STORE_FULL = Kind("store-full", 503, "The server has no room left", "Nothing was written; try again later.")
STORE_UNAVAILABLE = Kind(
    "store-unavailable", 503, "The server cannot reach its store", "Nothing was written; try again shortly."
)
DAMAGED_RECORD = Kind(
    "damaged-record", 503, "The record of this game is damaged", "Tell the operator: `acta doctor` names the damage."
)
MAIL_UNAVAILABLE = Kind(
    "mail-unavailable", 503, "This server sends no mail", "Ask the operator for a link to set a new password."
)

KINDS: dict[str, Kind] = {kind.slug: kind for kind in list(globals().values()) if isinstance(kind, Kind)}
"""Every kind by its slug."""


class FieldError(msgspec.Struct, frozen=True):
    """One thing that is wrong with the request, and where."""

    field: str
    message: str


class Problem(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The body of a refusal; a member without a value is left out."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    errors: tuple[FieldError, ...] = ()
    error_id: str | None = None
    retry_after: int | None = None
    expected_version: int | None = None
    current_version: int | None = None
    index: int | None = None
    reason: str | None = None
    rule: str | None = None


class ProblemError(ActaError):
    """A refusal whose words are already made: a kind, what happened this time, and members of `Problem` by name."""

    def __init__(self, kind: Kind, detail: str = "", headers: Mapping[str, str] | None = None, **members: Any) -> None:  # noqa: ANN401 - each member has its own type
        super().__init__(kind.slug)
        self.kind = kind
        self.headers = dict(headers or {})
        self.detail = f"{detail} {kind.advice}" if detail else kind.advice
        self.members = members

    def problem(self, instance: str) -> Problem:
        kind = self.kind
        return Problem(
            type=kind.type,
            title=kind.title,
            status=kind.status,
            detail=self.detail,
            instance=instance,
            **self.members,
        )


def too_many_requests(retry_after: int) -> ProblemError:
    return ProblemError(TOO_MANY_REQUESTS, headers={"Retry-After": str(retry_after)}, retry_after=retry_after)


def bad_field(field: str, message: str) -> ProblemError:
    return ProblemError(BAD_REQUEST, f"{field}: {message}.", errors=(FieldError(field, message),))


Rows = Mapping[type[Exception], Callable[[Any], ProblemError]]
"""Error → problem. The nearest class of an error decides."""

KERNEL_ROWS: Rows = {
    errors.NotYourTurn: lambda e: ProblemError(NOT_YOUR_TURN, reason=e.reason),
    errors.IllegalMove: lambda e: ProblemError(ILLEGAL_MOVE, reason=e.reason, rule=e.rule or None),
    errors.BatchRefused: lambda e: _with_index(explain(e.cause, KERNEL_ROWS), e.index),
    errors.BadCommand: lambda e: _with_index(bad_field(*bad_value(str(e), "command")), e.index),
    errors.BadOptions: lambda e: bad_field(*bad_value(str(e), "options")),
    errors.NotAllowed: lambda e: ProblemError(NOT_NOW, reason=e.reason),
    errors.NotYourSeat: lambda _: ProblemError(FORBIDDEN, "You do not hold that seat."),
    errors.UndoBarred: lambda e: ProblemError(UNDO_BARRED, reason=e.reason),
    errors.WouldReveal: lambda _: ProblemError(WOULD_REVEAL),
    errors.NotFound: lambda _: ProblemError(NOT_FOUND),
    errors.StaleVersion: lambda e: ProblemError(
        STALE_VERSION,
        f"You decided on version {e.expected}, the game is at {e.current}.",
        expected_version=e.expected,
        current_version=e.current,
    ),
    errors.BadRecord: lambda e: ProblemError(DAMAGED_RECORD, f"It cannot be read at version {e.version}."),
    errors.KeyReused: lambda _: ProblemError(KEY_REUSED),
    errors.OutcomeUnknown: lambda _: ProblemError(OUTCOME_UNKNOWN, headers={"Retry-After": "1"}),
    errors.StoreFull: lambda _: ProblemError(STORE_FULL, headers={"Retry-After": "60"}),
    errors.StoreUnavailable: lambda _: ProblemError(STORE_UNAVAILABLE, headers={"Retry-After": "1"}),
    ProblemError: lambda e: e,
}


def explain(error: Exception, rows: Rows) -> ProblemError | None:
    """The problem that an error stands for; None for an unexpected error."""
    row = next((rows[cls] for cls in type(error).__mro__ if cls in rows), None)
    return row(error) if row else None


def _with_index(problem: ProblemError | None, index: int) -> ProblemError:
    if problem is None:
        return ProblemError(ILLEGAL_MOVE, index=index)
    problem.members["index"] = index
    return problem
