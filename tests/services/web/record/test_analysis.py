"""The page of an analysis: before it is made, while it is made, and what it tells of each game."""

import pytest

from domain.kernel.ids import GameId
from domain.registry import GAMES
from services.queries.curves import signed
from services.queue.jobs import ANALYSE
from services.story.analysis import Analysis
from tests.kit import recordings
from tests.kit.browser import Browser, Page
from tests.kit.http import Person, Site
from tests.kit.people import logged_in
from tests.kit.stored_analysis import store_analysis
from tests.services.api.tables import started
from tests.services.queries.stored_recordings import store_recording

RECORDED = [recordings.load(game, recordings.names(game)[0]) for game in GAMES]
every_game = pytest.mark.parametrize("recording", RECORDED, ids=lambda recording: recording.game.meta.slug)


async def given_up(*people: Person) -> str:
    """A game that everybody has agreed to stop."""
    game = await started(*people)
    for person in reversed(people):
        await person.done(f"/games/{game}/votes", {"motion": "abandon"})
    return game


def rows(page: Page) -> list[str]:
    return [row.get("id", "") for row in page.all("li") if row.get("id", "").startswith("t")]


async def test_nobody_learns_anything_before_the_end(site: Site, browser: Browser) -> None:
    game = await started(*[await site.person(name) for name in ("Anna", "Brutus")])
    page = await browser.open(f"/games/{game}/analysis")
    assert (page.status, page.one("section", class_="ana-before").get("data-state")) == (200, "running")
    assert not page.all("form", action=f"/games/{game}/analysis")


async def test_it_is_asked_for_by_a_button_and_shows_how_far_it_is(site: Site, browser: Browser) -> None:
    anna, brutus = [await site.person(name) for name in ("Anna", "Brutus")]
    game = await given_up(anna, brutus)
    assert "Log in" in (await browser.open(f"/games/{game}/analysis")).text
    page = await logged_in(browser, anna).open(f"/games/{game}/analysis")
    arrived = await browser.send(page, f"/games/{game}/analysis")
    assert arrived.one("section", class_="ana-before").get("data-state") == "working"
    assert site.services.jobs.queued(ANALYSE) is not None
    analyses = site.services.analyses
    assert GameId(game) in await analyses.owed()
    await analyses.begin(GameId(game), "1 head", turns=4, tries=1)
    await analyses.keep_turn(GameId(game), 0, b"{}")
    assert "1 of 4 turns" in (await browser.open(f"/games/{game}/analysis")).text
    await analyses.give_up(GameId(game))
    page = await browser.open(f"/games/{game}/analysis")
    assert page.one("section", class_="ana-before").get("data-state") == "failed"
    assert page.form(f"/games/{game}/analysis")


@every_game
async def test_it_tells_who_was_ahead_and_what_everybody_gave_away(
    site: Site, browser: Browser, recording: recordings.Recording
) -> None:
    game = await store_recording(site, recording)
    analysis = await store_analysis(site.services, GameId(game))
    page = await browser.open(f"/games/{game}/analysis?seat=1")
    assert len(page.all("h1")) == 1
    assert len([one for one in page.all("*") if one.get("class") in {"curve-wide", "curve-narrow"}]) == 2
    first, sums = page.all("table")
    assert len(list(first.iter("tr"))) == len(analysis.accounts) + 1
    told = [[cell.text or "" for cell in row.iter("td")] for row in sums.iter("tr")][1:]
    assert [row[:4] for row in told] == [
        [signed(part, "en") for part in (one.start, one.own, one.others, one.luck)] for one in analysis.accounts
    ]
    slips = [number for number, turn in enumerate(analysis.turns) if turn.slip and turn.seat == 1]
    assert rows(page) == [f"t{number}" for number in slips]
    whole = await browser.open(f"/games/{game}/analysis?seat=1&all=true")
    assert rows(whole) == [f"t{number}" for number, turn in enumerate(analysis.turns) if turn.seat == 1]


def a_slip(analysis: Analysis) -> int:
    return max(range(len(analysis.turns)), key=lambda number: analysis.turns[number].slip)


@every_game
async def test_a_turn_opens_with_both_boards_and_can_be_tried_out(
    site: Site, browser: Browser, recording: recordings.Recording, host: Person
) -> None:
    game = await store_recording(site, recording)
    analysis = await store_analysis(site.services, GameId(game))
    number = a_slip(analysis)
    turn = analysis.turns[number]
    page = await logged_in(browser, host).open(f"/games/{game}/analysis?turn={number}")
    assert f"t{number}" in rows(page)
    boards = [one.attrib["src"] for one in page.all("img", class_="board")]
    assert [address.partition("?")[0] for address in boards] == [
        f"/api/v1/games/{game}/board.svg",
        f"/api/v1/games/{game}/analysis/{number}/board.svg",
    ]
    for address in boards:
        answer = await browser.http.get(address)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert f"/games/{game}/replay?at={turn.version}&as={turn.seat}" in [link.get("href") for link in page.all("a")]
    arrived = await browser.send(page, f"/games/{game}/what-if")
    assert arrived.status == 200
    branched = await host.seen(f"/games/{arrived.path.rpartition('/')[2]}")
    assert branched["seats"][turn.seat]["name"] == host.name


@pytest.mark.parametrize("query", ["seat=16", "turn=-1", "turn=x", "all=maybe"])
async def test_a_wrong_choice_of_what_is_shown_is_refused(site: Site, browser: Browser, query: str) -> None:
    game = await store_recording(site, RECORDED[2])
    assert (await browser.open(f"/games/{game}/analysis?{query}")).status == 400
