"""The account routes: what they do, and that a refusal changes nothing."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from tests.kit.processes import Server
from tests.services.api.accounts.app import Running, Setup, running

pytestmark = pytest.mark.anyio

PASSWORD = "festina lente"


@pytest.fixture
async def site(server: Server) -> AsyncIterator[Running]:
    async with running(Setup(server.url)) as one:
        yield one


@pytest.fixture
async def http(site: Running) -> AsyncIterator[httpx.AsyncClient]:
    async with site.client() as client:
        yield client


async def sign_up(http: httpx.AsyncClient, name: str = "Livia", **more: str) -> dict[str, Any]:
    answer = await http.post("/api/v1/users", json={"name": name, "password": PASSWORD, **more})
    assert answer.status_code == 201, answer.text
    http.cookies.clear()
    body: dict[str, Any] = answer.json()
    return body


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def confirm(site: Running, http: httpx.AsyncClient) -> None:
    """Do what the newest mail asks for, and take it out of the box."""
    secret = site.outbox.mails.pop()[2].split("https://acta.example/confirm-email#")[1].split()[0]
    assert (await http.put(f"/api/v1/email-confirmations/{secret}")).status_code == 204


def assert_problem(answer: httpx.Response, status: int, slug: str) -> dict[str, Any]:
    body: dict[str, Any] = answer.json()
    assert (answer.status_code, body["type"], body["status"]) == (status, f"/problems/{slug}", status), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert body["detail"]
    assert body["instance"] == answer.request.url.path
    return body


async def test_a_stranger_does_not_lock_the_owner_out(site: Running, http: httpx.AsyncClient) -> None:
    made = await sign_up(http)
    right = {"name": "Livia", "password": PASSWORD}
    async with site.client(address="203.0.113.1") as home, site.client(address="203.0.113.2") as stranger:
        assert (await home.post("/api/v1/sessions", json=right)).status_code == 200
        wrong = right | {"password": "not it, alas"}
        guesses = [await stranger.post("/api/v1/sessions", json=wrong) for _ in range(6)]
        assert_problem(guesses[-1], 429, "too-many-requests")
        change = {"password": PASSWORD, "new_password": "lente festina"}
        assert (await http.put("/api/v1/me/password", json=change, headers=bearer(made["token"]))).status_code == 200
        answer = await home.post("/api/v1/sessions", json=right | {"password": "lente festina"})
        assert answer.status_code == 200, answer.text
        stranger.cookies.set("__Host-acta-device", f"{'0' * 32}-{'0' * 64}", domain="acta.example")
        assert_problem(await stranger.post("/api/v1/sessions", json=right), 429, "too-many-requests")
        guesses = [await home.post("/api/v1/sessions", json=wrong) for _ in range(6)]
        assert_problem(guesses[-1], 429, "too-many-requests")


async def test_sign_up_log_in_and_ask_who_i_am(http: httpx.AsyncClient) -> None:
    made = await sign_up(http, email="livia@example.org")
    assert made.keys() == {"user_id", "name", "token"}
    session = await http.post("/api/v1/sessions", json={"name": "LIVIA", "password": PASSWORD})
    assert session.status_code == 200
    assert session.json().keys() == {"user_id", "token"}
    http.cookies.clear()
    me = (await http.get("/api/v1/me", headers=bearer(session.json()["token"]))).json()
    assert me.pop("created_at").endswith("Z")
    assert me == {
        "user_id": made["user_id"],
        "name": "Livia",
        "email": "livia@example.org",
        "email_confirmed": False,
        "admin": True,
        "bot": False,
        "scopes": ["admin", "play", "read"],
    }


async def test_log_out_ends_this_session_only(http: httpx.AsyncClient) -> None:
    first = (await sign_up(http))["token"]
    second = (await http.post("/api/v1/sessions", json={"name": "Livia", "password": PASSWORD})).json()["token"]
    http.cookies.clear()
    assert (await http.delete("/api/v1/sessions", headers=bearer(first))).status_code == 204
    assert_problem(await http.get("/api/v1/me", headers=bearer(first)), 401, "unauthenticated")
    assert (await http.get("/api/v1/me", headers=bearer(second))).status_code == 200


async def test_log_out_everywhere(http: httpx.AsyncClient) -> None:
    first = (await sign_up(http))["token"]
    second = (await http.post("/api/v1/sessions", json={"name": "Livia", "password": PASSWORD})).json()["token"]
    http.cookies.clear()
    assert (await http.delete("/api/v1/sessions?all=true", headers=bearer(first))).status_code == 204
    for token in (first, second):
        assert_problem(await http.get("/api/v1/me", headers=bearer(token)), 401, "unauthenticated")


async def test_change_the_password(http: httpx.AsyncClient) -> None:
    old = (await sign_up(http))["token"]
    answer = await http.put(
        "/api/v1/me/password", headers=bearer(old), json={"password": PASSWORD, "new_password": "carpe diem"}
    )
    assert answer.status_code == 200
    http.cookies.clear()
    assert_problem(await http.get("/api/v1/me", headers=bearer(old)), 401, "unauthenticated")
    assert (await http.get("/api/v1/me", headers=bearer(answer.json()["token"]))).status_code == 200
    refused = await http.post("/api/v1/sessions", json={"name": "Livia", "password": PASSWORD})
    assert_problem(refused, 401, "wrong-credentials")


async def test_change_and_remove_the_mail_address(http: httpx.AsyncClient) -> None:
    mine = bearer((await sign_up(http))["token"])
    for email in ("livia@palatine.example", ""):
        answer = await http.put("/api/v1/me/email", headers=mine, json={"password": PASSWORD, "email": email})
        assert answer.status_code == 204
        assert (await http.get("/api/v1/me", headers=mine)).json()["email"] == email


async def test_a_personal_token_does_what_its_scopes_say_until_it_is_ended(http: httpx.AsyncClient) -> None:
    mine = bearer((await sign_up(http))["token"])
    made = (await http.post("/api/v1/me/tokens", headers=mine, json={"name": "bot", "scopes": ["read"]})).json()
    theirs = bearer(made["token"])
    assert (await http.get("/api/v1/me", headers=theirs)).json()["scopes"] == ["read"]
    assert_problem(await http.post("/play", headers=theirs), 403, "forbidden")
    listed = (await http.get("/api/v1/me/tokens", headers=mine)).json()["items"]
    assert [(one["kind"], one["name"], one["current"]) for one in listed] == [
        ("personal", "bot", False),
        ("session", "", True),
    ]
    assert made["token"] not in str(listed)
    assert (await http.delete(f"/api/v1/me/tokens/{made['id']}", headers=mine)).status_code == 204
    assert_problem(await http.get("/api/v1/me", headers=theirs), 401, "unauthenticated")
    assert_problem(await http.delete(f"/api/v1/me/tokens/{made['id']}", headers=mine), 404, "not-found")


async def test_a_token_made_twice_with_one_key_exists_once(http: httpx.AsyncClient) -> None:
    mine = bearer((await sign_up(http))["token"]) | {"Idempotency-Key": "k-1"}
    first, again = [(await http.post("/api/v1/me/tokens", headers=mine, json={"name": "bot"})).json() for _ in "12"]
    assert "repeated" not in first
    assert again["repeated"] is True
    assert first["id"] == again["id"]
    items = (await http.get("/api/v1/me/tokens", headers=mine)).json()["items"]
    assert [one["kind"] for one in items].count("personal") == 1
    assert_problem(await http.post("/api/v1/me/tokens", headers=mine, json={"name": "x"}), 422, "key-reused")


async def test_a_sign_up_repeated_with_its_key_is_answered_again(http: httpx.AsyncClient) -> None:
    body, key = {"name": "Livia", "password": PASSWORD}, {"Idempotency-Key": "k-1"}
    first, again = [await http.post("/api/v1/users", headers=key, json=body) for _ in "12"]
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json()["user_id"] == first.json()["user_id"]
    assert again.json()["repeated"] is True
    assert_problem(await http.post("/api/v1/users", json=body), 409, "name-taken")
    other = await http.post("/api/v1/users", headers=key, json=body | {"password": "another one"})
    assert_problem(other, 422, "key-reused")


async def test_mail_about_an_account_comes_in_the_language_of_whoever_asks(
    site: Running, http: httpx.AsyncClient
) -> None:
    await sign_up(http, email="livia@example.org")
    await confirm(site, http)
    asked = await http.post(
        "/api/v1/password-resets", json={"name": "livia"}, headers={"Accept-Language": "ru-RU, en;q=0.1"}
    )
    assert asked.json()["message"].startswith("Если такая учётная запись есть")
    [(_, subject, _)] = site.outbox.mails
    assert subject == "Новый пароль для Acta"


async def test_a_lost_password_is_reset_by_mail_once(site: Running, http: httpx.AsyncClient) -> None:
    token = (await sign_up(http, email="livia@example.org"))["token"]
    await confirm(site, http)
    asked = await http.post("/api/v1/password-resets", json={"name": "livia"})
    assert asked.status_code == 202
    [(to, _, text)] = site.outbox.mails
    assert to == "livia@example.org"
    secret = text.split("https://acta.example/reset-password#")[1].split()[0]
    for expected in (200, 404):
        answer = await http.put(f"/api/v1/password-resets/{secret}", json={"password": "carpe diem"})
        assert answer.status_code == expected
    assert_problem(await http.get("/api/v1/me", headers=bearer(token)), 401, "unauthenticated")
    session = await http.post("/api/v1/sessions", json={"name": "Livia", "password": "carpe diem"})
    assert session.status_code == 200


async def test_a_reset_for_nobody_and_for_no_address_looks_the_same(site: Running, http: httpx.AsyncClient) -> None:
    await sign_up(http)
    before = await site.everything()
    answers = [await http.post("/api/v1/password-resets", json={"name": name}) for name in ("Livia", "Nobody")]
    assert [one.status_code for one in answers] == [202, 202]
    assert answers[0].content == answers[1].content
    assert site.outbox.mails == []
    assert await site.everything() == before


async def test_without_mail_a_reset_says_whom_to_ask(server: Server) -> None:
    async with running(Setup(server.url, sends_mail=False)) as site, site.client() as http:
        answer = await http.post("/api/v1/password-resets", json={"name": "Livia"})
        assert "operator" in assert_problem(answer, 503, "mail-unavailable")["detail"]


async def test_invitations(server: Server) -> None:
    async with running(Setup(server.url, sign_up="invite")) as site, site.client() as http:
        newcomer = {"name": "Livia", "password": PASSWORD}
        assert_problem(await http.post("/api/v1/users", json=newcomer), 403, "invitation-needed")
        _, secret = await site.accounts.create_admin("Augustus")
        await site.accounts.reset_password(secret, PASSWORD)
        session = await http.post("/api/v1/sessions", json={"name": "Augustus", "password": PASSWORD})
        http.cookies.clear()
        admin = bearer(session.json()["token"])
        made = (await http.post("/api/v1/invitations", headers=admin, json={"note": "for Livia"})).json()
        assert made["link"] == f"https://acta.example/sign-up#{made['invitation']}"
        livia = await sign_up(http, invitation=made["invitation"])
        again = await http.post("/api/v1/users", json=newcomer | {"name": "Gaius", "invitation": made["invitation"]})
        assert "has been used" in assert_problem(again, 403, "invitation-needed")["detail"]
        [listed] = (await http.get("/api/v1/invitations", headers=admin)).json()["items"]
        assert (listed["note"], listed["spent_by"]) == ("for Livia", livia["user_id"])
        assert_problem(await http.get("/api/v1/invitations", headers=bearer(livia["token"])), 403, "forbidden")
        other = (await http.post("/api/v1/invitations", headers=admin, json={})).json()
        assert (await http.delete(f"/api/v1/invitations/{other['id']}", headers=admin)).status_code == 204
        late = await http.post("/api/v1/users", json=newcomer | {"name": "Gaius", "invitation": other["invitation"]})
        assert "withdrawn" in assert_problem(late, 403, "invitation-needed")["detail"]


async def test_a_closed_server(server: Server) -> None:
    async with running(Setup(server.url, sign_up="closed")) as site, site.client() as http:
        answer = await http.post("/api/v1/users", json={"name": "Livia", "password": PASSWORD})
        assert_problem(answer, 403, "sign-up-closed")
        assert await site.everything() == {}
