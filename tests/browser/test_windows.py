"""Tables in the windows that people have: whatever glows can be hit, and no panel lies over the pieces of another."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from domain.concordia.data import BY_PLAYERS
from tests.browser.chromium import STILL, TableWindow, logged_in, window
from tests.browser.furnished import NAMES, Asked, set_tables
from tests.endure.acta_server import Acta

pytestmark = pytest.mark.timeout(600)

BROAD = [(1280, 650), (1280, 800), (1366, 650), (1920, 950)]
SLIM = [(820, 1180), (390, 844)]
SETTING_UP = Asked("trajan", 4)
"""Where something glows at every choice."""
TABLES = [
    *(Asked("concordia", players, board) for players, rules in BY_PLAYERS.items() for board in rules.maps),
    SETTING_UP,
    Asked("forum-trajanum", 4),
]
CHOICES = 24
PICTURES = os.environ.get("WINDOWS")
"""A folder for pictures of all this, for people to look at."""

_MISSED = """() => [...document.querySelectorAll("main [data-handle]")].filter((thing) => {
  if (!thing.checkVisibility()) return false;
  thing.scrollIntoView({block: "center", inline: "nearest"});
  const {left, top, width, height} = thing.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  // Pieces stand so close that the middle of a line may be that of a city; both glow.
  return hit?.closest("[data-handle]")?.closest(".panel, .turn-bar") !== thing.closest(".panel, .turn-bar");
}).map((thing) => thing.dataset.handle)"""
_COVERED = """() => {
  const solid = new CSSStyleSheet();
  solid.replaceSync(".part *{pointer-events:auto!important}");
  document.adoptedStyleSheets = [solid];
  const covered = [...document.querySelectorAll("main .panel [data-thing]")].filter((thing) => {
    if (!thing.checkVisibility() || !thing.getBoundingClientRect().width) return false;
    thing.scrollIntoView({block: "center", inline: "nearest"});
    const {left, top, width, height} = thing.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return !hit || (!thing.closest(".panel").contains(hit) && !hit.contains(thing));
  }).map((thing) => thing.dataset.thing);
  document.adoptedStyleSheets = [];
  return covered;
}"""

_SMALL = """(least) => [
  ...document.querySelectorAll("main :is(button, summary, [role=tab], .inbox-mark, .btn, .since)")]
  .filter((it) => it.checkVisibility() && !it.closest("#all-choices form"))
  .map((it) => [it.id || it.className || it.textContent, it.getBoundingClientRect()])
  .filter(([, {width, height}]) => Math.min(width, height) < least)
  .map(([name, {width, height}]) => `${name} ${width} x ${height}`)"""
_NOTE_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({value}) => value)))
  .observe({type: "layout-shift", buffered: true});
"""
MOST_SHIFT = 0.05
"""Half of what is thought good for a page."""
_SAY = """(which) => {
  const notice = document.querySelector(which) ?? document.querySelector("#notice").cloneNode();
  Object.assign(notice, {id: which.slice(1), hidden: false, textContent: "Keep this seat with a name. ".repeat(3)});
  notice.classList.remove("none");
  document.querySelector("#notice").after(notice);
}"""
_END_TURN = """() => {
  const bar = document.querySelector("#turn"), link = document.createElement("a");
  for (const one of [...bar.children].filter(({id}) => id !== "turn-ask")) one.remove();
  Object.assign(link, {className: "btn can next-table", textContent: "Next table (3)"});
  link.dataset.nextTable = "";
  bar.append(link);
}"""
"""The bar of somebody who waits, and is awaited elsewhere."""


@pytest.fixture(scope="module")
def tables(acta: Acta) -> dict[Asked, str]:
    return set_tables(acta, TABLES, CHOICES)


def named(asked: Asked) -> str:
    return f"{asked.slug}-{asked.board}-{asked.players}" if asked.slug == "concordia" else asked.slug


@contextmanager
def seated(address: str, acta: Acta, chromium: Browser) -> Iterator[TableWindow]:
    """Livia at a table."""
    size = ViewportSize(width=1280, height=800)
    with window(chromium, acta.url, size, cookies=logged_in(chromium, acta.url, NAMES[0])) as page:
        page.add_init_script(STILL)
        page.goto(address)
        yield TableWindow(page)


def wrong(page: Page, asked: Asked, stage: str, width: int, height: int) -> dict[str, list[str]]:
    """What cannot be hit and what is covered in a window of this size."""
    name = f"{named(asked)}-{width}x{height}-{stage}"
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_selector("main.narrow" if width < 1024 else "main:not(.narrow)")
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png")
    return {f"{name} missed": page.evaluate(_MISSED), f"{name} covered": page.evaluate(_COVERED)}


