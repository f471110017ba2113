"""What the OpenAPI document says of problems and of log-in, so that each route states it in a line."""

from itertools import groupby
from typing import Any, Final, Literal

from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Components, Example, SecurityScheme

from domain.kernel.languages import ENGLISH
from services.api.problem_responses import PROBLEM_JSON
from services.field_errors import BadValue, field_rule
from services.identity.cookies import STRICT_NAME
from services.problems import (
    BAD_REQUEST,
    BODY_TOO_LARGE,
    DAMAGED_RECORD,
    FORBIDDEN,
    INTERNAL,
    KEY_REUSED,
    MALFORMED_JSON,
    NEWER_RELEASE,
    NOT_FOUND,
    OUTCOME_UNKNOWN,
    STORE_FULL,
    STORE_UNAVAILABLE,
    UNAUTHENTICATED,
    UNSUPPORTED_MEDIA_TYPE,
    Kind,
    Problem,
    ProblemError,
)
from services.store.accounts import Scope

BODY = (BAD_REQUEST, MALFORMED_JSON, BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE)
"""What can be wrong with a JSON body."""
REPEATABLE = (BAD_REQUEST, KEY_REUSED)
"""What can be wrong with an Idempotency-Key."""
PATH = (BAD_REQUEST, NOT_FOUND)
"""What can be wrong with a name in the path."""
CALLER = (UNAUTHENTICATED, FORBIDDEN)
"""What can be wrong with a credential."""
ANYWHERE = (UNAUTHENTICATED, INTERNAL, DAMAGED_RECORD, NEWER_RELEASE, OUTCOME_UNKNOWN, STORE_FULL, STORE_UNAVAILABLE)
"""What any call can meet; a token that is not known is refused even where none is needed."""

LOGGED_IN: list[dict[str, list[str]]] = [{"bearer": []}, {"cookie": []}]
"""The `security` of a route that needs a caller, whatever the token may do."""
SESSION: Final = "session"
"""What a personal token never has: it stands for a log-in by password."""
ANYONE: list[dict[str, list[str]]] = [{}, *LOGGED_IN]
"""The `security` of a route that everyone may call and that shows more to a caller who is logged in."""


def needs(*scopes: Scope | Literal["session"]) -> list[dict[str, list[str]]]:
    """The `security` of a route that asks for one of these scopes. A web session has those of its account."""
    ways: list[dict[str, list[str]]] = [{"bearer": [scope]} for scope in scopes]
    return [*ways, {"cookie": []}]


NO_CONTENT = ResponseSpec(None, generate_examples=False, description="Done; there is nothing to tell.")
"""For a 204 with headers of its own, which Litestar would describe as JSON."""

COMPONENTS = Components(
    security_schemes={
        "bearer": SecurityScheme(
            type="http",
            scheme="bearer",
            bearer_format="acta_…",
            description="A token of a log-in (`POST /api/v1/sessions`) or a personal one (`POST /api/v1/me/tokens`).",
        ),
        "cookie": SecurityScheme(
            type="apiKey",
            name=STRICT_NAME,
            security_scheme_in="cookie",
            description="The web session. Requests that change something must come from the server's own pages.",
        ),
    }
)

_EXAMPLE_MEMBERS: dict[str, dict[str, Any]] = {
    "bad-request": {"errors": (BadValue("name", field_rule("least_characters", number=2)),)},
    "stale-version": {"expected_version": 41, "current_version": 42},
    "illegal-move": {"reason": "not_enough_coins", "rule": "Build a house"},
    "not-your-turn": {"reason": "not_your_turn"},
    "too-many-requests": {"retry_after": 12},
    "internal": {"error_id": "4b1f1c3a5d0e4f0f9c6a7e2d8b3c1a90"},
}


def problems(*kinds: Kind) -> dict[int, ResponseSpec]:
    """The `responses` of a route: these kinds and those that any call of the API can meet."""
    return only(*kinds, *ANYWHERE)


def only(*kinds: Kind) -> dict[int, ResponseSpec]:
    """These kinds by their status, with an example of each."""
    together = sorted({kind.slug: kind for kind in kinds}.values(), key=lambda kind: kind.status)
    return {status: _spec(list(same)) for status, same in groupby(together, key=lambda kind: kind.status)}


def _spec(kinds: list[Kind]) -> ResponseSpec:
    return ResponseSpec(
        data_container=Problem,
        generate_examples=False,
        media_type=PROBLEM_JSON,
        description=" · ".join(f"`{kind.slug}`: {kind.title(ENGLISH)}" for kind in kinds),
        examples=[Example(summary=kind.slug, value=_example(kind)) for kind in kinds],
    )


def _example(kind: Kind) -> Problem:
    return ProblemError(kind, **_EXAMPLE_MEMBERS.get(kind.slug, {})).problem("/api/v1/…", ENGLISH)
