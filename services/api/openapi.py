"""What the OpenAPI document says of problems and of log-in, so that each route states it in a line."""

from itertools import groupby
from typing import Any, Final

from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Components, Example, SecurityScheme

from domain.kernel.languages import ENGLISH
from services.api.problem_responses import PROBLEM_JSON
from services.field_errors import BadValue, field_rule
from services.identity.cookies import STRICT_NAME
from services.problems import (
    DAMAGED_RECORD,
    INTERNAL,
    MISSING_LOG,
    NEWER_RELEASE,
    OUTCOME_UNKNOWN,
    SERVER_MOVING,
    STORE_FULL,
    STORE_UNAVAILABLE,
    UNAUTHENTICATED,
    Kind,
    Problem,
    ProblemError,
)

ANYWHERE = (
    UNAUTHENTICATED,
    INTERNAL,
    DAMAGED_RECORD,
    MISSING_LOG,
    NEWER_RELEASE,
    OUTCOME_UNKNOWN,
    SERVER_MOVING,
    STORE_FULL,
    STORE_UNAVAILABLE,
)
"""What any call can meet; a token that is not known is refused even where none is needed."""

SESSION_SCOPE: Final = "session"
"""What a personal token never has: it stands for a log-in by password."""
NO_CONTENT = ResponseSpec(None, generate_examples=False, description="Done; the answer has no body.")
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


def by_status(*kinds: Kind) -> dict[int, ResponseSpec]:
    """The `responses` of a route: these kinds by their status, with an example of each."""
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
