"""Chromium, as Debian has it, driven by Playwright; and a person at one of its windows."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, StorageState, ViewportSize, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.kit.http import PASSWORD

PATIENCE: Final = 60_000
"""Milliseconds: a busy machine takes its time."""
MOMENT: Final = 5_000
"""Milliseconds in which the page has settled after what others did."""
TRIES: Final = 3
"""Clicks that may miss a thing because a new picture of the table came in between."""
WIDE, PHONE = ViewportSize(width=1280, height=900), ViewportSize(width=390, height=844)
MISSING = "There is no Chromium here. Debian has it as the package `chromium`: `make chromium` installs it."
STILL = """
const getItem = Storage.prototype.getItem;
Storage.prototype.getItem = function (key) { return /^(scored|tour) /.test(key) ? "999999" : getItem.call(this, key); };
"""
"""A table is read as it stands, without what is shown on it for a moment."""

_HIT = """(handle) => {
  window.landed = null;
  addEventListener("click", ({target}) => { window.landed = target.closest("[data-handle]")?.dataset.handle; },
    {capture: true, once: true});
  const found = [...document.querySelectorAll("main [data-handle]")].filter((one) => one.dataset.handle === handle);
  for (const thing of found) {
    thing.scrollIntoView({block: "center", inline: "center"});
    const {left, top, width, height} = thing.getBoundingClientRect();
    for (const x of [0.5, 0.3, 0.7, 0.1, 0.9, 0.2, 0.4, 0.6, 0.8]) {
      for (const y of [0.5, 0.3, 0.7, 0.1, 0.9, 0.2, 0.4, 0.6, 0.8]) {
        const at = [left + width * x, top + height * y];
        if (document.elementFromPoint(...at)?.closest("[data-handle]")?.dataset.handle === handle) return at;
      }
    }
  }
  return null;
}"""
_HANDLES = "() => [...document.querySelectorAll('main [data-handle]:not([data-aside])')].map((it) => it.dataset.handle)"
_STATE = """() => {
  const {version, draft, path, turn} = document.querySelector("main").dataset;
  return [version, draft, path, turn].join(" ");
}"""
_COMPOSED = """() => {
  const {draft, path} = document.querySelector("main").dataset;
  return [draft, path].join(" ");
}"""


def path_of_chromium() -> str | None:
    """Where Chromium is, if it is here."""
    return shutil.which("chromium")


@contextmanager
def running_chromium(executable: str) -> Iterator[Browser]:
    """Chromium without a window, for the length of a block."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def window(
    browser: Browser, url: str, size: ViewportSize = WIDE, *, script: bool = True, cookies: StorageState | None = None
) -> Iterator[Page]:
    """A window, without cookies if none are given; an error on a page fails the test."""
    phone = size["width"] < WIDE["width"]
    context = browser.new_context(
        base_url=url,
        viewport=size,
        is_mobile=phone,
        has_touch=phone,
        java_script_enabled=script,
        storage_state=cookies,
        timezone_id="Europe/Rome",
        reduced_motion="reduce" if phone else None,  # a table that scrolls to what glows would move under a click
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if _is_fault(message) else None)
    try:
        yield page
    finally:
        context.close()
    assert errors == [], errors


def logged_in(browser: Browser, url: str, name: str) -> StorageState:
    """The cookies of somebody who has logged in."""
    with window(browser, url) as page:
        page.goto("/login")
        page.locator("main [name=name]").fill(name)
        page.locator("main [name=password]").fill(PASSWORD)
        page.locator("main .btn.go").click()
        page.wait_for_url(f"{url}/")
        return page.context.storage_state()


def _is_fault(message: ConsoleMessage) -> bool:
    """Whether the console tells of a fault, and not only that the page tells of something missing."""
    missing = "404 (Not Found)" in message.text and "/static/" not in str(message.location)
    return message.type == "error" and not missing


class TableWindow:
    """A window that shows a table."""

    def __init__(self, page: Page) -> None:
        """Wait until the table is live."""
        self.page = page
        page.wait_for_selector("main[data-live=on]")
        page.evaluate("() => document.querySelector('#tour [data-leave]')?.click()")

    @property
    def turn(self) -> str:
        return self.page.locator("main").get_attribute("data-turn") or ""

    def handles(self) -> list[str]:
        """What can be pointed at, leaving out what nobody waits for."""
        found: list[str] = self.page.evaluate(_HANDLES)
        return list(dict.fromkeys(found))

    def wait_for_choice(self) -> None:
        """Wait until there is something to do: what others did is drawn a moment after it has changed the turn."""
        self.page.wait_for_selector("main [data-handle]:not([data-aside]), [data-confirm]:enabled", state="attached")

    def may_confirm(self) -> bool:
        return self.page.locator("[data-confirm]").is_enabled()

    def point(self, handle: str) -> None:
        """Click where the thing is seen, and wait for what follows."""
        for _ in range(TRIES):
            at = self.page.evaluate(_HIT, handle)
            if at is None and handle not in self.handles():
                return  # what others did just now has changed the table
            assert at is not None, f"{handle} is hidden by something else"
            composed = self.page.evaluate(_COMPOSED)
            before = self.page.evaluate(_STATE)
            self.page.mouse.click(*at)
            landed = self.page.evaluate("() => landed") == handle
            with suppress(PlaywrightTimeout):
                self._wait_for_change(_STATE, before, PATIENCE if landed else MOMENT)
                break
            assert not landed, f"a click on {handle} is not taken"  # else a new picture moved it from under the pointer
        else:
            pytest.fail(f"{handle} moves away from every click")
        with suppress(PlaywrightTimeout):  # what changed first may be what somebody else did at the same moment
            self._wait_for_change(_COMPOSED, composed, MOMENT)

    def confirm(self) -> bool:
        """Confirm what is composed; whether it could be: what others did at the same moment may have changed it."""
        if not self.may_confirm():
            return False
        try:
            with self.changing():
                self.page.locator("[data-confirm]").click(timeout=MOMENT)
        except PlaywrightTimeout:
            assert not self.may_confirm(), "a click is not taken"
            return False
        return True

    def wait_for_turn(self) -> bool:
        """Wait until it is the reader's turn; whether it ever is again."""
        self.page.wait_for_selector("main[data-turn=yours], main[data-turn=over]")
        return self.turn == "yours"

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Something is done in this block after which the table is shown anew."""
        before = self.page.evaluate(_STATE)
        yield
        self._wait_for_change(_STATE, before, PATIENCE)

    def _wait_for_change(self, of: str, before: str, patience: int) -> None:
        self.page.wait_for_function(f"(before) => ({of})() !== before", arg=before, timeout=patience)
