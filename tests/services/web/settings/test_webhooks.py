"""Webhooks on the settings page: made, renewed, looked through, replayed and deleted by their owner alone."""

import pytest

from domain.kernel.ids import UserId
from tests.kit.browser import Browser, Page, browsing
from tests.kit.http import Person, Site
from tests.kit.mail_server import MailServer
from tests.kit.mail_site import mail_site_on
from tests.kit.people import logged_in
from tests.services.api.tables import started

FORM = "/settings/webhooks"


@pytest.fixture
async def livia(site: Site) -> Person:
    return await site.person("Livia")


@pytest.fixture
async def own(browser: Browser, livia: Person) -> Browser:
    return logged_in(browser, livia)


def posted(page: Page) -> str:
    """What the lists of deliveries say, but for the log of all of them."""
    found = page.one("section", id="webhooks").iter("td")
    return " ".join("".join(cell.itertext()) for cell in found)


async def test_a_webhook_is_made_renewed_and_deleted(site: Site, own: Browser, livia: Person) -> None:
    page = await own.send(await own.open("/settings"), FORM, url="https://hooks.invalid/a", event="game.finished")
    [made] = await site.services.notices.webhooks.of(UserId(livia.user_id))
    assert (made.url, made.events, made.game) == ("https://hooks.invalid/a", ("game.finished",), None)
    assert made.secrets[0].key in page.text
    again = await own.open("/settings")
    assert made.secrets[0].key not in again.answer.text, "it was told once"
    assert "https://hooks.invalid/a" in again.text
    page = await own.send(again, f"{FORM}/{made.id}/secret")
    [renewed] = await site.services.notices.webhooks.of(UserId(livia.user_id))
    assert renewed.secrets[0].key in page.text
    assert renewed.secrets[0] != made.secrets[0]
    await own.send(again, f"{FORM}/{made.id}/end")
    assert await site.services.notices.webhooks.of(UserId(livia.user_id)) == []


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"url": "https://10.0.0.1/"}, "network"),
        ({"url": "http://hooks.invalid/"}, "https"),
        ({"url": ""}, "address"),
        ({"url": "https://hooks.invalid/", "game": "nowhere"}, "no such table"),
    ],
)
async def test_what_cannot_be_posted_to_is_refused(
    site: Site, own: Browser, livia: Person, fields: dict[str, str], said: str
) -> None:
    page = await own.send(await own.open("/settings"), FORM, **fields)
    assert page.status == 422
    assert said in page.text
    assert await site.services.notices.webhooks.of(UserId(livia.user_id)) == []


async def test_what_was_posted_is_listed_and_posted_again(site: Site, own: Browser, livia: Person) -> None:
    marcus = await site.person("Marcus")
    notices = mail_site_on(site, MailServer())
    await notices.read_feed()
    await own.send(await own.open("/settings"), FORM, url="https://hooks.invalid/a")
    [hook] = await site.services.notices.webhooks.of(UserId(livia.user_id))
    await started(livia, marcus)
    await notices.read_feed()
    page = await own.open(f"/settings?hook={hook.id}")
    assert "game.started" in posted(page)
    assert "An event for a webhook" in page.text, "the log of all deliveries tells of it, too"
    for _ in range(12):
        notices.pass_time(3 * 24 * 3_600_000)
        await notices.deliver_all()
    page = await own.open(f"/settings?hook={hook.id}")
    ways = [one.attrib["action"] for one in page.all("form") if one.attrib["action"].endswith("/again")]
    again = next(way for way in ways if way.startswith(FORM))
    await own.send(page, again)
    [resumed] = await site.services.notices.webhooks.of(UserId(livia.user_id))
    assert resumed.stopped == ""
    async with browsing(site) as other:
        stranger = logged_in(other, marcus)
        assert posted(await stranger.open(f"/settings?hook={hook.id}")) == ""
        fields = {"token": (await stranger.open("/settings")).form(FORM)["token"]}
        for way in (again, f"{FORM}/{hook.id}/end", f"{FORM}/{hook.id}/secret"):
            answer = await stranger.post(way, fields)
            assert answer.status == 404
    assert len(await site.services.notices.webhooks.of(UserId(livia.user_id))) == 1
