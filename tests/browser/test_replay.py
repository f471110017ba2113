"""The replay in one screen: the player is in sight, and no press is lost."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.chromium import PHONE, TableWindow, logged_in, window
from tests.browser.furnished import NAMES, Asked, set_tables
from tests.endure.acta_server import Acta

pytestmark = pytest.mark.timeout(300)

ASKED = Asked("trajan", 3)
LOW = ViewportSize(width=1366, height=650)
_SEEN = """() => {
  const {top, bottom} = document.querySelector(".steps").getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


@pytest.fixture(scope="module")
def table(acta: Acta) -> str:
    return set_tables(acta, [ASKED], 40)[ASKED]


@pytest.fixture
def page(acta: Acta, chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    size = getattr(request, "param", LOW)
    with window(chromium, acta.url, size, cookies=logged_in(chromium, acta.url, NAMES[0])) as page:
        yield page


@pytest.mark.parametrize("page", [LOW, PHONE], indirect=True, ids=["1366x650", "390"])
def test_the_player_is_in_sight(table: str, page: Page) -> None:
    page.goto(f"{table}/replay?at=30")
    assert page.evaluate(_SEEN)


def test_none_of_several_quick_presses_is_lost(table: str, page: Page) -> None:
    page.goto(f"{table}/replay?at=40")
    place = page.locator("[name=choice]")
    before = int(place.input_value())
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(place).to_have_value(str(before + 5))


def test_what_comes_next_is_there_before_it_is_asked_for(table: str, page: Page) -> None:
    page.goto(f"{table}/replay?at=12")
    following = page.locator("[data-step=choice-on]").get_attribute("href") or ""
    page.wait_for_function(
        "(address) => performance.getEntriesByType('resource').some(({name}) => name.endsWith(address))", arg=following
    )
    page.keyboard.press("ArrowRight")
    page.wait_for_url(f"**{following}")


def test_a_what_if_is_not_taken_for_the_real_table(table: str, page: Page) -> None:
    page.goto(f"{table}/replay?at=30")
    waiting = page.locator(".inbox, .pill").first.inner_text() if page.locator(".inbox, .pill").count() else ""
    page.locator("form[action$=what-if] button").click()
    page.wait_for_url(lambda url: table not in url)
    TableWindow(page)
    assert page.locator("main.what-if").count() == 1
    back = page.locator(".what-if-mark a")
    assert table in (back.get_attribute("href") or "")
    back.click()
    page.wait_for_url(f"**{table}/replay**")
    assert waiting == (page.locator(".inbox, .pill").first.inner_text() if waiting else "")
