"""A mail address is believed when its owner answers. Until then it gets one mail, whoever names it how often."""

from collections.abc import AsyncIterator

import httpx
import pytest

from tests.kit.processes import Server
from tests.services.api.accounts.app import OUTSIDE, Running, Setup, running
from tests.services.api.accounts.test_routes import PASSWORD, assert_problem, bearer, confirm, sign_up

pytestmark = pytest.mark.anyio

ADDRESS = "livia@example.org"
ASK = "/api/v1/me/email/confirmations"
CONFIRM = "/api/v1/email-confirmations"


@pytest.fixture
async def site(server: Server) -> AsyncIterator[Running]:
    async with running(Setup(server.url)) as one:
        yield one


@pytest.fixture
async def http(site: Running) -> AsyncIterator[httpx.AsyncClient]:
    async with site.client() as client:
        yield client


async def email_of(http: httpx.AsyncClient, token: str) -> tuple[str, bool]:
    me = (await http.get("/api/v1/me", headers=bearer(token))).json()
    return me["email"], me["email_confirmed"]


async def test_an_address_is_confirmed_by_the_link_in_the_one_mail_that_it_gets(
    site: Running, http: httpx.AsyncClient
) -> None:
    token = (await sign_up(http, email=ADDRESS))["token"]
    [(to, _, text)] = site.outbox.mails
    assert (to, "Livia" in text) == (ADDRESS, True)
    assert await email_of(http, token) == (ADDRESS, False)
    await confirm(site, http)
    assert await email_of(http, token) == (ADDRESS, True)
    assert_problem(await http.post(ASK, headers=bearer(token)), 409, "nothing-to-confirm")


async def test_a_password_is_not_reset_through_an_address_that_nobody_confirmed(
    site: Running, http: httpx.AsyncClient
) -> None:
    await sign_up(http, email=ADDRESS)
    assert (await http.post("/api/v1/password-resets", json={"name": "Livia"})).status_code == 202
    assert len(site.outbox.mails) == 1, "the confirmation alone"


async def test_another_address_is_to_be_confirmed_anew_and_an_older_link_says_nothing_of_it(
    site: Running, http: httpx.AsyncClient
) -> None:
    token = (await sign_up(http, email=ADDRESS))["token"]
    older = site.outbox.mails[0][2].split("#")[1].split()[0]
    change = {"password": PASSWORD, "email": "drusilla@example.org"}
    assert (await http.put("/api/v1/me/email", headers=bearer(token), json=change)).status_code == 204
    assert [mail[0] for mail in site.outbox.mails] == [ADDRESS, "drusilla@example.org"]
    assert_problem(await http.put(f"{CONFIRM}/{older}"), 404, "not-found")
    assert await email_of(http, token) == ("drusilla@example.org", False)
    await confirm(site, http)
    assert await email_of(http, token) == ("drusilla@example.org", True)


async def test_a_mailbox_gets_one_confirmation_however_many_accounts_name_it(
    site: Running, http: httpx.AsyncClient
) -> None:
    tokens = [
        (await sign_up(http, f"Livia {number}", email=email))["token"]
        for number, email in enumerate(
            [ADDRESS, ADDRESS, ADDRESS.upper(), "livia+1@example.org", "livia+2@example.org"]
        )
    ]
    assert len(site.outbox.mails) == 1
    assert_problem(await http.post(ASK, headers=bearer(tokens[1])), 429, "too-many-requests")
    assert len(site.outbox.mails) == 1


async def test_a_sender_is_limited_by_account_and_by_network_address(site: Running) -> None:
    async with site.client(OUTSIDE) as http:
        for number in range(5):
            token = (await sign_up(http, f"Livia {number}"))["token"]
            for other in range(4):
                change = {"password": PASSWORD, "email": f"livia{number}{other}@example.org"}
                changed = await http.put("/api/v1/me/email", headers=bearer(token), json=change)
                assert changed.status_code == 204, "what is not sent refuses nothing"
            sent = len(site.outbox.mails)
            assert sent == min(3 * (number + 1), 10), "three an account and ten a network address in an hour"


async def test_a_mail_that_the_server_could_not_send_may_be_asked_for_again(
    site: Running, http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = (await sign_up(http))["token"]
    monkeypatch.setattr(site.outbox, "away", True)
    change = {"password": PASSWORD, "email": ADDRESS}
    assert (await http.put("/api/v1/me/email", headers=bearer(token), json=change)).status_code == 204
    monkeypatch.setattr(site.outbox, "away", False)
    assert (await http.post(ASK, headers=bearer(token))).status_code == 202
    assert len(site.outbox.mails) == 1


async def test_without_a_mail_server_nobody_waits_for_a_mail(server: Server) -> None:
    async with running(Setup(server.url, sends_mail=False)) as site, site.client() as http:
        token = (await sign_up(http, email=ADDRESS))["token"]
        assert_problem(await http.post(ASK, headers=bearer(token)), 503, "mail-unavailable")