@pytest.mark.parametrize("asked", TABLES, ids=named)
@pytest.mark.parametrize("sizes", [BROAD, SLIM], ids=["broad", "slim"])
def test_whatever_glows_can_be_hit_and_nothing_is_covered(
    tables: dict[Asked, str], acta: Acta, chromium: Browser, asked: Asked, sizes: list[tuple[int, int]]
) -> None:
    found: dict[str, list[str]] = {}
    first = ViewportSize(width=sizes[0][0], height=sizes[0][1])
    with window(chromium, acta.url, first, cookies=logged_in(chromium, acta.url, NAMES[0])) as page:
        page.add_init_script(STILL)
        page.goto(tables[asked])
        table = TableWindow(page)
        for size in sizes:
            found |= wrong(page, asked, "turn", *size)
        steps = [handle for handle in table.handles() if "architect" in handle or "senator" in handle]
        for handle in steps[:1] if asked.slug == "concordia" else []:
            table.point(handle)
            for size in sizes:
                found |= wrong(page, asked, "step", *size)
    assert [f"{name}: {things}" for name, things in found.items() if things] == []


@pytest.mark.parametrize(("size", "least"), [((390, 844), 44), ((820, 1180), 44), ((1280, 800), 24)])
def test_buttons_are_large_enough_for_a_thumb(
    tables: dict[Asked, str], acta: Acta, chromium: Browser, size: tuple[int, int], least: int
) -> None:
    cookies = logged_in(chromium, acta.url, NAMES[0])
    for asked in (TABLES[0], SETTING_UP, TABLES[-1]):
        with window(chromium, acta.url, ViewportSize(width=size[0], height=size[1]), cookies=cookies) as page:
            page.add_init_script(STILL)
            page.goto(tables[asked])
            TableWindow(page)
            page.wait_for_selector("html:not(.starting)", state="attached")
            assert page.evaluate(_SMALL, least) == [], asked


def test_the_chronicle_is_one_stop_of_the_tab_key(tables: dict[Asked, str], acta: Acta, chromium: Browser) -> None:
    with seated(tables[TABLES[0]], acta, chromium) as table:
        lines = table.page.locator("#chronicle li a")
        assert lines.count() > 1
        assert table.page.locator("#chronicle li a[tabindex='0']").count() == 1
        lines.first.focus()
        table.page.keyboard.press("ArrowDown")
        assert lines.nth(1).evaluate("(line) => line === document.activeElement")


@pytest.mark.parametrize("size", [(1280, 800), (820, 1180), (390, 844)], ids=["1280", "820", "390"])
def test_nothing_moves_while_a_table_is_loaded(
    tables: dict[Asked, str], acta: Acta, chromium: Browser, size: tuple[int, int]
) -> None:
    """By somebody who was never here: nothing is kept from an earlier visit, not even how wide the window is."""
    cookies = logged_in(chromium, acta.url, NAMES[0])
    for asked in (TABLES[0], SETTING_UP, TABLES[-1]):
        with window(chromium, acta.url, ViewportSize(width=size[0], height=size[1]), cookies=cookies) as page:
            page.add_init_script(STILL + _NOTE_SHIFTS)
            page.goto(tables[asked])
            TableWindow(page)
            page.wait_for_selector("html:not(.starting)", state="attached")
            assert page.evaluate("() => shifts.reduce((sum, it) => sum + it, 0)") <= MOST_SHIFT, asked


@pytest.mark.parametrize("which", ["#notice", "#keep-seat"])
def test_a_notice_moves_nothing_and_covers_no_piece(
    tables: dict[Asked, str], acta: Acta, chromium: Browser, which: str
) -> None:
    with seated(tables[TABLES[0]], acta, chromium) as table:
        before = table.page.locator("#panel-board").bounding_box()
        table.page.evaluate(_SAY, which)
        assert table.page.locator(which).is_visible()
        assert table.page.locator("#panel-board").bounding_box() == before
        assert table.page.evaluate(_MISSED) == []
        assert table.page.evaluate(_COVERED) == []


def test_nothing_comes_to_stand_under_a_second_click(tables: dict[Asked, str], acta: Acta, chromium: Browser) -> None:
    """The way to the next table is not where a turn was confirmed, nor what drops a draft where it was composed."""
    with seated(tables[SETTING_UP], acta, chromium) as table:
        while table.page.locator("[data-discard]").count() == 0:
            table.point(table.handles()[0])
        box = table.page.locator("[data-confirm]").bounding_box()
        drop = table.page.locator("[data-discard]").bounding_box()
        ask = table.page.locator("#turn-ask").bounding_box()
        assert box
        assert drop
        assert ask
        assert drop["x"] < ask["x"] + ask["width"] + 40
        table.page.evaluate(_END_TURN)
        link = table.page.locator("[data-next-table]").bounding_box()
        assert link
        assert link["x"] + link["width"] < box["x"]
