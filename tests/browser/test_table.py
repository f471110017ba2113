"""What the table page does in a browser: keys, undo of a step, live updates, two windows, no script."""

import random

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.chromium import PHONE, WIDE, TableWindow, window
from tests.browser.reading import sticking_out
from tests.browser.test_pointing import SLUGS, sit_down, take_a_turn
from tests.endure.acta_server import Acta

TABLET = ViewportSize(width=768, height=1024)

pytestmark = pytest.mark.timeout(300)


def test_a_step_is_taken_back_and_the_draft_discarded(acta: Acta, chromium: Browser) -> None:
    with window(chromium, acta.url) as page:
        table = sit_down(page, "concordia")
        table.wait_for_turn()
        first = table.handles()
        table.point("card:start-architect")
        assert page.locator(".chip").count() == 1
        with table.changing():
            page.locator("[data-back]").click()
        assert table.handles() == first
        _press_while_it_is_drawn_anew(table, "card:start-architect")
        table.point("bar:build")
        with table.changing():
            page.locator(".chip button").click()
        assert page.locator(".chip").count() == 1
        with table.changing():
            page.locator("[data-discard]").click()
        assert table.handles() == first
        table.point("card:start-senator")
        page.keyboard.press("Shift+J")
        page.wait_for_selector("#plate.why:not([hidden])")
        assert "goods" in page.locator("#plate").inner_text()


def _press_while_it_is_drawn_anew(table: TableWindow, handle: str) -> None:
    """What others do at that moment does not take the click away."""
    thing = table.page.locator(f"main [data-handle='{handle}']").first
    box = thing.bounding_box()
    assert box is not None
    table.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    with table.changing():
        table.page.mouse.down()
        thing.evaluate("(thing) => thing.replaceWith(thing.cloneNode(true))")
        table.page.mouse.up()


def test_a_window_that_becomes_narrow_is_laid_out_anew(acta: Acta, chromium: Browser) -> None:
    with window(chromium, acta.url) as page:
        sit_down(page, "concordia")
        page.locator("#tab-notes").click()
        page.locator("#notes-text").fill("wine for Roma")
        page.set_viewport_size(PHONE)
        page.wait_for_selector("main.narrow .areas details#panel-gods")
        assert page.locator("#tabs .panel").count() == 0
        assert page.locator("#tabs [role=tabpanel].on").count() == 1
        assert page.locator("#notes-text").input_value() == "wine for Roma"
        page.locator("#panel-gods summary").click()
        assert page.locator("#panel-gods .part").is_visible()


@pytest.mark.parametrize("slug", SLUGS)
def test_a_tablet_shows_everything_in_two_columns(acta: Acta, chromium: Browser, slug: str) -> None:
    with window(chromium, acta.url, TABLET) as page:
        sit_down(page, slug)
        page.wait_for_selector("main.narrow")
        assert sticking_out(page) == []
        assert page.evaluate("() => innerWidth") == TABLET["width"], "what is too wide makes a phone's window wider"
        small = page.locator(".panel .part:has(*)").evaluate_all(
            "(parts) => parts.map((one) => [one.id, one.clientWidth]).filter(([, width]) => width && width < 300)"
        )
        assert small == []
        assert page.locator("details.drawer:not([open])").count() == 0


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_draft_has_a_panel_once_it_begins(acta: Acta, chromium: Browser, size: ViewportSize) -> None:
    """It comes and goes with the stage, while the page stays; the boards of the others are opened from their lines."""
    with window(chromium, acta.url, size) as page:
        table = sit_down(page, "forum-trajanum")
        assert page.locator("#panel-choosing").is_visible()
        assert page.locator("#panel-draft").is_hidden()
        chance = random.Random(3)
        while page.locator("#panel-draft").is_hidden():
            table.wait_for_turn()
            take_a_turn(table, chance)
            page.wait_for_selector("main[data-turn=yours]")
        assert sticking_out(page) == []
        assert page.locator(".owner .gain").inner_text().startswith("+")
        assert page.locator(".of-round li").count() == 2
        page.locator("#panel-choosing [data-thing^='player:'] text").first.click()
        page.wait_for_selector("#opened[open] .seat-board")
        page.keyboard.press("Escape")
        page.wait_for_selector("#opened:not([open])", state="attached")
        while page.locator("#panel-draft").is_visible():
            take_a_turn(table, chance)
            table.wait_for_turn()
        assert page.locator("#panel-choosing").is_hidden()


def test_a_drawer_of_a_phone_shows_small_what_is_in_it(acta: Acta, chromium: Browser) -> None:
    with window(chromium, acta.url, PHONE) as page:
        sit_down(page, "forum-trajanum")
        page.wait_for_selector("main.narrow")
        drawer = page.locator("#panel-forum")
        folded = drawer.bounding_box()
        assert folded is not None
        assert folded["width"] < PHONE["width"] / 2
        assert drawer.locator(".glance").evaluate("(glance) => glance.getBBox().width") > 0
        drawer.locator("summary").click()
        assert drawer.locator("#part-forum").is_visible()
        assert (drawer.bounding_box() or folded)["width"] > PHONE["width"] / 2
        assert drawer.locator(".glance").is_hidden()
        assert sticking_out(page) == []


def test_the_line_of_a_player_opens_the_board(acta: Acta, chromium: Browser) -> None:
    with window(chromium, acta.url) as page:
        sit_down(page, "concordia")
        assert page.locator(".open-seats a").count() == 1
        page.locator(f"#part-players [data-thing='player:{_other_seat(page)}'] text").first.click()
        page.wait_for_selector("#opened[open] .seat-board")
        page.keyboard.press("Escape")
        page.wait_for_selector("#opened:not([open])", state="attached")


