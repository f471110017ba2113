"""Notices that browsers show: encrypted for each, signed by the server, forgotten once a browser wants none."""

from collections.abc import AsyncIterator

import pytest

from domain.kernel.ids import UserId
from services.notices.targets import push_key, refused_browser
from services.store.push_subscriptions import PushSubscription
from tests.kit.hook_receiver import HookReceiver, answer, hook_receiver
from tests.kit.http import Person
from tests.kit.mail_site import MailSite
from tests.kit.push_browser import PushBrowser, sender_of
from tests.services.api.tables import started


@pytest.fixture
async def service() -> AsyncIterator[HookReceiver]:
    """A push service on this machine, which the operator of the site has allowed by name."""
    async with hook_receiver() as one:
        yield one


async def allow(mail_site: MailSite, person: Person, endpoint: str) -> PushBrowser:
    """A person allows a browser to show notices."""
    browser = PushBrowser(endpoint)
    subscription = PushSubscription(**browser.fields, created=mail_site.tables.now())
    assert await refused_browser(mail_site.services.settings, subscription) is None
    await mail_site.services.notices.push_subscriptions.add(UserId(person.user_id), subscription)
    return browser


async def test_a_turn_is_shown_in_the_browser_and_only_that_browser_can_read_it(
    mail_site: MailSite, anna: Person, brutus: Person, service: HookReceiver
) -> None:
    phone = await allow(mail_site, anna, service.url)
    game = await started(anna, brutus, title="Ides")
    await mail_site.deliver_all()
    [got] = service.received
    assert phone.read(got.body) == {
        "title": "The game has begun, and it is your turn: Taberna “Ides”",
        "body": "The game at Taberna “Ides” has begun, and it is your turn.",
        "url": f"/games/{game}",
    }
    assert b"Ides" not in got.body
    key, claims = sender_of(got)
    assert key == await push_key(mail_site.services.server.signing_key), "what browsers are told to expect"
    assert claims["aud"] == service.url.removesuffix("/acta")
    assert claims["sub"].startswith("mailto:")
    assert 0 < claims["exp"] - mail_site.tables.now() / 1000 <= 24 * 3600
    assert (got.headers["content-encoding"], got.headers["ttl"]) == ("aes128gcm", "86400")
    told = {one["channel"]: one["state"] for one in await mail_site.deliveries(anna)}
    assert told == {"mail": "accepted", "push": "accepted"}


@pytest.mark.parametrize("status", [404, 410])
async def test_a_browser_that_is_gone_is_forgotten_and_the_others_are_told(
    mail_site: MailSite, anna: Person, brutus: Person, service: HookReceiver, status: int
) -> None:
    paths = ("/acta/phone", "/acta/laptop")
    browsers = {path: await allow(mail_site, anna, f"{service.url}{path.removeprefix('/acta')}") for path in paths}
    service.answers = [answer(status)]
    await started(anna, brutus)
    await mail_site.deliver_all()
    gone, told = service.received  # both are asked at once, and either may be the first
    assert {gone.path, told.path} == set(paths)
    assert browsers[told.path].read(told.body)["title"].startswith("The game has begun, and it is your turn")
    [left] = await mail_site.services.notices.push_subscriptions.of(UserId(anna.user_id))
    assert left.endpoint.endswith(told.path)


async def test_what_no_browser_takes_is_tried_again_and_given_up_if_all_are_gone(
    mail_site: MailSite, anna: Person, brutus: Person, service: HookReceiver
) -> None:
    phone = await allow(mail_site, anna, service.url)
    service.answers = [answer(503), answer(201), answer(410)]
    await started(anna, brutus)
    await mail_site.deliver_all()
    assert {one["channel"]: one["state"] for one in await mail_site.deliveries(anna)}["push"] == "waiting"
    mail_site.pass_time(3_600_000)
    await mail_site.deliver_all()
    first, second = (phone.read(one.body) for one in service.received)
    assert first == second
    assert len({one.headers["topic"] for one in service.received}) == 1, "a repeat takes the place of the first"
    await started(anna, brutus)
    await mail_site.deliver_all()
    lost = next(one for one in await mail_site.deliveries(anna) if one["channel"] == "push")
    assert (lost["state"], lost["reason"]) == ("parked", "None of your browsers takes notifications any more.")


async def test_each_way_tells_the_kinds_that_were_chosen_for_it(
    mail_site: MailSite, anna: Person, brutus: Person, service: HookReceiver
) -> None:
    await allow(mail_site, anna, service.url)
    preferences, user = mail_site.services.notices.preferences, UserId(anna.user_id)
    await preferences.change(user, {"digest_hour": 8}, {}, {"turn": False})
    await started(anna, brutus)
    await mail_site.deliver_all()
    assert service.received == []
    await preferences.change(user, {"mail": False}, {}, {"turn": True})
    await started(anna, brutus)
    await mail_site.deliver_all()
    assert len(service.received) == 1, "a browser is told at once, whatever is gathered for a daily mail or not mailed"


@pytest.mark.parametrize("step", [1, 0, -20])
async def test_the_browser_that_came_first_makes_room(mail_site: MailSite, anna: Person, step: int) -> None:
    subscriptions, user = mail_site.services.notices.push_subscriptions, UserId(anna.user_id)
    for number in range(12):  # by a clock that goes on, stands still or is set back
        fields = PushBrowser(f"https://push.example/{number}").fields
        await subscriptions.add(user, PushSubscription(**fields, created=1_000 + step * number))
    kept = [one.endpoint.rpartition("/")[2] for one in await subscriptions.of(user)]
    assert kept == [str(number) for number in range(2, 12)]
    again = PushBrowser("https://push.example/2").fields
    await subscriptions.add(user, PushSubscription(**again, created=1_000))
    kept = [one.endpoint.rpartition("/")[2] for one in await subscriptions.of(user)]
    assert kept == [*map(str, range(3, 12)), "2"], (
        "one that comes again is the last, and nobody has to make room for it"
    )


async def test_it_goes_with_the_account(mail_site: MailSite, anna: Person, service: HookReceiver) -> None:
    subscriptions, user = mail_site.services.notices.push_subscriptions, UserId(anna.user_id)
    await allow(mail_site, anna, service.url)
    told = (await anna.seen("/me/export"))["browsers"]
    assert {one["service"] for one in told} == {"127.0.0.1"}
    stored = await mail_site.site.accounts.stored.of(user)
    assert stored is not None
    await mail_site.site.accounts.stored.delete(stored.account)
    assert await subscriptions.of(user) == []
