"""The score sheet: who won and why, every point with its arithmetic, of all games."""

import pytest

from domain.kernel.envelope import Codec
from domain.registry import GAMES
from services.story.ledger import ledger, totals
from tests.kit import recordings
from tests.kit.browser import Browser
from tests.kit.http import Site
from tests.kit.people import logged_in
from tests.kit.recordings import Recording
from tests.services.api.tables import started
from tests.services.queries.stored_recordings import store_recording

SVG = "{http://www.w3.org/2000/svg}svg"
RECORDED = [recordings.load(game, recordings.names(game)[0]) for game in GAMES]


@pytest.fixture(params=RECORDED, ids=lambda recording: recording.game.meta.slug)
def recording(request: pytest.FixtureRequest) -> Recording:
    found: Recording = request.param
    return found


async def test_it_says_who_won_and_shows_every_score(site: Site, browser: Browser, recording: Recording) -> None:
    game = await store_recording(site, recording)
    page = await browser.open(f"/games/{game}/scores")
    scores = totals(ledger(Codec(recording.game), recording.records), len(recording.match().table.chairs))
    assert "won" in (page.one("h1").text or "")
    podium = page.one("ol", class_=f"podium of-{len(scores)}")
    assert sorted(int(one.text or "") for one in podium.iter("b")) == sorted(scores)
    assert len(page.all(SVG, class_="chart")) == len(scores)
    foot = page.one("tfoot")
    assert [int(cell.text or "") for cell in foot.iter("td")] == scores


async def test_every_point_of_a_seat_can_be_traced(site: Site, browser: Browser, recording: Recording) -> None:
    game = await store_recording(site, recording)
    page = await browser.open(f"/games/{game}/scores?seat=0&all=true")
    entries = [entry for entry in ledger(Codec(recording.game), recording.records) if entry.seat == 0]
    shown = [item for item in page.all("li") if item.get("id", "").startswith("v")]
    assert [item.attrib["id"] for item in shown] == [f"v{entry.version}" for entry in entries]
    for item, entry in zip(shown, entries, strict=True):
        told = [int((cell.text or "").removeprefix("= ").replace("\N{MINUS SIGN}", "-")) for cell in item.iter("dd")]
        assert told == [*(term.points for term in entry.detail), entry.points]
        (link,) = (one for one in item.iter("a"))
        assert link.attrib["href"].endswith(f"?at={entry.version}")


async def test_older_entries_are_a_link_away(site: Site, browser: Browser) -> None:
    game = await store_recording(site, RECORDED[1])
    page = await browser.open(f"/games/{game}/scores")
    (more,) = [link for link in page.all("a") if "all=true" in link.get("href", "")]
    whole = await browser.open(f"/games/{game}/scores?{more.attrib['href'].split('?')[1].split('#')[0]}")
    assert len(whole.all("details")) > len(page.all("details"))
    assert not [link for link in whole.all("a") if "all=true" in link.get("href", "")]


@pytest.mark.parametrize("query", ["seat=16", "seat=x", "all=maybe", "seat=-1"])
async def test_a_wrong_filter_is_refused(site: Site, browser: Browser, query: str) -> None:
    game = await store_recording(site, RECORDED[2])
    assert (await browser.open(f"/games/{game}/scores?{query}")).status == 400


async def test_whoever_played_may_play_again(site: Site, browser: Browser) -> None:
    anna, brutus = [await site.person(name) for name in ("Anna", "Brutus")]
    game = await started(anna, brutus)
    await brutus.done(f"/games/{game}/votes", {"motion": "abandon"})
    await anna.done(f"/games/{game}/votes", {"motion": "abandon"})
    assert not (await browser.open(f"/games/{game}/scores")).all("form", action=f"/games/{game}/life")
    page = await logged_in(browser, anna).open(f"/games/{game}/scores")
    arrived = await browser.send(page, f"/games/{game}/life")
    assert arrived.path == f"/games/{(await anna.seen(f'/games/{game}'))['rematch']}"
