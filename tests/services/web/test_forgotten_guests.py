"""Guests who have not come back are forgotten: they leave their tables, and their accounts go."""

from services.store.keys import KeyKind
from tests.kit.browser import Browser
from tests.kit.http import Site
from tests.services.web.test_home import play
from workers.guests import forget_guests


async def test_a_guest_without_a_session_leaves_the_table_and_is_gone(site: Site, browser: Browser) -> None:
    game = await play(browser, "trajan")
    me = (await browser.http.get("/api/v1/me")).json()
    stored = await site.accounts.stored.of(me["user_id"])
    assert stored is not None
    await site.project()
    assert await forget_guests(site.services) == 0
    await look_after(site, me["user_id"])
    assert await forget_guests(site.services) == 0, "a guest whose session lives is looked after later"
    await site.accounts.credentials.revoke(me["user_id"], ["session"])
    await look_after(site, me["user_id"])
    assert await forget_guests(site.services) == 1
    assert await forget_guests(site.services) == 0

    assert await site.accounts.stored.of(me["user_id"]) is None
    assert await site.accounts.stored.named(me["name"]) is None
    assert "SeatResigned" in [envelope.type for envelope in await site.log(game)]


async def look_after(site: Site, user: str) -> None:
    """Let the time come at which this guest is looked after."""
    await site.services.client.zadd(KeyKind.GUESTS, {user: 0})
