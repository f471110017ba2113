"""Browsers that show notices, on the settings page: how they are allowed, chosen for, refused and ended."""

import pytest

from domain.kernel.ids import UserId
from services.notices.targets import push_key
from tests.kit.browser import Browser, Page
from tests.kit.http import Person, Site
from tests.kit.people import logged_in
from tests.kit.push_browser import PushBrowser

FORM, ENDPOINT = "/settings/browsers", "https://push.invalid/a-secret"


@pytest.fixture
async def livia(site: Site) -> Person:
    return await site.person("Livia")


@pytest.fixture
async def own(browser: Browser, livia: Person) -> Browser:
    return logged_in(browser, livia)


async def allowed(own: Browser, **fields: str) -> Page:
    return await own.send(await own.open("/settings"), FORM, **{**PushBrowser(ENDPOINT).fields, **fields})


async def test_a_browser_is_allowed_and_ended(site: Site, own: Browser, livia: Person) -> None:
    page = await own.open("/settings")
    form = page.one("form", action=FORM)
    assert "hidden" in form.attrib, "a script shows it where it can be done"
    assert form.attrib["data-push-key"] == await push_key(site.services.server.signing_key)
    page = await allowed(own)
    assert "Saved." in page.text
    assert ENDPOINT not in page.answer.text, "whoever knows the address could send something"
    [kept] = await site.services.notices.push_subscriptions.of(UserId(livia.user_id))
    assert (kept.endpoint, len(page.all("*", **{"data-browser": kept.id}))) == (ENDPOINT, 1)
    await own.send(page, f"{FORM}/{kept.id}/end")
    assert await site.services.notices.push_subscriptions.of(UserId(livia.user_id)) == []


async def test_each_way_has_its_kinds(site: Site, own: Browser, livia: Person) -> None:
    form = (await own.open("/settings")).form("/settings/notices")
    del form["push-turn"]
    await own.post("/settings/notices", {**form, "push-started": "on"})
    chosen = await site.services.notices.preferences.of(UserId(livia.user_id))
    assert (chosen.push.turn, chosen.push.started, chosen.kinds.turn) == (False, True, True)
    again = (await own.open("/settings")).form("/settings/notices")
    assert ("push-turn" in again, "push-started" in again, "kind-turn" in again) == (False, True, True)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"endpoint": "https://10.0.0.1/push"}, "network"),
        ({"endpoint": "http://push.invalid/"}, "https"),
        ({"endpoint": "nothing"}, "address"),
        ({"p256dh": "AAAA"}, "keys"),
        ({"auth": ""}, "keys"),
    ],
)
async def test_a_browser_that_cannot_be_reached_is_refused(
    site: Site, own: Browser, livia: Person, fields: dict[str, str], said: str
) -> None:
    page = await allowed(own, **fields)
    assert page.status == 422
    assert said in page.text
    assert await site.services.notices.push_subscriptions.of(UserId(livia.user_id)) == []
