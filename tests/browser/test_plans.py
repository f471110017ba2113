"""Somebody plans a turn in two ways, the other plays, and the planned turn is played at once, for both to see."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.chromium import PHONE, TableWindow, window
from tests.browser.test_people import meet
from tests.browser.test_pointing import WHOLE
from tests.endure.acta_server import Acta

pytestmark = [
    pytest.mark.timeout(600),
    pytest.mark.skipif(not WHOLE, reason="this takes a minute: it is for `make browser`"),
]
PICTURES = os.environ.get("PLANS")
"""A folder for pictures of it, for people to look at."""


def picture(page: Page, name: str, *, full: bool = False) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=full)


def compose(table: TableWindow, *things: str) -> None:
    for number, thing in enumerate(things, start=1):
        table.point(thing)
        table.page.wait_for_selector(f"main[data-chosen='{number}']")


def test_a_turn_that_was_planned_is_played_at_once(acta: Acta, chromium: Browser) -> None:
    with window(chromium, acta.url) as one, window(chromium, acta.url) as other:
        tables = meet(one, other, "concordia")
        acting, planner = tables if tables[0].turn == "yours" else tables[::-1]
        page = planner.page
        for number, things in enumerate((("card:start-mercator", "bar:stop"), ("card:start-senator", "bar:stop"))):
            page.locator("[data-plan]").click()
            page.wait_for_selector("main.planning")
            compose(planner, *things)
            picture(page, f"planning-{number}-1280")
            page.locator("[data-plan-otherwise]" if number else ".keep-plan [data-confirm]").click()
            page.wait_for_selector(".plan-chip.kept")
        picture(page, "planned-1280")
        with window(chromium, acta.url, PHONE, cookies=page.context.storage_state()) as phone:
            phone.goto(page.url)
            phone.wait_for_selector(".plan-chip.kept")
            picture(phone, "planned-390")
            phone.locator("[data-plan]").click()
            phone.wait_for_selector("main.planning")
            assert phone.locator(".plan-ways > li").count() == 3
            assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
            picture(phone, "planning-390", full=True)
        assert acting.page.locator("[data-plan]").count() == 0
        compose(acting, "card:start-mercator", "bar:stop")
        acting.page.locator("[data-confirm]").click()
        for table in tables:
            table.page.wait_for_selector("#chronicle :text('had planned this at version')", state="attached")
        acting.page.wait_for_selector("main[data-turn=yours]")
        picture(acting.page, "played-1280")
        page.wait_for_selector(".plan-chip.played, .plan-chip.can")
