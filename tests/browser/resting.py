"""Whether a page that nobody touches leaves the processor alone."""

from typing import Final

from playwright.sync_api import Page

from tests.browser.chromium import PATIENCE

_NOTE: Final = """
window.called = [];
window.intervals = [];
const noted = (work, name) => (...told) => { called.push(name); return work(...told); };
for (const name of ["requestAnimationFrame", "setTimeout"]) {
  const ask = window[name];
  window[`plain ${name}`] = ask;
  window[name] = (work, after, ...more) => ask.call(window, noted(work, name), after, ...more);
}
const setEvery = setInterval;
window.setInterval = (work, every, ...more) => { intervals.push(every); return setEvery(work, every, ...more); };
"""
_ASLEEP: Final = "() => document.getAnimations().every((one) => one.playState !== 'running')"
_CALLED: Final = """async () => {
  called.length = 0;
  for (let frame = 0; frame < 30; frame += 1) await new Promise((done) => window["plain requestAnimationFrame"](done));
  return called;
}"""
SHORTEST_INTERVAL: Final = 30_000
"""Milliseconds between two looks at the clock."""


def note_what_runs(page: Page) -> None:
    """Have the pages that are opened here tell what they ask the browser to call again."""
    page.add_init_script(_NOTE)


def assert_it_rests(page: Page) -> None:
    """Wait until nothing moves on the page, and nothing is called again and again."""
    page.wait_for_function(_ASLEEP, timeout=PATIENCE, polling=100)
    page.wait_for_function(f"async () => !(await ({_CALLED})()).length", timeout=PATIENCE, polling=100)
    assert [every for every in page.evaluate("() => intervals") if every < SHORTEST_INTERVAL] == []
