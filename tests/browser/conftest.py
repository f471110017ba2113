"""One real server and one Chromium for all tests that look at pages as people do."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import MISSING, path_of_chromium, running_chromium
from tests.endure.acta_server import Acta, running_acta


@pytest.fixture(scope="session")
def acta(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Acta]:
    with running_acta(tmp_path_factory.mktemp("acta"), ACTA_FSYNC="everysec") as running:
        yield running


@pytest.fixture(scope="module")  # no longer: while it runs, Playwright keeps the thread's event loop to itself
def chromium() -> Iterator[Browser]:
    executable = path_of_chromium()
    if executable is None:
        pytest.skip(MISSING)
    with running_chromium(executable) as browser:
        yield browser
