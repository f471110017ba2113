"""A page that nobody touches comes to rest, and nothing goes on in a tab that nobody sees."""

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.bench import idle
from tests.browser.chromium import PHONE, WIDE, window
from tests.browser.resting import assert_it_rests, note_what_runs
from tests.browser.test_pointing import SLUGS, sit_down
from tests.endure.acta_server import Acta

pytestmark = pytest.mark.timeout(300)

_HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Chromium without a window takes every tab for one that is seen."""
_MARKED = """() => [...document.querySelectorAll("main svg [data-handle]:not([data-aside]) [stroke-dasharray]")]
  .map((one) => getComputedStyle(one))
  .filter(({animationName, stroke}) => animationName === "walk" && stroke !== "none").length"""
_COUNT_FETCHES = """() => {
  const {fetch} = window;
  window.fetched = 0;
  window.fetch = (...asked) => { window.fetched += 1; return fetch(...asked); };
}"""

_BUSY = "data:text/html,<script>setInterval(() => { for (let i = 0; i < 1e7; i += 1); }, 1)</script>"
_SCORED = "() => localStorage.getItem(`scored ${document.querySelector('main').dataset.id}`)"
_TELL_SCORING = """async () => {
  const table = document.querySelector("script[src$='table/table.js']").src;
  const {tellScoring} = await import(new URL("./shows.js", table));
  document.querySelector("main").dataset.scored = 1_000_000;
  void tellScoring();
}"""


@pytest.mark.parametrize("slug", SLUGS)
def test_a_table_comes_to_rest_and_still_shows_what_can_be_chosen(acta: Acta, chromium: Browser, slug: str) -> None:
    with window(chromium, acta.url) as page:
        note_what_runs(page)
        table = sit_down(page, slug)
        table.wait_for_turn()
        table.wait_for_choice()
        assert_it_rests(page)
        assert page.evaluate(_MARKED) > 0


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["1280", "390"])
def test_other_pages_come_to_rest(acta: Acta, chromium: Browser, size: ViewportSize) -> None:
    with window(chromium, acta.url, size) as page:
        page.emulate_media(reduced_motion="no-preference")
        note_what_runs(page)
        sit_down(page, "concordia").wait_for_turn()
        game = page.url.partition("?")[0]
        for address in (
            "/",
            "/tables",
            "/new",
            "/people",
            "/rules/trajan",
            "/proof",
            f"{game}/replay",
            f"{game}/record",
        ):
            page.goto(address)
            assert_it_rests(page)


def test_a_replay_goes_on_only_while_it_is_seen(acta: Acta, chromium: Browser) -> None:
    with window(chromium, acta.url) as page:
        sit_down(page, "concordia").wait_for_turn()
        page.clock.install()
        page.goto(f"{page.url.partition('?')[0]}/replay?at=1")
        page.locator("[data-play]").click()
        page.evaluate(_COUNT_FETCHES)
        page.evaluate(_HIDE, True)
        page.clock.run_for(60_000)
        assert page.evaluate("() => fetched") == 0
        page.evaluate(_HIDE, False)
        page.wait_for_function("() => document.getElementById('replay').dataset.version > 1")


def test_a_scoring_waits_until_it_is_seen(acta: Acta, chromium: Browser) -> None:
    """What is shown once is not shown to nobody."""
    with window(chromium, acta.url) as page:
        sit_down(page, "concordia").wait_for_turn()
        page.evaluate(_HIDE, True)
        kept = page.evaluate(_SCORED)
        page.evaluate(_TELL_SCORING)
        assert page.evaluate(_SCORED) == kept
        page.evaluate(_HIDE, False)
        page.wait_for_function(f"(kept) => ({_SCORED})() !== kept", arg=kept)


def test_moments_are_told_anew_only_while_they_are_seen(acta: Acta, chromium: Browser) -> None:
    with window(chromium, acta.url) as page:
        sit_down(page, "concordia").wait_for_turn()
        page.clock.install()
        page.goto("/")
        moment = "time[data-moment]"
        page.wait_for_selector(moment)
        page.evaluate(_HIDE, True)
        page.locator(moment).first.evaluate("(one) => { one.textContent = 'once'; }")
        page.clock.run_for(120_000)
        assert _told(page) == "once"
        page.evaluate(_HIDE, False)
        assert _told(page) not in {"once", ""}


def _told(page: Page) -> str:
    return page.locator("time[data-moment]").first.inner_text()


def test_what_an_open_page_takes_is_measured(acta: Acta, chromium: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle, "REST_SECONDS", 0.0)
    monkeypatch.setattr(idle, "SECONDS", 0.5)
    share, turn = idle.taken(chromium, acta.url, idle.Visit("busy", _BUSY))
    assert share > 1
    assert turn == ""
