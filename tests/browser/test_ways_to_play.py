"""Whole games by keys alone and without JavaScript: the suite plays a turn of each, `make browser` all of them."""

import random

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.chromium import window
from tests.browser.test_pointing import WHOLE, sit_down
from tests.endure.acta_server import Acta

pytestmark = [
    pytest.mark.timeout(7200),
    pytest.mark.skipif(not WHOLE, reason="whole games are for `make browser`; test_table.py plays a turn of each"),
]


def test_a_whole_game_is_played_by_keys_alone(acta: Acta, chromium: Browser) -> None:
    chance = random.Random("keys")
    with window(chromium, acta.url) as page:
        table = sit_down(page, "concordia")
        while table.wait_for_turn():
            table.wait_for_choice()
            with table.changing():
                if table.may_confirm():
                    page.keyboard.press("Control+Enter")
                else:
                    for _ in range(chance.randrange(1, 8)):
                        page.keyboard.press("j")
                    page.keyboard.press("Enter")
        assert page.locator("main").get_attribute("data-status") == "finished"


def test_a_whole_game_is_played_without_javascript(acta: Acta, chromium: Browser) -> None:
    chance = random.Random("list")
    with window(chromium, acta.url, script=False) as page:
        page.goto("/")
        page.locator("[data-play-now='trajan']").first.click()
        page.wait_for_url("**/games/*")
        while _turn(page) != "over":
            if _turn(page) != "yours":
                page.reload()  # whoever has no script looks again
            elif page.locator("[data-confirm]").is_enabled():
                page.locator("[data-confirm]").click()
            else:
                buttons = page.locator("[data-choices] button:not([data-aside])")
                buttons.nth(chance.randrange(buttons.count())).click()
        assert page.locator("main").get_attribute("data-status") == "finished"


def _turn(page: Page) -> str:
    return page.locator("main").get_attribute("data-turn") or ""
