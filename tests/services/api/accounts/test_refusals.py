"""Every refusal is the right problem, and nothing changed."""

import json
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

import httpx
import pytest

from services import problems
from tests.kit.processes import Server
from tests.services.api.accounts.app import Running, Setup, running
from tests.services.api.accounts.test_routes import PASSWORD, assert_problem, bearer, sign_up

pytestmark = pytest.mark.anyio

LIVIA = {"name": "Livia", "password": PASSWORD}
JSON = {"Content-Type": "application/json"}
UNKNOWN = {"Authorization": f"Bearer acta_{'A' * 43}"}


class Case(NamedTuple):
    """A request and its refusal. As whom: nobody, livia (admin), gaius, or gaius' personal token with every scope."""

    call: str
    slug: str
    body: Any = None
    content: bytes | None = None
    headers: dict[str, str] = {}
    who: str = ""
    field: str = ""


CASES = {
    # What the body is
    "no JSON": Case("POST /api/v1/users", "malformed-json", content=b"{", headers=JSON),
    "not UTF-8": Case("POST /api/v1/users", "malformed-json", content=b'{"name": "\xff"}', headers=JSON),
    "lone surrogate": Case("POST /api/v1/users", "malformed-json", content=b'{"name": "\\ud800"}', headers=JSON),
    "deep nesting": Case("POST /anything", "malformed-json", content=b'{"a":' * 10_000, headers=JSON),
    "no body": Case("POST /api/v1/users", "bad-request", content=b"", headers=JSON, field="body"),
    "a list": Case("POST /api/v1/users", "bad-request", body=[1], field="body"),
    "null": Case("POST /api/v1/users", "bad-request", content=b"null", headers=JSON, field="body"),
    "a form": Case(
        "POST /api/v1/users",
        "unsupported-media-type",
        content=b"name=Livia",
        headers={"Content-Type": "application/x-www-form-urlencoded"},
    ),
    "no type": Case("POST /api/v1/users", "unsupported-media-type", content=json.dumps(LIVIA).encode()),
    "another charset": Case(
        "POST /api/v1/users",
        "unsupported-media-type",
        content=b"{}",
        headers={"Content-Type": "application/json; charset=utf-16"},
    ),
    "65537 bytes": Case("POST /api/v1/users", "body-too-large", content=b'"' + b"x" * 65_535 + b'"', headers=JSON),
    # What is in it
    "unknown field": Case("POST /api/v1/users", "bad-request", body=LIVIA | {"admin": True}, field="admin"),
    "missing field": Case("POST /api/v1/users", "bad-request", body={"name": "Titus"}, field="password"),
    "wrong type": Case("POST /api/v1/users", "bad-request", body=LIVIA | {"name": 7}, field="name"),
    "number as text": Case(
        "POST /api/v1/me/tokens",
        "bad-request",
        body={"name": "bot", "expires_in_days": "7"},
        who="livia",
        field="expires_in_days",
    ),
    "short name": Case("POST /api/v1/users", "bad-request", body=LIVIA | {"name": "L"}, field="name"),
    "invisible name": Case("POST /api/v1/users", "bad-request", body=LIVIA | {"name": "Li\u200bvia"}, field="name"),
    "short password": Case("POST /api/v1/users", "bad-request", body=LIVIA | {"password": "1234567"}, field="password"),
    "two addresses": Case(
        "POST /api/v1/users", "bad-request", body=LIVIA | {"name": "Titus", "email": "a@b.cd,e@f.gh"}, field="email"
    ),
    "unknown scope": Case(
        "POST /api/v1/me/tokens", "bad-request", body={"name": "b", "scopes": ["all"]}, who="livia", field="scopes[0]"
    ),
    "no scope": Case(
        "POST /api/v1/me/tokens", "bad-request", body={"name": "b", "scopes": []}, who="livia", field="scopes"
    ),
    "no truth": Case("DELETE /api/v1/sessions?all=perhaps", "bad-request", who="livia", field="all"),
    "long key": Case(
        "POST /api/v1/users", "bad-request", body=LIVIA, headers={"Idempotency-Key": "k" * 256}, field="Idempotency-Key"
    ),
    "key with a space": Case(
        "POST /api/v1/users", "bad-request", body=LIVIA, headers={"Idempotency-Key": "k k"}, field="Idempotency-Key"
    ),
    "empty key": Case(
        "POST /api/v1/users", "bad-request", body=LIVIA, headers={"Idempotency-Key": ""}, field="Idempotency-Key"
    ),
    # What is not there
    "unknown route": Case("GET /api/v1/nonsense", "not-found"),
    "nul in the path": Case("GET /api/v1/me%00", "not-found"),
    "wrong method": Case("PATCH /api/v1/me", "method-not-allowed", who="livia"),
    "unknown token id": Case("DELETE /api/v1/me/tokens/nonsense", "not-found", who="livia"),
    "unknown invitation": Case("DELETE /api/v1/invitations/nonsense", "not-found", who="livia"),
    "unknown reset": Case(f"PUT /api/v1/password-resets/acta_{'A' * 43}", "not-found", body={"password": PASSWORD}),
    "nonsense reset": Case("PUT /api/v1/password-resets/nonsense", "not-found", body={"password": PASSWORD}),
    # Who asks
    "name taken": Case("POST /api/v1/users", "name-taken", body=LIVIA | {"name": "LIVIA"}),
    "wrong password": Case("POST /api/v1/sessions", "wrong-credentials", body=LIVIA | {"password": "another one"}),
    "nobody's name": Case("POST /api/v1/sessions", "wrong-credentials", body=LIVIA | {"name": "Nobody"}),
    "wrong current password": Case(
        "PUT /api/v1/me/password",
        "wrong-credentials",
        body={"password": "another one", "new_password": "carpe diem"},
        who="livia",
    ),
    "wrong password for mail": Case(
        "PUT /api/v1/me/email", "wrong-credentials", body={"password": "another one", "email": "a@b.cd"}, who="livia"
    ),
    "anonymous me": Case("GET /api/v1/me", "unauthenticated"),
    "anonymous log-out": Case("DELETE /api/v1/sessions", "unauthenticated"),
    "anonymous tokens": Case("GET /api/v1/me/tokens", "unauthenticated"),
    "anonymous invitation": Case("POST /api/v1/invitations", "unauthenticated", body={}),
    "unknown bearer": Case("GET /api/v1/me", "unauthenticated", headers=UNKNOWN),
    "basic": Case("GET /api/v1/me", "unauthenticated", headers={"Authorization": "Basic bGl2aWE6eA=="}),
    "not ascii": Case("GET /api/v1/me", "unauthenticated", headers={"Authorization": "Bearer \u00e4"}),
    "no admin's invitation": Case("POST /api/v1/invitations", "forbidden", body={}, who="gaius"),
    "no admin's list": Case("GET /api/v1/invitations", "forbidden", who="gaius"),
    "no admin's admin token": Case(
        "POST /api/v1/me/tokens", "forbidden", body={"name": "b", "scopes": ["admin"]}, who="gaius"
    ),
    "token by token": Case("POST /api/v1/me/tokens", "forbidden", body={"name": "another"}, who="token"),
    "password by token": Case(
        "PUT /api/v1/me/password",
        "forbidden",
        body={"password": PASSWORD, "new_password": "carpe diem"},
        who="token",
    ),
    "everywhere by token": Case("DELETE /api/v1/sessions?all=true", "forbidden", who="token"),
}


