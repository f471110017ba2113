"""How soon a step shows on a slow line, from the click to the frame that marks it; and what it sends.

A real Chromium with 150 ms to the server and 1.6 Mbit/s, as on a train. What is shown at once is worked out by the
page; `answered` is when the server's picture has taken its place.
"""

import tempfile
from pathlib import Path
from statistics import quantiles
from typing import Final

from playwright.sync_api import Browser, Page, StorageState

from domain.registry import GAMES
from tests.bench.report import say, show
from tests.browser.chromium import MISSING, STILL, TableWindow, logged_in, path_of_chromium, running_chromium, window
from tests.browser.furnished import NAMES, Asked, set_tables
from tests.endure.acta_server import running_acta

SLOW: Final = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 100_000}
"""Milliseconds, and bytes a second."""
STEPS = 24
CHOICES = 40
_STEP = """async (handle) => {
  const thing = [...document.querySelectorAll("main [data-handle]")].find((one) => one.dataset.handle === handle);
  const main = document.querySelector("main");
  const state = () => `${main.dataset.draft} ${main.classList.contains("foreseen")}`;
  const before = main.dataset.draft, began = performance.now();
  thing.dispatchEvent(new MouseEvent("click", {bubbles: true}));
  if (!document.querySelector(".picked")) throw new Error(`${handle} is not marked`);
  await new Promise((done) => requestAnimationFrame(() => { setTimeout(done); }));
  const seen = performance.now() - began;
  while (state() === `${before} true`) await new Promise((done) => setTimeout(done, 5));
  return [seen, performance.now() - began, performance.getEntriesByType("resource").at(-1).transferSize];
}"""


def run() -> None:
    """Print the figures."""
    executable = path_of_chromium()
    if executable is None:
        say(f"\nSteps on a slow line: not measured. {MISSING}")
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        running_acta(Path(folder), ACTA_FSYNC="everysec", ACTA_GAMES="") as acta,
        running_chromium(executable) as chromium,
    ):
        tables = set_tables(acta, [Asked(game.meta.slug, 3) for game in GAMES], CHOICES)
        livia = logged_in(chromium, acta.url, NAMES[0])
        rows: list[tuple[str | float, ...]] = []
        for asked, address in tables.items():
            rows.append((asked.slug, *taken(chromium, acta.url + address, livia)))
    show(
        "A step on a slow line (150 ms, 1.6 Mbit/s)",
        ("game", "steps", "shown: p50 ms", "p95 ms (50 wanted)", "answered: p50 ms", "KiB a step"),
        rows,
    )


def taken(chromium: Browser, address: str, cookies: StorageState, steps: int = STEPS) -> tuple[float, ...]:
    """Of so many steps when they were shown, when they were answered, and how many bytes that took."""
    with window(chromium, address, cookies=cookies) as page:
        page.add_init_script(STILL)
        page.goto(address)
        table = TableWindow(page)
        page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
        found = [_step(page, table) for _ in range(steps)]
    seen, answered, sent = zip(*found, strict=True)
    return len(found), quantiles(seen)[1], quantiles(seen, n=20)[-1], quantiles(answered)[1], sum(sent) / steps / 1024


def _step(page: Page, table: TableWindow) -> tuple[float, float, float]:
    """One step; where nothing is left to choose all are taken back first."""
    if not table.handles():
        with table.changing():
            page.locator("[data-discard]").click()
    seen, answered, sent = page.evaluate(_STEP, table.handles()[0])
    return seen, answered, sent
