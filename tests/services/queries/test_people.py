"""The inbox and the page of a person: what the stored models say, and to whom."""

import asyncio

import pytest

from tests.kit.http import Json, Person, Site, refusal
from tests.services.api.tables import choose, dealt, opened, started


async def waiting(person: Person, **query: Json) -> list[str]:
    """The games of an inbox, in its order."""
    return [item["game"]["game_id"] for item in (await person.seen("/me/inbox", **query))["items"]]


async def test_the_inbox_holds_what_waits_for_me_the_longest_first(site: Site, anna: Person, brutus: Person) -> None:
    first, second = await started(anna, brutus), await started(anna, brutus)
    await opened(anna)
    await site.project()
    assert await waiting(anna) == await waiting(brutus) == [first, second]
    await choose(anna, first)
    await site.project()
    assert await waiting(anna) == [second]
    assert await waiting(brutus) == [first, second]
    refusal(await site.stranger.get("/me/inbox"), 401, "unauthenticated")


async def test_waiting_is_counted_from_when_it_began(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    began = (await site.log(game))[-1].at
    await choose(anna, game)
    await anna.done(f"/games/{game}/commands", {"command": {"type": "TakeCardBack"}})
    again = (await site.log(game))[-1].at
    await site.project()
    (mine,) = (await anna.seen("/me/inbox"))["items"]
    (theirs,) = (await brutus.seen("/me/inbox"))["items"]
    assert (mine["since"], theirs["since"]) == (again, began)
    assert (mine["seat"], theirs["seat"]) == (0, 1)
    assert theirs["game"]["status"] == "active"


async def test_nothing_waits_for_who_resigned_or_has_finished(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    await anna.done(f"/games/{game}/resign")
    await site.project()
    assert await waiting(anna) == await waiting(brutus) == []


async def test_an_inbox_comes_in_pages(site: Site, anna: Person, brutus: Person) -> None:
    games = [await started(anna, brutus) for _ in range(53)]
    await site.project()
    page = await anna.seen("/me/inbox")
    found = [item["game"]["game_id"] for item in page["items"]]
    assert len(found) == 50
    assert found + await waiting(anna, cursor=page["next"]) == games


async def test_a_reader_can_wait_until_the_models_know_his_choice(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    await site.project()
    version = (await choose(anna, game))["version"]
    assert await waiting(anna) == [game], "nobody has told the models yet"
    async with asyncio.TaskGroup() as together:
        patient = together.create_task(waiting(anna, min_version=f"{game}:{version}"))
        together.create_task(site.project())
    assert patient.result() == []
    (item,) = (await anna.seen("/games", mine=True, min_version=f"{game}:{version}"))["items"]
    assert item["version"] == version


async def test_nobody_waits_for_what_was_never_written(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    await site.project()
    async with asyncio.timeout(5):
        assert await waiting(anna, min_version=f"{game}:999999") == [game]
        assert await waiting(anna, min_version=f"{'0' * 20}:1") == [game]


@pytest.mark.parametrize("query", [{"min_version": "7"}, {"min_version": "abc:x"}, {"cursor": "7"}])
async def test_an_inbox_that_cannot_be(anna: Person, query: dict[str, str]) -> None:
    problem = refusal(await anna.get("/me/inbox", **query), 400, "bad-request")
    assert [error["field"] for error in problem["errors"]] == list(query)


async def test_a_person_page_shows_games_and_results(site: Site, anna: Person, brutus: Person) -> None:
    await opened(anna)
    await dealt(anna, brutus)
    given_up = await started(anna, brutus, title="Ides")
    await brutus.done(f"/games/{given_up}/resign")
    await site.project()
    page = await site.stranger.seen(f"/users/{anna.user_id}")
    assert (page["user_id"], page["name"]) == (anna.user_id, anna.name)
    assert page["games"] == {"lobby": 1, "active": 1, "finished": 1}
    (result,) = page["results"]
    assert (result["game_id"], result["title"], result["seat"]) == (given_up, "Ides", 0)
    own, other = sorted(result["standings"], key=lambda standing: int(standing["seat"]))
    assert (own["name"], own["won"], own["user_id"]) == (anna.name, True, anna.user_id)
    assert (other["name"], other["won"], other["resigned"]) == (brutus.name, False, True)
    assert page["averages"] == [
        {"game": "taberna", "played": 1, "won": 1, "score": own["score"], "place": own["place"]}
    ]
    assert page["head_to_head"] == [
        {"user_id": brutus.user_id, "name": brutus.name, "played": 1, "won": 1, "lost": 0, "tied": 0}
    ]


async def test_a_private_game_shows_on_no_page_but_to_its_people(
    site: Site, anna: Person, brutus: Person, carus: Person
) -> None:
    game = await started(anna, brutus, private=True)
    await brutus.done(f"/games/{game}/resign")
    await site.project()
    for reader in (anna, brutus):
        page = await reader.seen(f"/users/{anna.user_id}")
        assert [result["game_id"] for result in page["results"]] == [game]
    for reader in (carus, site.stranger):
        page = await reader.seen(f"/users/{anna.user_id}")
        assert (page["games"], page["results"], page["averages"], page["head_to_head"]) == ({}, [], [], [])


@pytest.mark.parametrize("nobody", ["0" * 32, "nobody", "%20", "a" * 300])
async def test_there_is_no_page_of_nobody(site: Site, nobody: str) -> None:
    refusal(await site.stranger.get(f"/users/{nobody}"), 404, "not-found")
