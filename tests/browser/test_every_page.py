"""Every page of a furnished server: nothing sticks out, stays English or keeps moving; axe finds nothing serious."""

import os
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from domain.kernel.languages import LANGUAGES
from tests.browser.chromium import PHONE, STILL, WIDE, logged_in, window
from tests.browser.furnished import SAID, TITLES, Furnished, furnish
from tests.browser.reading import english_left, sticking_out, sticking_out_of_what_opens
from tests.browser.resting import assert_it_rests, note_what_runs
from tests.browser.test_pointing import WHOLE
from tests.endure.acta_server import Acta

pytestmark = [pytest.mark.timeout(3600), pytest.mark.skipif(not WHOLE, reason="it takes minutes: `make browser`")]
SIZES = pytest.mark.parametrize("size", [WIDE, PHONE], ids=["1280", "390"])
MADE_UP = {*TITLES.values(), *SAID, "Beginners welcome", "First steps", "Livia", "Marcus", "Octavia"}


@pytest.fixture(scope="session")
def site(acta: Acta) -> Furnished:
    return furnish(acta)


def addresses(site: Furnished) -> Iterator[tuple[str, str]]:
    yield from site.pages().items()
    yield from site.tables().items()


@SIZES
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_sticks_out_and_nothing_is_english(
    site: Furnished, chromium: Browser, language: str, size: ViewportSize
) -> None:
    wrong: dict[str, list[str]] = {}

    def look_at(page: Page, pages: Iterable[tuple[str, str]]) -> None:
        for name, address in pages:
            page.goto(f"{address}{'&' if '?' in address else '?'}lang={language}")
            left = [] if language == "en" else english_left(page, language, MADE_UP)
            wrong[name] = [*left, *sticking_out(page), *sticking_out_of_what_opens(page)]

    with window(chromium, site.url, size, cookies=logged_in(chromium, site.url, site.livia.name)) as page:
        look_at(page, addresses(site))
    with window(chromium, site.url, size) as page:
        look_at(page, site.strangers_pages().items())
    assert {name: found for name, found in wrong.items() if found} == {}


@SIZES
@pytest.mark.parametrize("look", ["light", "dark"])
def test_axe_finds_nothing_serious(site: Furnished, chromium: Browser, look: str, size: ViewportSize) -> None:
    wrong: dict[str, list[str]] = {}
    with window(chromium, site.url, size, cookies=logged_in(chromium, site.url, site.livia.name)) as page:
        page.add_init_script(STILL)
        for name, address in addresses(site):
            page.goto(f"{address}{'&' if '?' in address else '?'}look={look}")
            wrong[name] = seen_by_axe(page)
    assert {name: found for name, found in wrong.items() if found} == {}


@SIZES
def test_every_page_comes_to_rest(site: Furnished, chromium: Browser, size: ViewportSize) -> None:
    with window(chromium, site.url, size, cookies=logged_in(chromium, site.url, site.livia.name)) as page:
        page.emulate_media(reduced_motion="no-preference")
        page.add_init_script(STILL)
        note_what_runs(page)
        for _, address in addresses(site):
            page.goto(address)
            assert_it_rests(page)


def seen_by_axe(page: Page) -> list[str]:
    """What axe calls serious or critical on a page."""
    page.evaluate(_axe())
    found: list[str] = page.evaluate(_SERIOUS)
    return found


_SERIOUS = """async () => {
  const {violations} = await axe.run();
  // What is drawn on a board holds figures and words that its name tells in a sentence.
  const isName = (id, {html}) => id === "label-content-name-mismatch" && html.startsWith("<g data-thing=");
  const kept = violations.map(({id, impact, nodes}) => ({id, impact, nodes: nodes.filter((one) => !isName(id, one))}));
  return kept
    .filter(({impact, nodes}) => ["serious", "critical"].includes(impact) && nodes.length)
    .map(({id, nodes}) => `${id}: ${nodes.slice(0, 3).map(({html}) => html.slice(0, 160)).join(" ")}`);
}"""


def _axe() -> str:
    """The source of axe-core, as npm packed it: `make axe` fetches it."""
    packed = sorted(Path(os.environ.get("AXE", "build/axe")).glob("axe-core-*.tgz"))
    assert packed, "`make axe` fetches axe-core"
    with tarfile.open(packed[-1]) as package:
        file = package.extractfile("package/axe.min.js")
        assert file is not None
        return file.read().decode()