def _other_seat(page: Page) -> str:
    return (page.locator(".open-seats a").get_attribute("href") or "").rpartition("/")[2]


def test_the_board_of_a_rival_is_no_higher_than_the_window(acta: Acta, chromium: Browser) -> None:
    with window(chromium, acta.url) as page:
        sit_down(page, "trajan")
        page.locator("a.other").first.click()
        page.wait_for_selector("#opened[open] .seat-board")
        box = page.locator("#opened").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= WIDE["width"]
        assert box["y"] + box["height"] <= WIDE["height"]
        assert page.locator("#opened").evaluate("(one) => one.scrollHeight <= one.clientHeight + 2")


def test_a_turn_is_played_by_keys_alone(acta: Acta, chromium: Browser) -> None:
    with window(chromium, acta.url) as page:
        table = sit_down(page, "concordia")
        table.wait_for_turn()
        for _ in range(20):
            if table.may_confirm():
                break
            with table.changing():
                page.keyboard.press("j")
                page.keyboard.press("Enter")
        page.evaluate("() => localStorage.setItem('guest turns', 2)")
        with table.changing():
            page.keyboard.press("Control+Enter")
        page.wait_for_selector("#keep-seat:not([hidden])")
        assert page.locator(".chip").count() == 0
        table.wait_for_turn()
        page.locator("[data-show]").click()
        page.wait_for_selector("#moment:not([hidden])")
        assert table.handles() == [], "the board is that of an earlier moment"
        page.keyboard.press("Escape")
        page.wait_for_selector("#moment", state="hidden")
        table.wait_for_choice()


def test_two_windows_of_a_player_show_the_same_draft(acta: Acta, chromium: Browser) -> None:
    with window(chromium, acta.url) as page:
        table = sit_down(page, "concordia")
        table.wait_for_turn()
        other = page.context.new_page()
        other.goto(page.url)
        second = TableWindow(other)
        table.point("card:start-architect")
        other.wait_for_selector(".chip")
        assert second.handles() == table.handles()


def test_a_turn_is_played_without_javascript(acta: Acta, chromium: Browser) -> None:
    with window(chromium, acta.url, script=False) as page:
        page.goto("/")
        page.locator("[data-play-now='concordia']").first.click()
        page.wait_for_url("**/games/*")
        for _ in range(200):  # a bot may go first: whoever has no script looks again
            if page.locator("main").get_attribute("data-turn") == "yours":
                break
            page.reload()
        for _ in range(20):
            if page.locator("[data-confirm]").is_enabled():
                break
            page.locator("[data-choices] button:not([data-aside])").first.click()
        page.locator("[data-confirm]").click()
        assert page.locator(".chip").count() == 0


_LONG_TURN = """(steps) => {
  const chips = document.querySelector(".chips");
  while (chips.children.length < steps) chips.append(chips.lastElementChild.cloneNode(true));
}"""
_FOCUS = """() => {
  const {activeElement} = document;
  const bar = document.querySelector("#turn");
  const at = (one) => one.getBoundingClientRect();
  return bar.contains(activeElement) ? [0, 1] : [(at(activeElement).top + at(activeElement).bottom) / 2, at(bar).top];
}"""
_GLOW_IN_SIGHT = """() => {
  const bar = document.querySelector("#turn").getBoundingClientRect().top;
  const glowing = [...document.querySelectorAll(".panel [data-handle]:not([data-aside])")];
  return glowing.map((one) => one.getBoundingClientRect()).some(({top, bottom}) => top >= 0 && bottom <= bar);
}"""
_TOUR = """() => {
  const {left, right, top, bottom} = document.querySelector("#tour").getBoundingClientRect();
  const glowing = [...document.querySelectorAll("main [data-handle]")].map((one) => one.getBoundingClientRect());
  return glowing.filter((it) => it.left < right && it.right > left && it.top < bottom && it.bottom > top).length;
}"""
_WIDTH = "() => [document.documentElement.scrollWidth, innerWidth]"


def test_on_a_phone_nothing_that_can_be_pointed_at_is_hidden(acta: Acta, chromium: Browser) -> None:
    """A page that is wider than its window is laid out for another width: clicks miss what they are aimed at."""
    with window(chromium, acta.url, PHONE) as page:
        table = sit_down(page, "concordia")
        table.wait_for_turn()
        for _ in range(6):
            page.keyboard.press("j")
            middle, bar = page.evaluate(_FOCUS)
            assert middle <= bar, "what has the focus lies below the turn bar"
        table.point("card:start-architect")
        assert page.evaluate(_GLOW_IN_SIGHT), "what is to be pointed at next comes into sight"
        page.evaluate(_LONG_TURN, 9)
        assert page.evaluate(_WIDTH) == [PHONE["width"]] * 2
        with table.changing():
            page.locator("[data-back]").click()


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["1280", "390"])
def test_the_first_turn_is_explained_and_nothing_that_glows_is_hidden(
    acta: Acta, chromium: Browser, size: ViewportSize
) -> None:
    """Whoever goes first: the tour waits for the reader's turn."""
    with window(chromium, acta.url, size) as page:
        page.goto("/")
        page.locator("[data-play-now='concordia']").first.click()
        page.wait_for_selector("main[data-turn=yours]")
        page.wait_for_selector("#tour:not([hidden])")
        for _ in range(page.locator("#tour [data-step]").count()):
            assert page.evaluate(_TOUR) == 0
            page.locator("#tour [data-next]").click()
        page.wait_for_selector("#tour", state="hidden")
        page.reload()
        page.wait_for_selector("main[data-live=on]")
        assert page.locator("#tour").is_hidden(), "it does not come again"
