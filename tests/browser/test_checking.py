"""Records are checked in the visitor's own browser: one that is dropped, without an account, and that of a table."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from domain.kernel.export import to_line
from tests.browser.chromium import PHONE, WIDE, window
from tests.endure.acta_server import Acta
from tests.kit.recordings import FIXTURES
from tests.kit.tamperings import TAMPERINGS, recorded

pytestmark = pytest.mark.timeout(600)
RECORD = FIXTURES / "trajan/two-laps-in-one-turn.jsonl"


def dropped(page: Page, file: Path) -> dict[str, list[str]]:
    """What the page lists of a file, by kind."""
    page.goto("/proof")
    page.locator("[data-check] input").set_input_files(file)
    return listed(page)


def listed(page: Page) -> dict[str, list[str]]:
    page.wait_for_selector("[data-check] output ul")
    lists = {kind: page.locator(f"output ul.{kind} li") for kind in ("checked", "unchecked", "broken")}
    return {kind: found.all_inner_texts() for kind, found in lists.items()}


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["1280", "390"])
def test_a_stranger_drops_a_record(acta: Acta, chromium: Browser, size: ViewportSize, tmp_path: Path) -> None:
    with window(chromium, acta.url, size) as page:
        told = dropped(page, RECORD)
        assert [len(found) for found in told.values()] == [6, 2, 0]
        assert any("Every draw follows" in line for line in told["checked"])
        for number, tampering in enumerate(TAMPERINGS):
            records, version = tampering(recorded("trajan"))
            forged = tmp_path / f"{number}.jsonl"
            forged.write_bytes(b"".join(map(to_line, records)))
            (line,) = dropped(page, forged)["broken"]
            assert f"event {version}" in line
        other = tmp_path / "other.jsonl"
        other.write_text("no record\n")
        page.goto("/proof")
        page.locator("[data-check] input").set_input_files(other)
        page.wait_for_selector("[data-check] output.bad")
