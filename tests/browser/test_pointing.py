"""Games against bots, played by pointing at what glows: some turns in the suite, whole games in `make browser`."""

import os
import random

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from domain.registry import GAMES
from tests.browser.chromium import PHONE, WIDE, TableWindow, window
from tests.endure.acta_server import Acta

WHOLE = bool(os.environ.get("BROWSER_WHOLE"))
TURNS = 10_000 if WHOLE else 2
MOST_STEPS = 60
"""Things that one turn may take: some games begin with a long set-up."""
SLUGS = [game.meta.slug for game in GAMES]
SHOWN = [(slug, WIDE) for slug in SLUGS] + [(slug, PHONE) for slug in (SLUGS if WHOLE else SLUGS[:1])]

pytestmark = pytest.mark.timeout(7200 if WHOLE else 300)


def sit_down(page: Page, slug: str) -> TableWindow:
    """A stranger becomes a guest at a table with bots, by one click."""
    page.goto("/")
    page.locator(f"[data-play-now='{slug}']").first.click()
    page.wait_for_url("**/games/*")
    return TableWindow(page)


def take_a_turn(table: TableWindow, chance: random.Random) -> None:
    for _ in range(MOST_STEPS):
        table.wait_for_choice()
        if table.may_confirm():
            break
        table.point(chance.choice(table.handles()))
    table.confirm()


@pytest.mark.parametrize(("slug", "size"), SHOWN, ids=[f"{slug}-{size['width']}" for slug, size in SHOWN])
def test_a_guest_plays_by_pointing(acta: Acta, chromium: Browser, slug: str, size: ViewportSize) -> None:
    chance = random.Random(slug)
    with window(chromium, acta.url, size) as page:
        table = sit_down(page, slug)
        for _ in range(TURNS):
            if not table.wait_for_turn():
                break
            take_a_turn(table, chance)
        else:
            assert not WHOLE, "the game has an end"
        assert int(page.locator("main").get_attribute("data-version") or 0) > 1
