"""Log-in, sign-up and log-out by forms."""

import secrets

import pytest

from tests.kit.browser import Browser, Page, browsing, some_address
from tests.kit.http import PASSWORD, Site


def some_name() -> str:
    return f"Flavia {secrets.token_hex(4)}"


async def signed_up(browser: Browser, name: str, **more: str) -> Page:
    return await browser.send(await browser.open("/sign-up"), "/sign-up", name=name, password=PASSWORD, **more)


def name_shown(page: Page) -> str | None:
    found = page.all("summary", _class="me")
    return "".join(found[0].itertext()).strip()[1:] if found else None


async def test_a_stranger_signs_up_and_is_logged_in(browser: Browser) -> None:
    name = some_name()
    page = await signed_up(browser, name)

    assert (page.status, page.path, name_shown(page)) == (200, "/", name)


async def test_somebody_logs_in_and_out(site: Site, browser: Browser) -> None:
    person = await site.person("Livia")
    page = await browser.send(await browser.open("/login"), "/login", name=person.name, password=PASSWORD)
    assert name_shown(page) == person.name

    cookie = browser.http.cookies["acta"]
    left = await browser.send(await browser.open("/login"), "/logout")
    assert name_shown(left) is None
    browser.http.cookies.set("acta", cookie)
    assert name_shown(await browser.open("/")) is None, "the session has ended, not only its cookie"


@pytest.mark.parametrize("field", ["name", "password"])
async def test_a_wrong_name_or_password_is_told_and_not_which(site: Site, browser: Browser, field: str) -> None:
    person = await site.person("Livia")
    given = {"name": person.name, "password": PASSWORD, field: "something else"}
    page = await browser.send(await browser.open("/login"), "/login", **given)

    assert page.status == 401
    assert page.one("input", name="name").get("value") == given["name"]
    assert "Name or password is wrong" in page.text
    assert PASSWORD not in page.answer.text


async def test_log_in_attempts_are_limited(site: Site) -> None:
    person = await site.person("Livia")
    async with browsing(site, some_address()) as browser:
        page = await browser.open("/login")
        for _ in range(5):
            assert (await browser.send(page, "/login", name=person.name, password="wrong one")).status == 401
        assert (await browser.send(page, "/login", name=person.name, password=PASSWORD)).status == 429


@pytest.mark.parametrize(
    ("back", "leads_to"),
    [
        ("/login?x=1", "/login"),
        ("/users/Ливия", "/users/Ливия"),
        ("//evil.example/", "/"),
        ("https://evil.example/", "/"),
        ("/\\evil.example", "/"),
    ],
)
async def test_one_goes_on_only_to_an_address_of_this_server(browser: Browser, back: str, leads_to: str) -> None:
    page = await signed_up(browser, some_name(), back=back)

    assert page.path == leads_to


async def test_a_name_that_is_taken_is_told_beside_its_field(site: Site, browser: Browser) -> None:
    person = await site.person("Livia")
    page = await signed_up(browser, person.name)

    assert page.status == 409
    assert page.one("input", name="name").get("aria-invalid") == "true"


@pytest.mark.parametrize("spoilt", ["token", "Origin"])
async def test_a_form_from_elsewhere_changes_nothing(browser: Browser, spoilt: str) -> None:
    page, name = await browser.open("/sign-up"), some_name()
    fields = {**page.form("/sign-up"), "name": name, "password": PASSWORD}
    headers = {"Origin": "https://evil.example"} if spoilt == "Origin" else {}
    answer = await browser.post("/sign-up", fields | ({"token": "0-0"} if spoilt == "token" else {}), **headers)

    assert answer.status == 403
    assert answer.one("h1").text == "This page has expired."
    assert (await signed_up(browser, name)).status == 200, "the name is still free"


async def test_the_token_of_a_stranger_is_no_good_once_logged_in(browser: Browser) -> None:
    before = await browser.open("/sign-up")
    await signed_up(browser, some_name())
    answer = await browser.send(before, "/sign-up", name=some_name(), password=PASSWORD)

    assert answer.status == 403
