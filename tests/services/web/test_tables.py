"""All tables that a reader may know of."""

from tests.kit.browser import Browser
from tests.kit.http import Site
from tests.services.api.tables import opened, started


async def test_tables_are_found_by_what_can_be_done_at_them(site: Site, browser: Browser) -> None:
    anna, brutus = await site.person("Anna"), await site.person("Brutus")
    await opened(anna, title="To sit down", clock={"turn_seconds": 600})
    await opened(anna, title="Hidden", private=True)
    await started(anna, brutus, title="To watch")
    await site.project()

    def titles(text: str) -> set[str]:
        return {title for title in ("To sit down", "Hidden", "To watch") if title in text}

    assert titles((await browser.open("/tables")).text) == {"To sit down"}
    assert titles((await browser.open("/tables?show=running")).text) == {"To watch"}
    assert titles((await browser.open("/tables?show=finished")).text) == set()
    assert titles((await browser.open("/tables?game=trajan")).text) == set()
    assert titles((await browser.open("/tables?live=1")).text) == {"To sit down"}
    assert (await browser.open("/tables?mine=1")).path == "/login"
    browser.http.cookies.set("acta", anna.token)
    assert titles((await browser.open("/tables?mine=1")).text) == {"To sit down", "Hidden"}


async def test_strange_filters_are_as_good_as_none(browser: Browser) -> None:
    for query in ("show=nothing", "game=%00", "cursor=x", "live=%F0", "show=open&show=running"):
        assert (await browser.open(f"/tables?{query}")).status == 200, query
