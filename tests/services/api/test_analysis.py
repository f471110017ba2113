"""The analysis over the API: asked for once the game is over, 202 while it is made, then the same for everybody."""

import io

import pytest
from limits import RateLimitItemPerHour
from PIL import Image

from domain.kernel.ids import GameId
from services.acts import analyses
from services.queue.jobs import ANALYSE
from tests.kit.http import API, Person, Site
from tests.kit.stored_analysis import store_analysis
from tests.services.api.tables import choose, on_turn, started

ACTED = 6


async def stopped(*people: Person) -> str:
    """A game that was agreed to stop after some choices."""
    game = await started(*people)
    for person in people:
        await choose(person, game)
    for _ in range(ACTED):
        await choose(await on_turn(game, people), game)
    for person in reversed(people):
        await person.done(f"/games/{game}/votes", {"motion": "abandon"})
    return game


async def test_it_is_made_once_and_told_with_words_and_sums(site: Site) -> None:
    anna, brutus = [await site.person(name) for name in ("Anna", "Brutus")]
    game = await stopped(anna, brutus)
    path = f"{API}/games/{game}/analysis"
    before = await site.http.get(path)
    assert (before.status_code, "asked" in before.json()["detail"]) == (404, True)
    asked = [await anna.post(f"/games/{game}/analysis") for _ in range(2)]
    assert [answer.status_code for answer in asked] == [202, 202]
    assert (await site.http.get(path)).json() == {"state": "working", "judged": 0, "turns": 0}
    await site.services.jobs.finish()
    assert game in (site.services.jobs.queued(ANALYSE) or ())
    analysis = await store_analysis(site.services, GameId(game))
    answer = (await site.http.get(path, params={"lang": "de"})).json()
    assert answer == (await anna.http.get(path, params={"lang": "de"})).json()
    for account in answer["accounts"]:
        parts = sum(round(100 * account[part]) for part in ("start", "own", "others", "luck"))
        assert parts == round(100 * account["final"])
    assert len(answer["turns"]) == len(analysis.turns) > 0
    for turn in answer["turns"]:
        assert all(step["label"] for step in (*turn["played"], *turn["preferred"]))
        assert turn["same"] == (
            [one["command"] for one in turn["played"]] == [one["command"] for one in turn["preferred"]]
        )
    assert (await anna.post(f"/games/{game}/analysis")).json()["state"] == "made"


async def test_a_running_game_is_refused_and_nothing_is_owed(site: Site) -> None:
    anna, brutus = [await site.person(name) for name in ("Anna", "Brutus")]
    game = await started(anna, brutus)
    for answer in (await anna.post(f"/games/{game}/analysis"), await site.http.get(f"{API}/games/{game}/analysis")):
        assert (answer.status_code, answer.json()["reason"]) == (403, "not_over")
    assert GameId(game) not in await site.services.analyses.owed()


async def test_one_person_asks_for_so_many_in_an_hour_and_the_server_owes_so_many(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, brutus = [await site.person(name) for name in ("Anna", "Brutus")]
    games = [await stopped(anna, brutus) for _ in range(3)]
    monkeypatch.setattr(analyses, "PER_HOUR", RateLimitItemPerHour(1, namespace="analyses-tried"))
    statuses = [(await anna.post(f"/games/{game}/analysis")).status_code for game in games[:2]]
    assert statuses == [202, 429]
    monkeypatch.setattr(analyses, "MOST_OWED", 0)
    assert (await brutus.post(f"/games/{games[2]}/analysis")).status_code == 429


async def test_it_is_a_picture_for_chats(site: Site) -> None:
    anna, brutus = [await site.person(name) for name in ("Anna", "Brutus")]
    game = await stopped(anna, brutus)
    missing = await site.http.get(f"{API}/games/{game}/analysis.png")
    assert missing.status_code == 404
    await store_analysis(site.services, GameId(game))
    for look in ("light", "dark"):
        answer = await site.http.get(f"{API}/games/{game}/analysis.png", params={"theme": look, "width": 600})
        assert answer.headers["content-type"] == "image/png"
        with Image.open(io.BytesIO(answer.content)) as image:
            assert image.width == 600
    beyond = await site.http.get(f"{API}/games/{game}/analysis/999/board.svg")
    assert beyond.status_code == 404
