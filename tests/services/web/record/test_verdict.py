"""The record: whether it holds, in the words of the three verdicts."""

import pytest

from domain.kernel.proof import Report
from domain.registry import GAMES
from services.queries import verdict as queries
from services.queries.verdict import Verdicts
from services.web.record import verdict
from tests.kit import recordings
from tests.kit.browser import Browser
from tests.kit.http import Site
from tests.services.api.tables import started
from tests.services.queries.stored_recordings import store_recording

RECORDED = [recordings.load(game, recordings.names(game)[0]) for game in GAMES]


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdict, "_VERDICTS", Verdicts())


async def test_nothing_is_checked_before_somebody_asks(site: Site, browser: Browser) -> None:
    game = await store_recording(site, RECORDED[2])
    page = await browser.open(f"/games/{game}/record")
    assert "Let the server check it" in page.text
    checked = await browser.open(f"/games/{game}/record?check=true")
    assert "The record holds" in checked.text


async def test_a_running_game_holds_so_far(site: Site, browser: Browser) -> None:
    anna, brutus = [await site.person(name) for name in ("Anna", "Brutus")]
    game = await started(anna, brutus)
    page = await browser.open(f"/games/{game}/record?check=true")
    assert "So far the record holds" in page.text
    assert (await anna.seen(f"/games/{game}"))["head"] in page.answer.text


async def test_a_forged_record_does_not_hold(site: Site, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await store_recording(site, RECORDED[2])
    checked = queries._checked  # noqa: SLF001 - no log that is stored can be read if it does not hold
    monkeypatch.setattr(
        queries, "_checked", lambda records, sources: checked([*records[:100], *records[101:]], sources)
    )
    page = await browser.open(f"/games/{game}/record?check=true")
    assert "The record does not hold" in page.text
    assert "does not fit the lines around it" in page.text
    in_german = await browser.open(f"/games/{game}/record?check=true&lang=de")
    (found,) = [one for one in in_german.all("li") if one.get("class") == "bad"]
    assert "Es passt nicht zu den Zeilen davor und danach" in "".join(found.itertext())
    assert [one.get("lang") for one in found.iter("small")] == ["en"], "the exact finding is for experts"


async def test_a_record_of_other_rules_is_not_judged(
    site: Site, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await store_recording(site, RECORDED[2])
    monkeypatch.setattr(queries, "_checked", lambda *_: Report(over=True, judged=False))
    page = await browser.open(f"/games/{game}/record?check=true")
    assert "The record is not judged" in page.text
    assert "may be made up" in page.text
