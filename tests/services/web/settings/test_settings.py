"""Settings: each form changes what it names and nothing else, and says what is wrong with what it refuses."""

from datetime import UTC, datetime, timedelta

import pytest

from domain.kernel.ids import UserId
from services.cli.rebuild import rebuild_models
from tests.kit.browser import Browser, Page, fields_of
from tests.kit.http import PASSWORD, Person, Site
from tests.kit.people import logged_in
from tests.services.api.tables import started


@pytest.fixture
async def livia(site: Site) -> Person:
    return await site.person("Livia")


@pytest.fixture
async def own(browser: Browser, livia: Person) -> Browser:
    return logged_in(browser, livia)


async def preferences(site: Site, person: Person) -> object:
    return await site.services.notices.preferences.of(UserId(person.user_id))


async def sent(browser: Browser, action: str, **fields: str) -> Page:
    return await browser.send(await browser.open("/settings"), action, **fields)


async def test_a_form_that_nobody_touched_changes_nothing(site: Site, own: Browser, livia: Person) -> None:
    before = await preferences(site, livia)
    assert "Saved." in (await sent(own, "/settings/notices")).text
    assert "Saved." in (await sent(own, "/settings/look")).text
    assert await preferences(site, livia) == before


async def test_language_and_time_zone_count_at_once(own: Browser) -> None:
    page = await sent(own, "/settings/look", time_zone="Europe/Rome", language="en")
    assert fields_of(page.one("form", action="/settings/look"))["time_zone"] == "Europe/Rome"
    assert (await sent(own, "/settings/look", time_zone="Mars/Olympus")).status == 422


async def test_time_zones_go_by_their_cities_and_by_the_names_that_they_have_today(own: Browser) -> None:
    await sent(own, "/settings/look", time_zone="Africa/Asmera")
    page = await own.open("/settings?lang=de")
    zones = {one.get("value"): one.text for one in page.one("select", name="time_zone").iter("option")}
    assert zones["Europe/Rome"] == "Rom"
    assert zones["Africa/Asmara"] == "Asmara"
    assert "Africa/Asmera" not in zones
    assert fields_of(page.one("form", action="/settings/look"))["time_zone"] == "Africa/Asmara", "it is the same zone"
    assert (await sent(own, "/settings/look", language="tlh")).status == 422


async def test_kinds_quiet_hours_and_the_daily_mail(site: Site, own: Browser, livia: Person) -> None:
    page = await own.open("/settings")
    form = page.form("/settings/notices")
    del form["kind-vote"]
    chosen = {"quiet": "on", "quiet_from": "23:00", "quiet_to": "06:30", "digest": "daily", "digest_hour": "9"}
    await own.post("/settings/notices", {**form, **chosen})
    found = await site.services.notices.preferences.of(UserId(livia.user_id))
    assert (found.kinds.vote, found.kinds.turn, found.digest_hour) == (False, True, 9)
    assert found.quiet_hours is not None
    assert (found.quiet_hours.start, found.quiet_hours.end) == ("23:00", "06:30")
    again = await own.open("/settings")
    assert "quiet" in again.form("/settings/notices")
    assert "kind-vote" not in again.form("/settings/notices")
    refused = await own.post("/settings/notices", {**form, "quiet": "on", "quiet_from": "7", "quiet_to": "7"})
    assert refused.status == 422
    assert "Quiet hours must begin and end" in refused.text


async def test_a_token_is_shown_once_and_can_be_ended(site: Site, own: Browser, livia: Person) -> None:
    made = await sent(own, "/settings/tokens", name="my bot", days="30", scope="read")
    (secret,) = [code.text or "" for code in made.all("code") if (code.text or "").startswith("acta_")]
    reads = Person(site.http, livia.name, livia.user_id, secret)
    assert (await reads.seen("/me"))["scopes"] == ["read"]
    later = await own.open("/settings")
    assert secret not in later.answer.text
    (end,) = {
        form.attrib["action"]
        for row in later.all("tr")
        if "my bot" in "".join(row.itertext())
        for form in row.iter("form")
    }
    await own.send(later, end)
    assert (await reads.get("/me")).status_code == 401


