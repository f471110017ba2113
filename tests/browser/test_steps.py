"""A step shows at once, however slow the line is, and is never lost."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.chromium import STILL, TableWindow, logged_in, window
from tests.browser.furnished import NAMES, Asked, set_tables
from tests.endure.acta_server import Acta

pytestmark = pytest.mark.timeout(600)

TABLES = [Asked("concordia", 3), Asked("trajan", 2), Asked("forum-trajanum", 2)]
CHOICES = 24
_CLICK = """(handle) => {
  const thing = [...document.querySelectorAll("main [data-handle]")].find((one) => one.dataset.handle === handle);
  thing.dispatchEvent(new MouseEvent("click", {bubbles: true}));
  return [...document.querySelectorAll("main .picked")].map((one) => one.dataset.thing ?? one.textContent);
}"""
_FAIL_TWICE = """() => {
  const {fetch} = window;
  window.failed = [];
  window.fetch = (url, ...asked) => {
    if (failed.length === 2 || !String(url).endsWith("/pick")) return fetch(url, ...asked);
    failed.push(failed.length ? "503" : "lost");
    const busy = () => Promise.resolve(new Response("", {status: 503}));
    return failed.length === 1 ? Promise.reject(new TypeError("Failed to fetch")) : busy();
  };
}"""
_PATHS = "() => [...document.querySelectorAll('#all-choices .choice')].map(({value}) => value.split(' '))"
_PARTS = (
    "() => [...document.querySelectorAll('main .part, main .part [data-kept]')].filter((it) => !it.firstChild).length"
)


@pytest.fixture(scope="module")
def tables(acta: Acta) -> dict[Asked, str]:
    return set_tables(acta, TABLES, CHOICES)


@pytest.fixture
def page(acta: Acta, chromium: Browser) -> Iterator[Page]:
    with window(chromium, acta.url, cookies=logged_in(chromium, acta.url, NAMES[0])) as page:
        page.add_init_script(STILL)
        yield page


@pytest.mark.parametrize("asked", TABLES, ids=lambda asked: asked.slug)
def test_a_step_shows_before_the_server_has_answered(tables: dict[Asked, str], page: Page, asked: Asked) -> None:
    page.goto(tables[asked])
    table = TableWindow(page)
    held = hold_one(page)
    first = table.handles()[0]
    assert page.evaluate(_CLICK, first), "it is marked in the same task"
    assert first not in table.handles()
    page.wait_for_function("() => document.querySelector('.foreseen')")
    wait_for_route(page, held)
    held[0].continue_()
    page.wait_for_selector("main:not(.foreseen)")
    if page.locator(".chip").count():
        with table.changing():
            page.locator("[data-discard]").click()
    assert page.locator(".picked, .rests, .next, .coming").count() == 0
    assert page.evaluate(_PARTS) == 0, "what the server leaves out is put back"


def test_the_second_thing_of_a_step_need_not_wait_for_the_first(tables: dict[Asked, str], page: Page) -> None:
    first, second = next(found for asked in TABLES if (found := pointed_at_twice(page, tables[asked])))
    table = TableWindow(page)
    held = hold_one(page)
    page.evaluate(_CLICK, first)
    wait_for_route(page, held)
    assert second in table.handles()
    page.evaluate(_CLICK, second)
    held[0].continue_()
    page.wait_for_selector("main:not(.foreseen)")
    assert second not in (page.locator("main").get_attribute("data-path") or "")
    with table.changing():
        page.locator("[data-discard]").click()


def test_a_pick_is_asked_for_until_it_gets_through(tables: dict[Asked, str], page: Page) -> None:
    page.goto(tables[TABLES[1]])
    table = TableWindow(page)
    whole = {path[0] for path in page.evaluate(_PATHS) if len(path) == 1}
    page.evaluate(_FAIL_TWICE)
    table.point(next(handle for handle in table.handles() if handle in whole))
    page.wait_for_selector("main:not(.foreseen)[data-live=on] .chip:not(.coming)")
    assert page.evaluate("() => window.failed") == ["lost", "503"]
    assert page.locator(".chip:not(.coming)").count() == 1
    with table.changing():
        page.locator("[data-discard]").click()


def test_what_happened_can_be_held_and_gone_back_in(tables: dict[Asked, str], page: Page) -> None:
    page.goto(tables[TABLES[0]])
    TableWindow(page)
    if page.locator("[data-discard]").count():
        page.locator("[data-discard]").click()
    page.locator("[data-show]").click()
    count, hold = page.locator("#moment .count"), page.locator("[data-hold]")
    page.wait_for_selector("#moment:not([hidden])")
    hold.click()
    first = count.inner_text()
    page.locator("#moment [data-next]").click()
    expect(count).not_to_have_text(first)
    page.locator("[data-before]").click()
    expect(count).to_have_text(first)
    assert hold.get_attribute("aria-pressed") == "true"
    page.keyboard.press("Escape")
    page.wait_for_selector("#moment", state="hidden")


def hold_one(page: Page) -> list[Route]:
    """The next pick, which waits for its answer."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/pick", hold, times=1)
    return held


def wait_for_route(page: Page, held: list[Route]) -> None:
    while not held:
        page.wait_for_timeout(20)


def test_a_card_says_what_it_does_costs_and_is_worth(tables: dict[Asked, str], page: Page) -> None:
    """Whether it can be taken or not."""
    page.goto(tables[TABLES[0]])
    TableWindow(page)
    for thing in ("sale", "card"):
        page.locator(f"main [data-thing^='{thing}:']").first.hover(force=True)
        page.wait_for_function(
            "() => document.querySelector('#plate:not([hidden])')?.textContent.split('\\n').length >= 4"
        )


def pointed_at_twice(page: Page, address: str) -> list[str]:
    """Open a table, go to a step of two things that lie on the board, and name both; none if there is no such step."""
    page.goto(address)
    table = TableWindow(page)
    for card in table.handles():
        table.point(card)
        page.wait_for_selector("main:not(.foreseen)")
        paths = page.evaluate(_PATHS)
        things = [path[:2] for path in paths if len(path) > 1]
        if long := [both for both in things if both[0] in table.handles() and not both[1].startswith("bar:")]:
            return list(long[0])
        with table.changing():
            page.locator("[data-discard]").click()
    return []
