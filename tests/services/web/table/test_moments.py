"""Moments that are shown again: the board as it was, and how the table counted points."""

import re

import pytest

from domain.kernel.envelope import Codec
from domain.kernel.game import AnyGame
from domain.kernel.match import SYSTEM
from domain.registry import GAMES
from domain.trajan import GAME as TRAJAN
from services.story.ledger import ledger
from services.web.table.layouts import layout_of
from tests.kit import recordings
from tests.kit.browser import Browser
from tests.kit.http import Site
from tests.kit.recordings import Recording
from tests.services.queries.stored_recordings import store_recording


def recorded(slug: str) -> Recording:
    game = next(one for one in GAMES if one.meta.slug == slug)
    return recordings.load(game, recordings.names(game)[0])


async def test_a_scoring_tells_each_source_where_it_comes_from(site: Site, browser: Browser) -> None:
    recording = recorded("concordia")
    game = await store_recording(site, recording)
    answer = await browser.http.get(f"/games/{game}/scoring?after=0")
    by_system = {one.envelope().version for one in recording.records if one.envelope().actor == SYSTEM}
    entries = [one for one in ledger(Codec(recording.game), recording.records) if one.version in by_system]
    assert entries
    assert answer.text.count("data-to=") == len(entries)
    areas = {panel.area for panel in layout_of("concordia", ()).panels}
    assert {layout_of("concordia", ()).sources[entry.source] for entry in entries} <= areas


async def test_no_bar_is_longer_than_its_place_where_everybody_loses_points(site: Site, browser: Browser) -> None:
    recording = recordings.load(TRAJAN, "two-laps-in-one-turn")
    lost = [entry for entry in ledger(Codec(TRAJAN), recording.records) if entry.points < 0]
    first_quarter = [entry.version for entry in lost if entry.version < 2 * lost[0].version]
    game = await store_recording(site, recording._replace(records=recording.records[: first_quarter[-1]]))
    page = (await browser.http.get(f"/games/{game}/scoring?after=0")).text
    (most,) = re.findall(r'data-most="(\d+)"', page)
    assert max(int(end) for end in re.findall(r'data-(?:from|to)="(-?\d+)"', page)) == int(most)
    assert page.count('class="gain loss"') == len(first_quarter)
    assert "= -" not in page, "a minus sign is no hyphen"


async def test_a_moment_shows_the_board_of_then_with_what_changed(site: Site, browser: Browser) -> None:
    recording = recorded("concordia")
    game = await store_recording(site, recording)
    half = len(recording.records) // 2
    answer = await browser.http.get(f"/games/{game}/moment?at={half}&from={half - 20}")
    assert answer.status_code == 200
    assert 'class="changed"' in answer.text
    assert "data-handle" not in answer.text
    assert (await browser.http.get(f"/games/{game}/moment?at={10**6}&from=1")).status_code == 404


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_every_source_has_its_place(game: AnyGame) -> None:
    layout = layout_of(game.meta.slug, ())
    assert layout.sources.keys() == set(game.sources)
    assert set(layout.sources.values()) <= {panel.area for panel in layout.panels}
