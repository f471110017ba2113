"""The lists of games: who sees what, filters and pages."""

import msgspec
import pytest

from projections.lobby import MODEL, LobbyRow, everyones, said_of
from projections.rows import EVERYONE, ModelKey
from tests.kit.http import Json, Person, Site, refusal
from tests.services.api.tables import choose, opened, started


async def listed(person: Person, **query: Json) -> list[str]:
    """The games of a list, all pages, newest first."""
    return [item["game_id"] for item in await listed_items(person, **query)]


async def listed_items(person: Person, **query: Json) -> list[Json]:
    found: list[Json] = []
    while True:
        page = await person.seen("/games", **query)
        found += page["items"]
        if page["next"] is None:
            return found
        query["cursor"] = page["next"]


async def test_a_list_shows_a_game_without_its_secrets(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus, title="Ides")
    await choose(anna, game)
    await site.project()
    (item,) = (await anna.seen("/games", mine=True))["items"]
    shown = await anna.seen(f"/games/{game}")
    for field in ("game_id", "game", "title", "private", "status", "version", "to_act"):
        assert item[field] == shown[field], field
    assert [(seat["name"], seat["kind"]) for seat in item["seats"]] == [(anna.name, "human"), (brutus.name, "human")]
    assert item["created_at"] < item["updated_at"]
    assert set(item) == {
        *("game_id", "game", "title", "private", "status", "version", "created_at", "updated_at", "seats", "to_act"),
        *("branch_of", "unjudged", "options", "clock", "progress"),
    }


async def test_private_games_are_listed_for_their_people_alone(
    site: Site, anna: Person, brutus: Person, carus: Person
) -> None:
    game = await started(anna, brutus, private=True)
    await site.project()
    for person in (anna, brutus):
        assert game in await listed(person)
        assert await listed(person, mine=True) == [game]
    for person in (carus, site.stranger):
        assert game not in await listed(person)


async def test_my_games_are_those_i_sit_at_or_am_invited_to(site: Site, anna: Person, brutus: Person) -> None:
    left = await opened(anna, 3)
    await brutus.done(f"/games/{left}/seats", {})
    await brutus.delete(f"/games/{left}/seats/1")
    game = await started(anna, brutus, private=True)
    await anna.done(f"/games/{game}/resign")
    again = (await anna.done(f"/games/{game}/rematch"))["game_id"]
    await site.project()
    assert set(await listed(anna, mine=True)) == {left, game, again}
    assert set(await listed(brutus, mine=True)) == {game, again}
    refusal(await site.stranger.get("/games", mine=True), 401, "unauthenticated")


async def test_filters(site: Site, anna: Person, brutus: Person) -> None:
    lobby = await opened(anna)
    active = await started(anna, brutus)
    finished = await started(anna, brutus)
    await anna.done(f"/games/{finished}/resign")
    abandoned = await opened(anna)
    await anna.delete(f"/games/{abandoned}/seats/0")
    await site.project()
    expected = {"lobby": [lobby], "active": [active], "scoring": [], "finished": [finished]}
    for status, games in expected.items():
        assert await listed(anna, mine=True, status=status) == games, status
    assert abandoned in await listed(site.stranger, status="abandoned")
    assert await listed(anna, mine=True, game="taberna", status="active") == [active]
    assert await listed(anna, mine=True, game="chess") == []


async def test_a_list_comes_in_pages_newest_first_each_game_once(site: Site, anna: Person) -> None:
    games = [await opened(anna) for _ in range(104)]
    await site.project()
    first = await anna.seen("/games", mine=True)
    assert len(first["items"]) == 50
    late = await opened(anna)
    await site.project()
    everything = await listed(anna, mine=True, cursor=first["next"])
    newest = [item["game_id"] for item in first["items"]] + everything
    assert len(newest) == len(set(newest)) == 104
    assert set(newest) == set(games), "what came meanwhile disturbs no page"
    assert (await listed(anna, mine=True))[0] == late
    times = [item["created_at"] for item in first["items"]]
    assert times == sorted(times, reverse=True)


@pytest.mark.parametrize(
    "query",
    [
        {"status": "sleeping"},
        {"mine": "perhaps"},
        {"cursor": "x"},
        {"cursor": "1:zz"},
        {"cursor": "inf:0"},
        {"cursor": "9" * 13 + ":0"},
        {"cursor": "-1:0"},
    ],
)
async def test_a_list_that_cannot_be(anna: Person, query: dict[str, str]) -> None:
    problem = refusal(await anna.get("/games", **query), 400, "bad-request")
    assert [error["field"] for error in problem["errors"]] == list(query)


