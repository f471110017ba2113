"""`make screenshots`: every page at two widths and in each language, light and dark, in build/screenshots.

`make screenshots ARGS=trajan` takes those whose name holds a word.
"""

import itertools
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, StorageState, ViewportSize
from rich.progress import track

from domain.kernel.languages import LANGUAGES
from tests.browser.chromium import MISSING, PHONE, WIDE, logged_in, path_of_chromium, running_chromium, window
from tests.browser.furnished import Furnished, furnish
from tests.endure.acta_server import running_acta

LOOKS = ("light", "dark")
SIZES = (WIDE, PHONE)


class Shot(NamedTuple):
    """A page, and how it is looked at."""

    page: str
    address: str
    size: ViewportSize
    look: str
    lang: str
    cookies: StorageState | None = None

    @property
    def name(self) -> str:
        return f"{self.page}-{self.size['width']}-{self.look}-{self.lang}"


def shots(site: Furnished, cookies: StorageState) -> Iterator[Shot]:
    """Everything that is taken."""
    tables = {f"table-{page}": address for page, address in site.tables().items()}
    for size, look, lang in itertools.product(SIZES, LOOKS, LANGUAGES):
        for page, address in site.strangers_pages().items():
            yield Shot(page, address, size, look, lang)
        for page, address in (site.pages() | tables).items():
            yield Shot(page, address, size, look, lang, cookies)


def take(chromium: Browser, site: Furnished, shot: Shot, target: Path) -> Path:
    """Open a page as its reader would, and keep what is seen of it."""
    with window(chromium, site.url, shot.size, cookies=shot.cookies) as page:
        page.context.add_cookies([{"name": "look", "value": shot.look, "url": site.url}])
        page.goto(f"{shot.address}{'&' if '?' in shot.address else '?'}lang={shot.lang}")
        page.evaluate("() => document.querySelector('#tour [data-leave]')?.click()")
        page.wait_for_load_state("networkidle" if "games" not in shot.address else "load")
        if shot.page.startswith("table-"):
            page.wait_for_selector("main[data-live=on]")  # else it tells that the connection is lost
        if shot.page.startswith("table-") and shot.size is PHONE:
            page.wait_for_selector("main.narrow")  # a first visit is drawn for a wide window, and at once anew
        page.evaluate("() => document.fonts.ready")
        path = target / f"{shot.name}.png"
        page.screenshot(
            path=path, full_page=not shot.page.startswith("table-") or shot.size is PHONE, animations="disabled"
        )
    return path


def main(target: Path, wanted: str) -> None:
    """Take every picture whose name holds `wanted`."""
    executable = path_of_chromium()
    if executable is None:
        sys.exit(MISSING)
    target.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_acta(Path(folder), ACTA_FSYNC="everysec", ACTA_GAMES="") as acta,
    ):
        site = furnish(acta)
        with running_chromium(executable) as chromium:
            found = [
                shot for shot in shots(site, logged_in(chromium, site.url, site.livia.name)) if wanted in shot.name
            ]
            made = [take(chromium, site, shot, target) for shot in track(found, description="looking")]
    figures = "".join(f'<figure><img src="{path.name}"><figcaption>{path.stem}</figcaption></figure>' for path in made)
    _ = (target / "index.html").write_text(f"<!doctype html><title>Acta: screenshots</title>{figures}", "utf-8")
    print(f"{len(made)} screenshots: {target / 'index.html'}")


if __name__ == "__main__":
    main(Path("build/screenshots"), sys.argv[1] if len(sys.argv) > 1 else "")
