"""The replay: any position of any game, the way there, and what can be done from it."""

import pytest

from domain.kernel.envelope import Codec
from domain.registry import GAMES
from services.story.course import course
from tests.kit import recordings
from tests.kit.browser import Browser
from tests.kit.http import Person, Site
from tests.kit.people import logged_in
from tests.kit.recordings import Recording
from tests.services.api.tables import choose, dealt, started
from tests.services.queries.stored_recordings import store_recording

SVG = "{http://www.w3.org/2000/svg}svg"
RECORDED = [recordings.load(game, recordings.names(game)[0]) for game in GAMES]


@pytest.fixture(params=RECORDED, ids=lambda recording: recording.game.meta.slug)
def recording(request: pytest.FixtureRequest) -> Recording:
    found: Recording = request.param
    return found


async def test_steps_lead_through_the_whole_game(site: Site, browser: Browser, recording: Recording) -> None:
    game = await store_recording(site, recording)
    choices = course(Codec(recording.game), recording.records)
    page = await browser.open(f"/games/{game}/replay?at={choices[0].last}")
    seen: list[int] = [choices[0].last]
    while page.all("a", data_step="round-on"):
        page = await browser.open(page.one("a", data_step="round-on").attrib["href"])
        seen.append(int(page.one("div", id="replay").attrib["data-version"]))
    assert seen == sorted(set(seen))
    assert seen[-1] == choices[-1].last
    ends = [
        one.last
        for one, other in zip(choices, [*choices[1:], None], strict=True)
        if other is None or one.round != other.round
    ]
    assert seen[1:] == ends
    back = page.one("a", data_step="choice-back").attrib["href"]
    assert back.startswith(f"/games/{game}/replay?at={choices[-2].last}")


async def test_the_board_the_line_and_the_slider_show_the_position(site: Site, browser: Browser) -> None:
    recording = RECORDED[1]
    game = await store_recording(site, recording)
    choices = course(Codec(recording.game), recording.records)
    wanted = choices[len(choices) // 2]
    page = await browser.open(f"/games/{game}/replay?at={wanted.last}")
    slider = page.one("input", type="range")
    assert (slider.attrib["value"], slider.attrib["max"]) == (str(len(choices) // 2 + 1), str(len(choices)))
    assert len(page.all("p", aria_current="step")) == 1
    assert "var(--" in page.answer.text
    assert [one for one in page.all(SVG) if one.get("viewBox", "").startswith("0 0 1200 ")]
    assert not [one for one in page.root.iter() if "style" in one.attrib or str(one.tag).endswith("style")]
    moved = await browser.open(f"/games/{game}/replay?choice=7")
    assert moved.answer.request.url.params["at"] == str(choices[6].last)


async def test_a_finished_game_is_seen_by_every_seat(site: Site, browser: Browser) -> None:
    game = await store_recording(site, RECORDED[0])
    for reader in ("0", "1", "spectator", "truth"):
        page = await browser.open(f"/games/{game}/replay?at=200&as={reader}")
        (chosen,) = [link for link in page.all("a", aria_current="true") if "as=" in link.get("href", "")]
        assert f"as={reader}" in chosen.attrib["href"]


async def test_a_running_game_is_seen_by_the_own_seat_alone(site: Site, browser: Browser) -> None:
    anna, brutus = [await site.person(name) for name in ("Anna", "Brutus")]
    game = await started(anna, brutus)
    logged_in(browser, anna)
    page = await browser.open(f"/games/{game}/replay")
    assert page.status == 200
    ways = [one.attrib["href"] for one in page.all("a") if "/replay?" in one.get("href", "")]
    assert {(await browser.open(way)).status for way in ways} == {200}
    assert (await browser.open(f"/games/{game}/replay?as=1")).status == 403


async def test_a_lobby_has_no_board_yet(browser: Browser, host: Person) -> None:
    answer = await host.done("/games", {"game": "trajan", "players": 2})
    page = await browser.open(f"/games/{answer['game_id']}/replay")
    assert "has not begun" in page.text


async def test_what_if_goes_on_from_the_position(site: Site, browser: Browser) -> None:
    anna, brutus = [await site.person(name) for name in ("Anna", "Brutus")]
    game, actor = await dealt(anna, brutus)
    await choose(actor, game)
    logged_in(browser, actor)
    page = await browser.open(f"/games/{game}/replay")
    form = page.form(f"/games/{game}/what-if")
    answer = await browser.http.post(f"/games/{game}/what-if", data=form, headers={"Origin": "http://acta.example"})
    assert answer.status_code == 303
    branched = await actor.seen(f"/games/{answer.headers['location'].removeprefix('/games/')}")
    assert branched["branch_of"]["game_id"] == game


@pytest.mark.parametrize("fields", [{"at": "x"}, {"at": "-1"}, {"at": "9" * 30}, {"at": "1", "seat": "99"}, {}])
async def test_a_broken_what_if_is_refused(site: Site, browser: Browser, fields: dict[str, str]) -> None:
    anna, brutus = [await site.person(name) for name in ("Anna", "Brutus")]
    game = await started(anna, brutus)
    logged_in(browser, anna)
    token = (await browser.open(f"/games/{game}/replay")).form(f"/games/{game}/what-if")["token"]
    page = await browser.post(f"/games/{game}/what-if", {"token": token, **fields})
    assert 400 <= page.status < 500


@pytest.mark.parametrize("query", ["at=0", "at=x", "as=king", "as=99", "choice=-1", "at=100000"])
async def test_a_position_that_is_none_is_refused(site: Site, browser: Browser, query: str) -> None:
    game = await store_recording(site, RECORDED[2])
    assert (await browser.open(f"/games/{game}/replay?{query}")).status in {400, 404}
