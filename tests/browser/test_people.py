"""People who meet: accounts, an invitation, secret choices, each other's turns, undo, replay, language and look."""

import random

import httpx
import pytest
from playwright.sync_api import Browser, Page

from tests.browser.chromium import PHONE, TableWindow, window
from tests.browser.test_pointing import WHOLE, sit_down, take_a_turn
from tests.endure.acta_server import Acta
from tests.kit.http import API, PASSWORD

pytestmark = pytest.mark.timeout(600)
whole = pytest.mark.skipif(not WHOLE, reason="these take a minute: they are for `make browser`")


def sign_up(page: Page, name: str) -> None:
    page.goto("/sign-up")
    page.locator("main [name=name]").fill(name)
    page.locator("main [name=password]").fill(PASSWORD)
    page.locator("main .btn.go").click()
    page.wait_for_selector(".me")


def open_table(page: Page, game: str) -> str:
    """Open a private table for two, and give the link to pass on."""
    page.goto("/new")
    page.locator(f"[name=game][value='{game}']").check(force=True)
    page.locator("[name=players][value='2']").check(force=True)
    page.locator("[name=bots][value='0']").check(force=True)
    page.locator("[name=private]").check(force=True)
    page.locator("main .btn.go").click()
    page.wait_for_url("**/games/*")
    if not page.locator("[data-link]").count():
        page.locator("form:has([name=do][value=link]) button").click()
    return page.locator("[data-link]").inner_text()


def meet(one: Page, other: Page, game: str) -> tuple[TableWindow, TableWindow]:
    """One person opens a table, the other comes by the link: without an account, in two taps."""
    sign_up(one, f"Livia {random.randrange(10**6)}")
    link = open_table(one, game)
    other.goto(link)
    other.locator("form:has([name=do][value=sit]) button").click()
    other.wait_for_selector("main.table")
    one.wait_for_selector("main.table")
    return TableWindow(one), TableWindow(other)


@whole
def test_two_people_choose_in_secret(acta: Acta, chromium: Browser) -> None:
    chance = random.Random("secret")
    with window(chromium, acta.url) as one, window(chromium, acta.url, PHONE) as other:
        livia, marcus = meet(one, other, "forum-trajanum")
        for _ in range(40):  # the set-up, seat by seat
            one.wait_for_selector("main[data-turn=yours], main[data-turn=others]")
            if livia.turn == marcus.turn == "yours":
                break
            acting = livia if livia.turn == "yours" else marcus
            acting.wait_for_turn()
            take_a_turn(acting, chance)
        before = other.locator("main").get_attribute("data-version")
        take_a_turn(livia, chance)
        one.wait_for_selector("main[data-turn=others]")
        assert marcus.turn == "yours"
        assert other.locator(".chip").count() == 0, "what the other one chose stays hidden"
        take_a_turn(marcus, chance)
        one.wait_for_function("(before) => document.querySelector('main').dataset.version > before", arg=before)
        assert livia.wait_for_turn()
        assert one.locator("#chronicle li").count() > 0


@whole
def test_a_choice_is_taken_back_looked_at_again_and_read_in_another_language(acta: Acta, chromium: Browser) -> None:
    with window(chromium, acta.url) as one, window(chromium, acta.url) as other:
        tables = meet(one, other, "concordia")
        one.wait_for_function("() => /yours|others/.test(document.querySelector('main').dataset.turn)")
        if tables[0].turn != "yours":
            take_a_turn(tables[1], random.Random(1))
            assert tables[0].wait_for_turn(), "the other one's turn arrives by itself"
        _play_a_part_elsewhere(acta, one)
        one.locator("[data-undo]").click()
        one.wait_for_selector("[data-handle='card:start-architect']")
        take_a_turn(tables[0], random.Random(3))
        _look_back(one)
        _switch(one)


def _play_a_part_elsewhere(acta: Acta, page: Page) -> None:
    """The same player plays a card by a program: a turn that has only begun can be taken back on the page."""
    name = page.evaluate("() => document.querySelector('.whose .seat').getAttribute('aria-label')")
    with httpx.Client(base_url=acta.url + API, timeout=60) as http:
        token = http.post("/sessions", json={"name": name, "password": PASSWORD}).json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        game = page.locator("main").get_attribute("data-id")
        options = http.get(f"/games/{game}/options").json()["options"]
        (card,) = [one["command"] for one in options if one["command"].get("card") == "start-architect"]
        assert http.post(f"/games/{game}/commands", json={"command": card}).status_code == 200
    page.wait_for_selector("[data-undo]")


def _look_back(page: Page) -> None:
    page.goto(page.url.partition("?")[0] + "/replay")
    newest = page.locator(".slide input").input_value()
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(
        "(newest) => ![undefined, newest].includes(document.querySelector('.slide input')?.value)", arg=newest
    )


def _switch(page: Page) -> None:
    page.goto("/tables")
    page.locator(".foot details.menu").first.locator("summary").click()
    page.locator(".foot button[lang=ru], .foot a[lang=ru]").click()
    page.wait_for_selector("html[lang=ru]")
    page.locator(".foot details.menu").nth(1).locator("summary").click()
    page.locator(".foot a[href='?look=dark']").click()
    page.wait_for_selector("html[data-theme=dark][lang=ru]")


def test_a_guest_becomes_an_account_and_keeps_the_game(acta: Acta, chromium: Browser) -> None:
    with window(chromium, acta.url) as page:
        table = sit_down(page, "concordia")
        table.wait_for_turn()
        take_a_turn(table, random.Random(2))
        game = page.url.partition("?")[0]
        name = f"Octavia {random.randrange(10**6)}"
        sign_up(page, name)
        assert name in page.locator(".me").inner_text()
        page.goto(game)
        assert TableWindow(page).wait_for_turn()
        assert page.locator("[data-confirm]").count() == 1, "the seat is still one's own"
