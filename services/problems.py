"""Problems: how a refusal is answered over HTTP (RFC 9457), one table from error to problem.

`type`, `title` and `status` of a kind never change once published: clients branch on `type`. `detail` says what
happened this time and what to do. Never holds text from inside the server: an unexpected error becomes an id.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from domain.kernel import errors
from domain.kernel.errors import ActaError
from domain.kernel.words import NO_FACTS, Saying
from services.field_errors import WORDS, BadValue, bad_value, field_rule
from services.free_text import BadText


class Kind(msgspec.Struct, frozen=True):
    """A kind of problem; its title, and the advice what to do about it, stand in the words."""

    slug: str
    status: int

    @property
    def type(self) -> str:
        return f"/problems/{self.slug}"

    def title(self, lang: str) -> str:
        return WORDS.say(f"title.{self.slug}", NO_FACTS, lang=lang)

    def advice(self, lang: str) -> str:
        return WORDS.say(f"advice.{self.slug}", NO_FACTS, lang=lang)


BAD_REQUEST = Kind("bad-request", 400)
MALFORMED_JSON = Kind("malformed-json", 400)
UNAUTHENTICATED = Kind("unauthenticated", 401)
WRONG_CREDENTIALS = Kind("wrong-credentials", 401)
FORBIDDEN = Kind("forbidden", 403)
BANNED = Kind("banned", 403)
SIGN_UP_CLOSED = Kind("sign-up-closed", 403)
INVITATION_NEEDED = Kind("invitation-needed", 403)
NOT_FOUND = Kind("not-found", 404)
METHOD_NOT_ALLOWED = Kind("method-not-allowed", 405)
NAME_TAKEN = Kind("name-taken", 409)
TOO_MANY_TOKENS = Kind("too-many-tokens", 409)
TOO_MANY_WEBHOOKS = Kind("too-many-webhooks", 409)
TOO_MANY_TABLES = Kind("too-many-tables", 409)
STALE_VERSION = Kind("stale-version", 409)
NOT_NOW = Kind("not-now", 409)
UNDO_BARRED = Kind("undo-barred", 409)
NOTHING_TO_CONFIRM = Kind("nothing-to-confirm", 409)
NOT_PARKED = Kind("not-parked", 409)
BODY_TOO_LARGE = Kind("body-too-large", 413)
UNSUPPORTED_MEDIA_TYPE = Kind("unsupported-media-type", 415)
NOT_YOUR_TURN = Kind("not-your-turn", 422)
ILLEGAL_MOVE = Kind("illegal-move", 422)
WOULD_REVEAL = Kind("would-reveal", 422)
KEY_REUSED = Kind("key-reused", 422)
TOO_MANY_REQUESTS = Kind("too-many-requests", 429)
INTERNAL = Kind("internal", 500)
OUTCOME_UNKNOWN = Kind("outcome-unknown", 503)
STORE_FULL = Kind("store-full", 503)
STORE_UNAVAILABLE = Kind("store-unavailable", 503)
SERVER_MOVING = Kind("server-moving", 503)
NEWER_RELEASE = Kind("newer-release", 503)
DAMAGED_RECORD = Kind("damaged-record", 503)
MISSING_LOG = Kind("missing-log", 503)
MAIL_UNAVAILABLE = Kind("mail-unavailable", 503)

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
    """A refusal: a kind, what happened this time, wrong fields, and further members of `Problem` by name.

    Its words are made where the reader's language is known.
    """

    def __init__(
        self,
        kind: Kind,
        happened: Saying | None = None,
        headers: Mapping[str, str] | None = None,
        errors: Sequence[BadValue] = (),
        **members: Any,  # noqa: ANN401 - each member has its own type
    ) -> None:
        super().__init__(kind.slug)
        self.kind = kind
        self.happened = happened
        self.headers = dict(headers or {})
        self.errors = errors
        self.members = members

    def problem(self, instance: str, lang: str) -> Problem:
        return Problem(
            type=self.kind.type,
            title=self.kind.title(lang),
            status=self.kind.status,
            detail=self.detail(lang),
            instance=instance,
            errors=tuple(FieldError(error.path, error.rule.said(lang)) for error in self.errors),
            **self.members,
        )

    def detail(self, lang: str) -> str:
        """What happened this time, and what to do about it; what is known to be missing is not looked for elsewhere."""
        happened = [] if self.happened is None else [self.happened.said(lang)]
        fields = [told("bad_field", field=one.path, message=one.rule.said(lang)).said(lang) for one in self.errors]
        advice = [] if happened and self.kind == NOT_FOUND else [self.kind.advice(lang)]
        return " ".join([*happened, *fields, *advice])


def told(key: str, **args: object) -> Saying:
    """What happened this time, by its key below `detail.`."""
    return Saying(WORDS, f"detail.{key}", args)


def too_many_requests(retry_after: int) -> ProblemError:
    return ProblemError(TOO_MANY_REQUESTS, headers={"Retry-After": str(retry_after)}, retry_after=retry_after)


def bad_field(field: str, rule: str, **args: object) -> ProblemError:
    """A field that breaks a rule, by its key below `field.`."""
    return bad_fields(BadValue(field, field_rule(rule, **args)))


def bad_fields(*errors: BadValue) -> ProblemError:
    return ProblemError(BAD_REQUEST, errors=errors)


Rows = Mapping[type[Exception], Callable[[Any], ProblemError]]
"""Error → problem. The nearest class of an error decides."""

KERNEL_ROWS: Rows = {
    errors.NotYourTurn: lambda e: ProblemError(NOT_YOUR_TURN, reason=e.reason),
    errors.IllegalMove: lambda e: ProblemError(ILLEGAL_MOVE, reason=e.reason, rule=e.rule or None),
    errors.BatchRefused: lambda e: _with_index(explain(e.cause, KERNEL_ROWS), e.index),
    errors.BadCommand: lambda e: _with_index(bad_fields(bad_value(str(e), "command")), e.index),
    errors.NotAllowed: lambda e: ProblemError(NOT_NOW, reason=e.reason),
    errors.NotYourSeat: lambda _: ProblemError(FORBIDDEN, told("not_your_seat")),
    errors.UndoBarred: lambda e: ProblemError(UNDO_BARRED, reason=e.reason),
    errors.WouldReveal: lambda _: ProblemError(WOULD_REVEAL),
    errors.NotFound: lambda _: ProblemError(NOT_FOUND),
    errors.NoSuchVersion: lambda e: ProblemError(NOT_FOUND, told("no_version", version=e.version)),
    errors.StaleVersion: lambda e: ProblemError(
        STALE_VERSION,
        told("stale_version", expected=e.expected, current=e.current),
        expected_version=e.expected,
        current_version=e.current,
    ),
    errors.NewerRecord: lambda _: ProblemError(NEWER_RELEASE, headers={"Retry-After": "5"}),
    errors.MissingLog: lambda _: ProblemError(MISSING_LOG),
    errors.BadRecord: lambda e: ProblemError(DAMAGED_RECORD, told("damaged_record", version=e.version)),
    errors.KeyReused: lambda _: ProblemError(KEY_REUSED),
    errors.OutcomeUnknown: lambda _: ProblemError(OUTCOME_UNKNOWN, headers={"Retry-After": "1"}),
    errors.StoreFull: lambda _: ProblemError(STORE_FULL, headers={"Retry-After": "60"}),
    errors.StoreMoving: lambda _: ProblemError(SERVER_MOVING, headers={"Retry-After": "5"}),
    errors.StoreUnavailable: lambda _: ProblemError(STORE_UNAVAILABLE, headers={"Retry-After": "1"}),
    BadText: lambda e: bad_fields(e.wrong),
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
