"""What an open page takes of a core while nobody touches it: every page of a furnished server in a real Chromium.

The time of all its processes, from a while after the page has been opened, less what they take for an empty page.
"""

import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import psutil
from playwright.sync_api import Browser, Page, StorageState, ViewportSize

from tests.bench.report import say, show
from tests.browser.chromium import MISSING, PHONE, STILL, WIDE, logged_in, path_of_chromium, running_chromium, window
from tests.browser.furnished import NAMES, Furnished, furnish
from tests.endure.acta_server import running_acta

REST_SECONDS = 7.0
"""After which a page should be at rest."""
SECONDS = 10.0
EMPTY: Final = "about:blank"


class Visit(NamedTuple):
    """A page, by whom it is read, and on what."""

    name: str
    address: str
    cookies: StorageState | None = None
    size: ViewportSize = WIDE


def run() -> None:
    """Print the figures."""
    executable = path_of_chromium()
    if executable is None:
        say(f"\nPages at rest: not measured. {MISSING}")
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        running_acta(Path(folder), ACTA_FSYNC="everysec", ACTA_GAMES="") as acta,
        running_chromium(executable) as chromium,
    ):
        site = furnish(acta)
        empty, _ = taken(chromium, site.url, Visit("empty", EMPTY))
        readers = {name: logged_in(chromium, site.url, name) for name in NAMES[:2]}
        rows: list[tuple[str | float, ...]] = []
        for visit in visits(site, readers):
            share, turn = taken(chromium, site.url, visit)
            rows.append((visit.name, turn, visit.size["width"], max(0.0, round(share - empty, 2))))
    show(
        f"Pages at rest in Chromium, beside an empty one, which takes {empty:.2f} % of a core (at most 1 % wanted)",
        ("page", "turn", "width", "% of a core"),
        rows,
    )


def visits(site: Furnished, readers: Mapping[str, StorageState]) -> Iterator[Visit]:
    """Every page; tables also as those see them who have nothing to choose, and on a phone."""
    livia, marcus = readers.values()
    for slug, address in site.tables().items():
        yield Visit(f"table-{slug}", address, livia)
        yield Visit(f"table-{slug}", address, livia, PHONE)
        yield Visit(f"table-{slug}", address, marcus)
        yield Visit(f"table-{slug}", address)
        yield Visit(f"table-{slug}", f"/games/{site.over[slug]}", livia)
    for name, address in site.pages().items():
        yield Visit(name, address, livia)
    for name, address in site.strangers_pages().items():
        yield Visit(name, address)


def taken(chromium: Browser, url: str, visit: Visit) -> tuple[float, str]:
    """Hundredths of a core, and whose turn the page says it is."""
    with window(chromium, url, visit.size, cookies=visit.cookies) as page:
        page.emulate_media(reduced_motion="no-preference")
        page.add_init_script(STILL)
        page.goto(visit.address)
        time.sleep(REST_SECONDS)
        before, began = _processor_seconds(), time.monotonic()
        time.sleep(SECONDS)
        after, ended = _processor_seconds(), time.monotonic()
        spent = sum(seconds - before.get(pid, 0.0) for pid, seconds in after.items())
        return 100 * spent / (ended - began), _turn(page)


def _processor_seconds() -> dict[int, float]:
    """By its number what each process of Chromium has taken so far."""
    found = {}
    for process in psutil.Process().children(recursive=True):
        if process.name().startswith("chromium"):
            times = process.cpu_times()
            found[process.pid] = times.user + times.system
    return found


def _turn(page: Page) -> str:
    return str(page.evaluate("() => document.querySelector('main')?.dataset.turn ?? ''"))
