"""The web session's cookie: strict where it can be, good only for our own pages, never adopted from outside."""

from collections.abc import AsyncIterator

import httpx
import pytest

from tests.kit.processes import Server
from tests.services.api.accounts.app import ORIGIN, Running, Setup, running
from tests.services.api.accounts.test_routes import PASSWORD, assert_problem, bearer, sign_up

pytestmark = pytest.mark.anyio

CREDENTIALS = {"name": "Livia", "password": PASSWORD}
OURS = {"Origin": ORIGIN, "Sec-Fetch-Site": "same-origin"}


@pytest.fixture(scope="module")
async def site(server: Server) -> AsyncIterator[Running]:
    async with running(Setup(server.url)) as one:
        async with one.client() as http:
            await sign_up(http)
        yield one


@pytest.fixture
async def http(site: Running) -> AsyncIterator[httpx.AsyncClient]:
    async with site.client() as client:
        yield client


async def log_in(http: httpx.AsyncClient) -> str:
    answer = await http.post("/api/v1/sessions", json=CREDENTIALS)
    assert answer.status_code == 200
    token: str = answer.json()["token"]
    return token


async def test_on_https_the_cookie_is_strict(http: httpx.AsyncClient) -> None:
    answer = await http.post("/api/v1/sessions", json=CREDENTIALS)
    session, device = answer.headers.get_list("set-cookie")
    for cookie, wanted, seconds in ((session, "__Host-acta", 7776000), (device, "__Host-acta-device", 31536000)):
        name, _, rest = cookie.partition("=")
        flags = {flag.strip().lower() for flag in rest.split(";")[1:]}
        assert name == wanted
        assert flags == {"httponly", f"max-age={seconds}", "path=/", "samesite=lax", "secure"}
    assert (await http.get("/api/v1/me")).json()["name"] == "Livia"


async def test_the_weaker_name_means_nothing_on_a_strict_server(http: httpx.AsyncClient) -> None:
    token = await log_in(http)
    http.cookies.clear()
    assert_problem(await http.get("/api/v1/me", headers={"Cookie": f"acta={token}"}), 401, "unauthenticated")


async def test_a_planted_id_is_never_adopted(site: Running, http: httpx.AsyncClient) -> None:
    planted = "acta_" + "A" * 43
    answer = await http.post("/api/v1/sessions", json=CREDENTIALS, headers={"Cookie": f"__Host-acta={planted}"})
    assert answer.status_code == 200, "a dead cookie does not stand in the way"
    assert all(planted not in cookie for cookie in answer.headers.get_list("set-cookie"))
    assert await site.accounts.credentials.principal(planted) is None


async def test_each_log_in_has_its_own_id(http: httpx.AsyncClient) -> None:
    assert await log_in(http) != await log_in(http)


async def test_log_out_clears_the_cookie(http: httpx.AsyncClient) -> None:
    await log_in(http)
    answer = await http.delete("/api/v1/sessions", headers=OURS)
    assert answer.status_code == 204
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert_problem(await http.get("/api/v1/me"), 401, "unauthenticated")


FROM = {
    "our page": (OURS, True),
    "our page, origin alone": ({"Origin": ORIGIN}, True),
    "our page, site alone": ({"Sec-Fetch-Site": "same-origin"}, True),
    "typed by hand": ({"Sec-Fetch-Site": "none"}, True),
    "silence": ({}, False),
    "another site": ({"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}, False),
    "another site, origin alone": ({"Origin": "https://evil.example"}, False),
    "a sibling": ({"Origin": "https://blog.acta.example", "Sec-Fetch-Site": "same-site"}, False),
    "another port": ({"Origin": "https://acta.example:8443"}, False),
    "plain http": ({"Origin": "http://acta.example"}, False),
    "a sandbox": ({"Origin": "null"}, False),
    "a longer name": ({"Origin": "https://acta.example.evil.example"}, False),
    "two stories": ({"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"}, False),
    "not ascii": ({"Origin": "https://\u00e4cta.example"}, False),
}


def raw(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]


@pytest.mark.parametrize("where", FROM)
async def test_a_cookie_changes_things_only_from_our_own_pages(http: httpx.AsyncClient, where: str) -> None:
    headers, is_ours = FROM[where]
    await log_in(http)
    answer = await http.post("/play", headers=raw(headers))
    if is_ours:
        assert answer.status_code == 204
    else:
        assert_problem(answer, 403, "forbidden")
    assert (await http.get("/api/v1/me", headers=raw(headers))).status_code == 200, "looking is no change"


@pytest.mark.parametrize("where", FROM)
async def test_a_bearer_token_counts_from_anywhere(http: httpx.AsyncClient, where: str) -> None:
    token = await log_in(http)
    headers = raw(FROM[where][0] | bearer(token))
    for _ in ("with the cookie", "without"):
        answer = await http.post("/play", headers=headers)
        assert answer.status_code == 204
        http.cookies.clear()


async def test_another_sites_page_logs_nobody_in(site: Running, http: httpx.AsyncClient) -> None:
    before = await site.everything()
    foreign = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
    assert_problem(await http.post("/api/v1/sessions", json=CREDENTIALS, headers=foreign), 403, "forbidden")
    assert await site.everything() == before
