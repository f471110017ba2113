"""Words in the language of their reader, over HTTP: by the address, the account and the browser."""

import httpx

from tests.kit.http import Person, Site, refusal
from tests.services.api.tables import started


async def labels(person: Person, game: str, **asked: str) -> set[str]:
    answer = await person.seen(f"/games/{game}/options", **asked)
    return {option["group"] for option in answer["options"]}


async def test_the_accounts_language_counts_at_once_unless_the_address_asks_for_another(
    anna: Person, brutus: Person
) -> None:
    game = await started(anna, brutus)
    assert await labels(anna, game) == {"Lay a card"}
    assert (await anna.patch("/me/settings", {"language": "de"})).json()["language"] == "de"
    assert await labels(anna, game) == {"Eine Karte legen"}
    assert await labels(anna, game, lang="en") == {"Lay a card"}
    assert await labels(brutus, game) == {"Lay a card"}
    assert (await anna.patch("/me/settings", {"language": None})).json()["language"] is None
    assert await labels(anna, game) == {"Lay a card"}


async def test_a_browser_is_answered_in_the_language_that_it_asks_for(site: Site) -> None:
    answer = await site.http.get("/api/v1/catalog", headers={"Accept-Language": "de-CH, en;q=0.5"})
    assert {game["slug"]: game["name"] for game in answer.json()["games"]}["taberna"] == "Die Taberne"


async def test_a_feed_is_written_in_its_owners_language(site: Site, anna: Person, brutus: Person) -> None:
    await started(anna, brutus)
    await anna.patch("/me/settings", {"language": "de"})
    await site.project()
    path = httpx.URL((await anna.done("/me/feeds"))["atom"]).path
    assert "Die Taberne" in (await site.http.get(path)).text
    assert "Die Taberne" not in (await site.http.get(path, params={"lang": "en"})).text
    await anna.patch("/me/settings", {"language": None})


async def test_another_language_than_ours_is_refused_as_a_setting(anna: Person) -> None:
    answer = await anna.patch("/me/settings", {"language": "it"})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "language")


async def test_a_refusal_is_said_in_the_language_of_its_reader(anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    await anna.patch("/me/settings", {"language": "de"})
    wrong = await anna.post(f"/games/{game}/commands", {"command": {"type": "LayCard", "card": 99}})
    assert refusal(wrong, 422, "illegal-move")["detail"].startswith("Karte 99 hast du nicht auf der Hand.")
    bad = await anna.post("/games", {"game": "taberna", "players": 2, "options": {"rounds": 40}})
    (error,) = refusal(bad, 400, "bad-request")["errors"]
    assert error == {"field": "options", "message": "zu 2 spielt man 1 bis 3 Runden, nicht 40"}


async def test_problems_and_bad_fields_are_told_in_the_language_of_the_browser(site: Site) -> None:
    russian = {"Accept-Language": "ru"}
    problem = refusal(await site.http.get("/api/v1/games/none", headers=russian), 404, "not-found")
    assert problem["title"] == "Ничего не найдено"
    answer = await site.http.get("/api/v1/games", params={"status": "later"}, headers=russian)
    (error,) = refusal(answer, 400, "bad-request")["errors"]
    assert error["field"] == "status"
    assert not set(error["message"]) & set("aeiou") - set("later")
    page = await site.http.get("/problems/not-found", headers=russian)
    assert page.json()["title"] == problem["title"]


async def test_a_picture_that_depends_on_its_reader_says_so(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    answer = await site.http.get(f"/api/v1/games/{game}/board.svg", headers={"Accept-Language": "de"})
    assert "Accept-Language" in answer.headers["vary"]
    assert "Die Taberne" in answer.text
