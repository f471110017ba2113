"""Account calls while Redis is silent: 503, never 500, and safe to repeat."""

import pytest

from services.store.accounts import Passwords
from tests.kit.processes import Server
from tests.services.api.accounts.app import Setup, running
from tests.services.api.accounts.test_routes import PASSWORD, assert_problem, bearer, sign_up

pytestmark = pytest.mark.anyio

LIVIA = {"name": "Livia", "password": PASSWORD}


async def test_without_redis_a_call_is_answered_503(server: Server) -> None:
    async with running(Setup(server.url, impatient=True)) as site, site.client() as http:
        token = (await sign_up(http))["token"]
        server.freeze()
        try:
            asked = await http.get("/api/v1/me", headers=bearer(token))
            changed = await http.post("/api/v1/users", json=LIVIA | {"name": "Titus"})
        finally:
            server.thaw()
        assert_problem(asked, 503, "store-unavailable")
        assert_problem(changed, 503, "store-unavailable")


async def test_a_sign_up_without_an_answer_can_be_repeated(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    hash_password = Passwords.hash

    async def hash_and_freeze(passwords: Passwords, password: str) -> str:
        hashed = await hash_password(passwords, password)
        server.freeze()
        return hashed

    async with running(Setup(server.url, impatient=True)) as site, site.client() as http:
        with monkeypatch.context() as between:
            between.setattr(Passwords, "hash", hash_and_freeze)
            unknown = await http.post("/api/v1/users", json=LIVIA, headers={"Idempotency-Key": "k"})
        server.thaw()
        assert "Idempotency-Key" in assert_problem(unknown, 503, "outcome-unknown")["detail"]
        assert unknown.headers["retry-after"] == "1"
        answer = await http.post("/api/v1/users", json=LIVIA, headers={"Idempotency-Key": "k"})
        assert answer.status_code == 201
        assert (await site.accounts.log_in("Livia", PASSWORD)).account.user_id == answer.json()["user_id"]
