"""The OpenAPI of the account routes, and the problem types that clients branch on."""

from typing import Any

import pytest

from services import problems
from services.api.openapi import ANYWHERE, by_status
from tests.kit.processes import Server
from tests.services.api.accounts.app import Setup, running

pytestmark = pytest.mark.anyio

FROZEN = {
    "bad-request": 400,
    "malformed-json": 400,
    "unauthenticated": 401,
    "wrong-credentials": 401,
    "forbidden": 403,
    "banned": 403,
    "sign-up-closed": 403,
    "invitation-needed": 403,
    "not-found": 404,
    "method-not-allowed": 405,
    "name-taken": 409,
    "too-many-tokens": 409,
    "too-many-webhooks": 409,
    "too-many-tables": 409,
    "stale-version": 409,
    "not-now": 409,
    "undo-barred": 409,
    "nothing-to-confirm": 409,
    "not-parked": 409,
    "body-too-large": 413,
    "unsupported-media-type": 415,
    "not-your-turn": 422,
    "illegal-move": 422,
    "would-reveal": 422,
    "key-reused": 422,
    "too-many-requests": 429,
    "internal": 500,
    "outcome-unknown": 503,
    "store-full": 503,
    "newer-release": 503,
    "damaged-record": 503,
    "missing-log": 503,
    "server-moving": 503,
    "store-unavailable": 503,
    "mail-unavailable": 503,
}


def test_problem_types_are_frozen() -> None:
    assert {slug: kind.status for slug, kind in problems.KINDS.items()} == FROZEN


def test_every_kind_of_a_route_has_its_example() -> None:
    spec = by_status(problems.NAME_TAKEN, problems.STALE_VERSION, problems.BAD_REQUEST, *ANYWHERE)
    examples = {example.summary: example.value for example in spec[409].examples or []}
    assert examples.keys() == {"name-taken", "stale-version"}
    assert getattr(examples["stale-version"], "current_version", None) == 42
    assert {400, 401, 409, 500, 503} == spec.keys()


async def schema(server: Server) -> dict[str, Any]:
    async with running(Setup(server.url)) as site, site.client() as http:
        answer: dict[str, Any] = (await http.get("/schema/openapi.json")).json()
        return answer


async def test_each_operation_says_who_may_call_it_and_what_can_go_wrong(server: Server) -> None:
    spec = await schema(server)
    operations = [
        (f"{method.upper()} {path}", operation)
        for path, methods in spec["paths"].items()
        for method, operation in methods.items()
        if path.startswith("/api/")
    ]
    assert len(operations) == 17
    for name, operation in operations:
        statuses = {status: response.get("content", {}) for status, response in operation["responses"].items()}
        assert {"401", "500", "503"} <= statuses.keys(), name
        for status, content in statuses.items():
            if int(status) >= 400:
                assert list(content) == ["application/problem+json"], (name, status)
                assert content["application/problem+json"]["examples"], (name, status)
        if "requestBody" in operation:
            assert {"400", "413", "415"} <= statuses.keys(), name
        needs_caller = "/me" in name or "invitations" in name or name == "DELETE /api/v1/sessions"
        ways = operation.get("security", [{}])
        assert ({} not in ways and {"cookie": []} in ways) == needs_caller, name


async def test_bodies_and_headers_are_described(server: Server) -> None:
    spec = await schema(server)
    body = spec["components"]["schemas"]["SignUp"]
    assert body["required"] == ["name", "password"]
    [header] = spec["paths"]["/api/v1/users"]["post"]["parameters"]
    assert (header["name"], header["in"], header["required"]) == ("Idempotency-Key", "header", False)


async def test_the_type_of_a_problem_leads_to_its_explanation(server: Server) -> None:
    async with running(Setup(server.url)) as site, site.client() as http:
        refused = await http.get("/api/v1/me")
        page = await http.get(refused.json()["type"])
        assert page.status_code == 200
        assert {key: page.json()[key] for key in ("type", "title", "status")} == {
            key: refused.json()[key] for key in ("type", "title", "status")
        }
        assert (await http.get("/problems/nonsense")).json()["type"] == "/problems/not-found"
