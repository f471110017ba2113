"""One stream for all games of a person, over a real API process."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from services import bootstrap
from services.settings import Settings
from services.settings.secret import Secret
from tests.kit.http import GAMES
from tests.kit.processes import PATIENCE, Server, wait_for
from tests.services.api.live.streaming import Frame, Listener, Table

ME = "/api/v1/me"
CLOCK = {"turn_seconds": 3600}


def project(redis: Server) -> None:
    """Bring the read models up to the feed, as the projector would."""

    async def catch_up() -> None:
        services = bootstrap.build(Settings(redis_url=Secret(redis.url), games=GAMES), enqueues_owed=False)
        projector = bootstrap.projector(services, _fail)
        for partition in range(64):
            await projector.catch_up(partition)
        await services.close()

    asyncio.run(catch_up())


def _fail(game: str, error: Exception) -> None:
    raise AssertionError(game) from error


@contextmanager
def listening(table: Table, who: int, query: str = "") -> Iterator[Listener]:
    """Somebody's stream, of which the first frame has come."""
    listener = Listener(table, who, query=query, path=ME)
    wait_for(lambda: listener.frames, what="the first frame")
    try:
        yield listener
    finally:
        listener.close()


def last(listener: Listener, event: str = "game") -> Any:  # noqa: ANN401 - what the frame holds
    told = [frame["data"] for frame in listener.frames if frame["event"] == event]
    return told[-1] if told else None


def first(listener: Listener) -> list[Frame]:
    assert listener.frames[0]["event"] == "games"
    games: list[Frame] = listener.frames[0]["data"]
    return games


def test_it_tells_where_all_games_stand_and_each_that_goes_on(api: httpx.Client, redis: Server) -> None:
    table = Table(api, clock=CLOCK)
    table.start()
    project(redis)
    with listening(table, 1) as listener:
        seen = api.get(table.path, headers=table.people[1]).json()
        (game,) = first(listener)
        assert {name: game[name] for name in ("game_id", "game", "version", "status", "to_act")} == {
            name: seen[name] for name in ("game_id", "game", "version", "status", "to_act")
        }
        assert game["seat"] == 1
        assert game["deadline"] == seen["clock"]["seats"][1]["deadline"]
        version = table.lay(0)
        wait_for(lambda: last(listener) and last(listener)["version"] == version, what="the laid card")
        assert last(listener)["to_act"] == [1]
        for who in (0, 1):
            table.post("votes", {"motion": "abandon"}, who=who)
        wait_for(lambda: last(listener)["status"] == "abandoned", what="the end")
    with listening(table, 1) as again:
        assert first(again) == [], "what is over is told once"


def test_a_game_is_told_from_the_moment_its_person_comes_to_it(api: httpx.Client) -> None:
    table = Table(api, private=True)
    guest = api.get(ME, headers=table.people[1]).json()["name"]
    with listening(table, 1) as listener:
        assert first(listener) == []
        table.post("invited", {"name": guest})
        wait_for(lambda: last(listener), what="the invitation")
        assert (last(listener)["game_id"], last(listener)["seat"], last(listener)["status"]) == (
            table.id,
            None,
            "lobby",
        )
        table.post("seats", {}, who=1)
        wait_for(lambda: last(listener)["seat"] == 1, what="the seat")
        assert last(listener)["status"] == "active"


def test_a_game_is_gone_when_its_person_no_longer_belongs_to_it(api: httpx.Client) -> None:
    table = Table(api, players=3)
    with listening(table, 1) as listener:
        table.post("seats", {}, who=1)
        wait_for(lambda: last(listener), what="the seat")
        api.delete(f"{table.path}/seats/1", headers=table.people[0]).raise_for_status()
        wait_for(lambda: last(listener, "gone"), what="the end of it")
        assert last(listener, "gone") == {"game_id": table.id}


def test_games_of_others_are_not_told(api: httpx.Client, redis: Server) -> None:
    mine, other = Table(api), Table(api)
    project(redis)
    with listening(mine, 0) as listener:
        other.start()
        mine.start()
        wait_for(lambda: last(listener) and last(listener)["status"] == "active", what="the start")
        assert {frame["data"]["game_id"] for frame in listener.frames[1:]} == {mine.id}


def test_it_ends_with_its_token_before_it_tells_more(api: httpx.Client, redis: Server) -> None:
    table = Table(api)
    token = api.post(f"{ME}/tokens", json={"name": "bot"}, headers=table.people[0]).json()
    project(redis)
    listener = Listener(table, None, {"Authorization": f"Bearer {token['token']}"}, path=ME)
    wait_for(lambda: listener.frames, what="the first frame")
    api.delete(f"{ME}/tokens/{token['id']}", headers=table.people[0]).raise_for_status()
    table.start()
    assert listener.ended.wait(PATIENCE)
    assert len(listener.frames) == 1


def test_it_counts_among_the_streams_of_its_person(api: httpx.Client) -> None:
    table = Table(api)
    listeners = [Listener(table, 0, path=ME) for _ in range(5)]
    for listener in listeners:
        wait_for(lambda listener=listener: listener.frames, what="a stream")  # type: ignore[misc]  # mypy cannot infer a lambda with a default
    for path in (ME, table.path):
        assert api.get(f"{path}/stream", headers=table.people[0]).status_code == 429
    for listener in listeners:
        listener.close()


def test_it_can_be_asked_for_no_more_than_where_games_stand(api: httpx.Client, redis: Server) -> None:
    table = Table(api)
    project(redis)
    with listening(table, 0, query="?follow=false") as listener:
        assert listener.ended.wait(PATIENCE)
        assert [game["game_id"] for game in first(listener)] == [table.id]