class Crowd(NamedTuple):
    site: Running
    http: httpx.AsyncClient
    tokens: dict[str, str]


@pytest.fixture(scope="module")
async def crowd(server: Server) -> AsyncIterator[Crowd]:
    """One crowd for all cases: a refusal leaves it as it was."""
    async with running(Setup(server.url)) as site, site.client() as http:
        livia, gaius = [(await sign_up(http, name))["token"] for name in ("Livia", "Gaius")]
        made = await http.post(
            "/api/v1/me/tokens", headers=bearer(gaius), json={"name": "bot", "scopes": ["read", "play"]}
        )
        yield Crowd(site, http, {"livia": livia, "gaius": gaius, "token": made.json()["token"]})


@pytest.mark.parametrize("name", CASES)
async def test_refused_and_nothing_changed(crowd: Crowd, name: str) -> None:
    case = CASES[name]
    before = await crowd.site.everything()
    method, _, path = case.call.partition(" ")
    headers = case.headers | (bearer(crowd.tokens[case.who]) if case.who else {})
    raw = [(key.encode(), value.encode("latin-1")) for key, value in headers.items()]
    content = case.content if case.body is None else json.dumps(case.body).encode()
    raw += [(b"Content-Type", b"application/json")] if case.body is not None else []
    answer = await crowd.http.request(method, path, headers=raw, content=content)
    kind = problems.KINDS[case.slug]
    body = answer.json()
    assert (answer.status_code, body["type"], body["title"]) == (kind.status, kind.type, kind.title("en")), answer.text
    assert [error["field"] for error in body.get("errors", [])] == ([case.field] if case.field else [])
    assert "set-cookie" not in answer.headers
    assert await crowd.site.everything() == before


async def test_a_method_that_does_not_fit_names_those_that_do(crowd: Crowd) -> None:
    answer = await crowd.http.patch("/api/v1/sessions")
    assert_problem(answer, 405, "method-not-allowed")
    assert {"POST", "DELETE"} <= {method.strip() for method in answer.headers["allow"].split(",")}


async def test_an_unknown_caller_is_told_how_to_log_in(crowd: Crowd) -> None:
    answer = await crowd.http.get("/api/v1/me")
    assert answer.headers["www-authenticate"] == "Bearer"
    assert "/api/v1/sessions" in assert_problem(answer, 401, "unauthenticated")["detail"]
