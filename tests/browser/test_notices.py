"""Notices in a browser: allowed by a click, told to the server, shown while no page of the table is open."""

from playwright.sync_api import Browser, Page

from tests.browser.chromium import window
from tests.endure.acta_server import Acta
from tests.kit.http import PASSWORD
from tests.kit.processes import wait_for
from tests.kit.push_browser import PushBrowser

_PRETEND = """(made) => {
  PushManager.prototype.subscribe = async (asked) => {
    window.asked = asked;
    return {toJSON: () => ({endpoint: made.endpoint, keys: {p256dh: made.p256dh, auth: made.auth}})};
  };
}"""
_WATCH = """() => {
  self.shown = [];
  const show = ServiceWorkerRegistration.prototype.showNotification;
  ServiceWorkerRegistration.prototype.showNotification = function (title, told) {
    self.shown.push([title, told]);
    return show.call(this, title, told);
  };
}"""
MESSAGE = '{"title": "Your turn: Trajan", "body": "It is your turn.", "url": "/games/1"}'


def test_a_browser_is_allowed_by_a_click_and_shows_what_is_sent_to_it(acta: Acta, chromium: Browser) -> None:
    """Chromium's own push service is out of reach here: what it would answer is put in its place."""
    with window(chromium, acta.url) as page:
        page.context.grant_permissions(["notifications"], origin=acta.url)
        page.goto("/sign-up")
        page.locator("main [name=name]").fill("Notata")
        page.locator("main [name=password]").fill(PASSWORD)
        page.locator("main .btn.go").click()
        page.wait_for_url(f"{acta.url}/")
        page.goto("/settings")
        assert page.locator("[data-not-allowed]").is_hidden()
        page.evaluate(_PRETEND, PushBrowser("https://push.invalid/1").fields)
        page.locator("form[data-push-key] button").click()
        page.wait_for_url("**/settings?saved=notices*")
        assert page.locator("[data-browser]").count() == 1
        (worker,) = page.context.service_workers
        worker.evaluate(_WATCH)
        _push(page, acta.url, MESSAGE)
        shown = wait_for(lambda: worker.evaluate("() => self.shown"), seconds=20, what="a notice")
        assert [(title, told["body"], told["data"]) for title, told in shown] == [
            ("Your turn: Trajan", "It is your turn.", {"url": "/games/1"})
        ]


def _push(page: Page, origin: str, message: str) -> None:
    """As if it had come from the push service."""
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(_ids(told)))
    session.send("ServiceWorker.enable")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    assert found
    told = {"origin": origin, "registrationId": found[-1], "data": message}
    session.send("ServiceWorker.deliverPushMessage", told)


def _ids(told: dict[str, list[dict[str, str]]]) -> list[str]:
    return [one["registrationId"] for one in told["registrations"]]