async def test_nobody_makes_a_token_that_may_more_than_they(own: Browser) -> None:
    assert (await sent(own, "/settings/tokens", name="x", days="1", scope="admin")).status == 422
    assert (await sent(own, "/settings/tokens", name="", days="1")).status == 422
    assert (await sent(own, "/settings/tokens", name="x", days="0")).status == 422


async def test_feeds_have_a_secret_address(site: Site, own: Browser) -> None:
    made = await sent(own, "/settings/feeds")
    addresses = [code.text or "" for code in made.all("code") if "/feeds/" in (code.text or "")]
    path = addresses[0].partition("/feeds/")[2]
    assert (await site.http.get(f"/feeds/{path}")).status_code == 200
    ended = await sent(own, "/settings/feeds/end")
    assert "Create address" in ended.text
    assert (await site.http.get(f"/feeds/{path}")).status_code == 404


async def test_a_new_name_and_a_new_password_need_the_old_password(own: Browser, livia: Person) -> None:
    refused = await sent(own, "/settings/name", name="Drusilla", password="wrong")
    assert (refused.status, "That is not your password." in refused.text) == (401, True)
    renamed = await sent(own, "/settings/name", name=f"Drusilla {livia.user_id[:6]}", password=PASSWORD)
    assert f"Drusilla {livia.user_id[:6]}" in renamed.text
    short = await sent(own, "/settings/password", password=PASSWORD, new_password="short")
    assert short.status == 400
    changed = await sent(own, "/settings/password", password=PASSWORD, new_password="festina lentissime")
    assert "Saved." in changed.text


async def test_mail_is_kept_only_if_it_is_one(own: Browser) -> None:
    assert (await sent(own, "/settings/email", password=PASSWORD, email="livia")).status == 400
    kept = await sent(own, "/settings/email", password=PASSWORD, email="livia@example.org")
    assert kept.form("/settings/email")["email"] == "livia@example.org"


async def test_being_away_is_told_to_every_table(site: Site, own: Browser, livia: Person) -> None:
    game = await started(livia, await site.person("Marcus"), clock={"turn_seconds": 86_400, "vacation_days": 14})
    await rebuild_models(site.services, lambda _: None)
    today = datetime.now(UTC).date()
    days = {"from": f"{today + timedelta(days=2)}", "until": f"{today + timedelta(days=5)}"}
    told = await sent(own, "/settings/away", **days)
    assert [link for link in told.all("a") if link.get("href") == f"/games/{game}"]
    assert "fits" in told.text
    (clock,) = [one for one in (await livia.seen(f"/games/{game}"))["clock"]["seats"] if one["seat"] == 0]
    assert clock["away_from"].startswith(days["from"])
    long = await sent(own, "/settings/away", **{**days, "until": f"{today + timedelta(days=60)}"})
    assert long.status == 422, "longer than the days of one's own"


@pytest.mark.parametrize(
    "days", [("", ""), ("2126-01-01", "2126-01-05"), ("x", "2026-01-01"), ("9999-12-31", "9999-12-31")]
)
async def test_days_that_are_none_are_refused(own: Browser, days: tuple[str, str]) -> None:
    refused = await sent(own, "/settings/away", **{"from": days[0], "until": days[1]})
    assert refused.status == 422


async def test_a_deleted_account_is_gone(site: Site, own: Browser, livia: Person) -> None:
    assert (await sent(own, "/settings/delete", password="wrong")).status == 401
    await sent(own, "/settings/delete", password=PASSWORD)
    assert (await site.stranger.get(f"/users/{livia.user_id}")).status_code == 404


async def test_whoever_is_logged_out_is_led_to_the_log_in(browser: Browser) -> None:
    assert (await browser.open("/settings")).path == "/login"
