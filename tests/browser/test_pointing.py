"""Games against bots, played by pointing at what glows: some turns in the suite, whole games in `make browser`."""

import itertools
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from domain.kernel.languages import LANGUAGES
from domain.registry import GAMES
from tests.browser.chromium import PHONE, WIDE, TableWindow, window
from tests.browser.reading import english_left, sticking_out
from tests.endure.acta_server import Acta

WHOLE = bool(os.environ.get("BROWSER_WHOLE"))
TURNS = 10_000 if WHOLE else 2
MOST_STEPS = 60
"""Things that one turn may take: some games begin with a long set-up."""
SLUGS = [game.meta.slug for game in GAMES]
SHOWN = (
    list(itertools.product(SLUGS, LANGUAGES, [WIDE, PHONE]))
    if WHOLE
    else [*((slug, "en", WIDE) for slug in SLUGS), (SLUGS[0], "ru", PHONE)]
)
PICTURES = Path("build/played")
"""Where `make browser` leaves pictures of its games, for people to look at."""
BETWEEN_PICTURES = 12

pytestmark = pytest.mark.timeout(7200 if WHOLE else 300)


def sit_down(page: Page, slug: str, language: str = "en") -> TableWindow:
    """A stranger becomes a guest at a table with bots, by one click."""
    page.goto(f"/?lang={language}")
    page.locator(f"[data-play-now='{slug}']").first.click()
    page.wait_for_url("**/games/*")
    return TableWindow(page)


def take_a_turn(table: TableWindow, chance: random.Random) -> None:
    for _ in range(MOST_STEPS):
        table.wait_for_choice()
        if table.confirm():
            return
        handles = table.handles()
        if handles:
            table.point(chance.choice(handles))
    pytest.fail("a turn has an end")


@pytest.mark.parametrize(
    ("slug", "language", "size"), SHOWN, ids=[f"{slug}-{lang}-{size['width']}" for slug, lang, size in SHOWN]
)
def test_a_guest_plays_by_pointing(acta: Acta, chromium: Browser, slug: str, language: str, size: ViewportSize) -> None:
    chance = random.Random(slug)
    with window(chromium, acta.url, size) as page, pictured(page, f"{slug}-{language}-{size['width']}"):
        table = sit_down(page, slug, language)
        for turn in range(TURNS):
            if not table.wait_for_turn():
                break
            read(page, language)
            take_a_turn(table, chance)
            if WHOLE and turn % BETWEEN_PICTURES == 0:
                page.screenshot(path=PICTURES / f"{slug}-{language}-{size['width']}-{turn:03}.png")
        else:
            assert not WHOLE, "the game has an end"
        read(page, language)
        assert int(page.locator("main").get_attribute("data-version") or 0) > 1


@contextmanager
def pictured(page: Page, name: str) -> Iterator[None]:
    """Keep a picture of what is seen when this block ends, well or not."""
    ended = "failed"
    try:
        yield
        ended = "end"
    finally:
        if WHOLE:
            page.screenshot(path=PICTURES / f"{name}-{ended}.png")


def read(page: Page, language: str) -> None:
    """Nothing is cut off, and nothing is said in another language."""
    assert sticking_out(page) == []
    assert language == "en" or english_left(page, language, set()) == []
