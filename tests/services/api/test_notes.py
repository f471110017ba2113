"""Private notes: one text a person and game, which nobody else can reach by any route, ever."""

import pytest
from litestar.routes import HTTPRoute

from domain.kernel.ids import GameId
from services.free_text import NOTES
from tests.kit.http import Person, Site, refusal
from tests.services.api.tables import choose, started
from workers import deadlines

MARK = "canary: Marcus hoards wine"
ASKED = {"/diff": "?from=1&to=2", "/me/stream": "?follow=false"}
"""What some addresses must be asked with; the stream of all games would have no end."""


async def test_notes_are_kept_and_replaced(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    assert await anna.seen(f"/games/{game}/notes") == {"text": ""}
    for text in (MARK, "two\nlines\tand a tab", "Βῆτα 🏛", ""):
        async with site.writes_nothing():
            assert (await anna.put(f"/games/{game}/notes", {"text": text})).json() == {"text": text}
        assert await anna.seen(f"/games/{game}/notes") == {"text": text}
    assert await brutus.seen(f"/games/{game}/notes") == {"text": ""}


@pytest.mark.parametrize("character", ["x", "🏛", "\\ud83c\\udfdb"])
async def test_the_longest_notes_fit_however_they_are_written(anna: Person, brutus: Person, character: str) -> None:
    game = await started(anna, brutus)
    headers = {"Authorization": f"Bearer {anna.token}", "Content-Type": "application/json"}
    for more, status in ((0, 200), (1, 400)):
        body = '{"text": "' + character * (NOTES.longest + more) + '"}'
        answer = await anna.http.put(f"/api/v1/games/{game}/notes", content=body.encode(), headers=headers)
        assert answer.status_code == status, answer.text[:200]


@pytest.mark.parametrize("text", ["\x00", "a\x1b[31m", "a\rb", "\x7f", "\x85"])
async def test_control_characters_are_refused(anna: Person, brutus: Person, text: str) -> None:
    game = await started(anna, brutus)
    refusal(await anna.put(f"/games/{game}/notes", {"text": text}), 400, "bad-request")


async def test_nobody_else_reads_them_by_any_route_also_after_the_end(
    site: Site, anna: Person, brutus: Person, carus: Person
) -> None:
    game = await started(anna, brutus)
    await anna.put(f"/games/{game}/notes", {"text": MARK})
    for over in (False, True):
        if over:
            for person in (anna, brutus):
                await person.done(f"/games/{game}/votes", {"motion": "abandon"})
        for reader in (brutus, carus, site.admin, site.stranger):
            for path in _readable(site, game, over=over):
                assert "canary" not in (await reader.http.get(path, headers=_headers(reader))).text, path
    assert (await anna.seen(f"/games/{game}/notes"))["text"] == MARK


def _readable(site: Site, game: str, *, over: bool) -> list[str]:
    """Every address that can be read, asked of the app itself; a stream only of a game that is over: it ends."""
    paths = [route.path_format for route in site.app.routes if isinstance(route, HTTPRoute) and "GET" in route.methods]
    games = [path for path in paths if path.startswith("/api/") and (over or not path.endswith("/stream"))]
    return [
        path.replace("{game_id}", game) + next((q for end, q in ASKED.items() if path.endswith(end)), "")
        for path in games
    ]


def _headers(person: Person) -> dict[str, str]:
    return {"Authorization": f"Bearer {person.token}"} if person.token else {}


async def test_a_player_who_takes_over_a_seat_finds_no_notes(
    site: Site, anna: Person, brutus: Person, carus: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await started(anna, brutus, clock={"turn_seconds": 3600, "on_timeout": "replace"})
    await brutus.put(f"/games/{game}/notes", {"text": MARK})
    await choose(anna, game)
    tables = site.services.tables
    later = tables.now() + 2 * 3_600_000

    async def store_now() -> int:
        return later

    with monkeypatch.context() as patch:
        patch.setattr(tables, "now", lambda: later)
        patch.setattr(tables, "store_now", store_now)
        assert await deadlines.expire(tables, GameId(game))
    assert (await carus.done(f"/games/{game}/seats", {}))["seat"] == 1
    assert await carus.seen(f"/games/{game}/notes") == {"text": ""}
    await carus.put(f"/games/{game}/notes", {"text": "mine"})
    assert await brutus.seen(f"/games/{game}/notes") == {"text": MARK}, (
        "a player who was replaced keeps what they wrote"
    )
    refusal(await brutus.put(f"/games/{game}/notes", {"text": "more"}), 403, "forbidden")