async def test_a_row_follows_its_game(site: Site, anna: Person, brutus: Person) -> None:
    game = await opened(anna)
    await site.project()
    assert (await anna.seen("/games", mine=True))["items"][0]["status"] == "lobby"
    await brutus.done(f"/games/{game}/seats", {})
    await anna.done(f"/games/{game}/resign")
    await site.project()
    assert (await anna.seen("/games", mine=True))["items"][0]["status"] == "finished"


async def rows_of(site: Site, owner: str) -> dict[str, LobbyRow]:
    return {row.game_id: row async for _, row in site.services.models.walk(ModelKey(MODEL, owner), LobbyRow)}


async def test_nobody_goes_through_rows_that_are_not_shown(site: Site, anna: Person, brutus: Person) -> None:
    hidden, shown = await opened(anna, private=True), await opened(anna)
    game = await started(anna, brutus)
    await site.project()
    everyones_rows = await rows_of(site, EVERYONE)
    assert hidden not in everyones_rows
    assert {shown, game} <= everyones_rows.keys()
    await anna.done(f"/games/{game}/resign")
    await site.project()
    for status in ("lobby", "active", "scoring", "finished", "abandoned"):
        rows = await rows_of(site, everyones(status))
        assert {row.status for row in rows.values()} <= {status}
        assert (game in rows, shown in rows) == (status == "finished", status == "lobby")
        assert hidden not in rows


async def test_private_games_stand_among_the_others_each_once(site: Site, anna: Person, brutus: Person) -> None:
    games = [await opened(anna if turn % 3 else brutus, private=turn % 2 == 0) for turn in range(56)]
    await site.project()
    for person, query, known in (
        (anna, {}, [game for turn, game in enumerate(games) if turn % 3 or turn % 2]),
        (site.stranger, {"status": "lobby"}, games[1::2]),
    ):
        seen = [(item["created_at"], item["game_id"]) for item in await listed_items(person, **query)]
        seen = [(at, game) for at, game in seen if game in games]
        assert sorted(game for _, game in seen) == sorted(known)
        assert seen == sorted(seen, reverse=True), "several may be of one millisecond"


async def test_a_list_tells_options_clock_and_whose_time_runs(site: Site, anna: Person, brutus: Person) -> None:
    lobby = await opened(anna)
    game = await started(anna, brutus, options={"rounds": 1}, clock={"turn_seconds": 86400})
    await choose(anna, game)
    await site.project()
    rows = {item["game_id"]: item for item in (await brutus.seen("/games"))["items"]}
    shown = await brutus.seen(f"/games/{game}")
    assert rows[game]["options"] == shown["options"] == {"rounds": 1}
    assert rows[game]["clock"] == shown["clock"]["terms"]
    deadlines = {seat["seat"]: seat["deadline"] for seat in shown["clock"]["seats"] if seat["deadline"]}
    assert {seat["seat"]: seat["deadline"] for seat in rows[game]["seats"] if "deadline" in seat} == deadlines
    assert [*deadlines] == shown["to_act"] == [1]
    assert (rows[lobby]["clock"], rows[lobby]["progress"]) == (None, None)
    assert rows[game]["progress"] == {"over": 0, "rounds": None}


async def test_what_a_list_does_not_know_from_an_earlier_release_is_left_open() -> None:
    """Rows are made anew only when their game moves on."""
    row = {"game_id": "g", "version": 1, "game": "taberna", "title": "", "private": False, "status": "lobby"}
    row |= {"created_at": "", "updated_at": "", "host": "u", "invited": [], "seats": [{"kind": "open"}], "to_act": []}
    found = msgspec.json.decode(msgspec.json.encode(row), type=LobbyRow)
    assert (found.options, found.clock, found.rounds, found.seats[0].deadline) == ({}, None, None, None)


async def test_a_title_that_reads_like_another_game_misleads_nobody(site: Site, anna: Person) -> None:
    title = '"game":"trajan","status":"finished"'
    game = await opened(anna, 2, title=title)
    await site.project()
    assert await listed(anna, mine=True, game="trajan") == []
    assert await listed(anna, mine=True, status="finished") == []
    assert await listed(anna, mine=True, game="taberna", status="lobby") == [game]
    assert not any(part in msgspec.json.encode({"title": title}) for part in said_of("finished", "trajan"))
