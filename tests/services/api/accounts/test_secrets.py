"""Marked secrets go through every account route, and none of them comes out in a log."""

import io

import pytest

from tests.kit.processes import Server
from tests.services.api.accounts.app import Setup, running
from tests.services.api.accounts.test_routes import assert_problem, bearer

pytestmark = pytest.mark.anyio

MARK = "canary-7f3a"
PASSWORD = f"{MARK}-password"


async def test_no_secret_is_logged(server: Server, log: io.StringIO) -> None:
    async with running(Setup(server.url)) as site, site.client() as http:
        email = f"{MARK}@example.org"
        made = await http.post(
            "/api/v1/users",
            json={"name": "Livia", "password": PASSWORD, "email": email},
            headers={"Idempotency-Key": f"{MARK}-key"},
        )
        mine = bearer(made.json()["token"])
        secrets = [MARK, made.json()["token"]]
        for body in ({"name": "Livia", "password": PASSWORD}, {"name": "Livia", "password": f"{MARK}-wrong"}):
            answer = await http.post("/api/v1/sessions", json=body)
            secrets.append(answer.json().get("token", MARK))
        token = (await http.post("/api/v1/me/tokens", json={"name": "bot"}, headers=mine)).json()["token"]
        invitation = (await http.post("/api/v1/invitations", json={}, headers=mine)).json()["invitation"]
        confirmation = site.outbox.mails[0][2].split("#")[1].split()[0]
        await http.put(f"/api/v1/email-confirmations/{confirmation}")
        await http.post("/api/v1/password-resets", json={"name": "Livia"})
        link = site.outbox.mails[1][2].split("#")[1].split()[0]
        await http.put("/api/v1/me/email", json={"password": PASSWORD, "email": email}, headers=mine)
        await http.put("/api/v1/me/password", json={"password": PASSWORD, "new_password": f"{MARK}-2"}, headers=mine)
        await http.put(f"/api/v1/password-resets/{link}", json={"password": f"{MARK}-3"})
        await http.get("/boom", headers={"X-Secret": MARK, "Cookie": f"other={MARK}"})
        await http.get("/api/v1/me", headers={"Authorization": f"Bearer {MARK}"})
        await http.post("/api/v1/users", content=MARK, headers={"Content-Type": "application/json"})
    written = log.getvalue()
    assert "unexpected_error" in written, "the search looks at what was logged"
    assert [secret for secret in (*secrets, token, invitation, confirmation, link) if secret in written] == []


async def test_what_nobody_expected_is_an_id_outside_and_a_story_inside(server: Server, log: io.StringIO) -> None:
    async with running(Setup(server.url)) as site, site.client() as http:
        answer = await http.get("/boom")
    body = assert_problem(answer, 500, "internal")
    assert "inside story" not in answer.text
    [line] = [line for line in log.getvalue().splitlines() if body["error_id"] in line]
    assert "inside story" in line
