"""The log as a file, and the heads that players may keep."""

import asyncio
from pathlib import Path

import pytest

from domain.kernel.anonymous import anonymised
from domain.kernel.envelope import Record, redact
from domain.kernel.export import from_line, read_line, to_line
from domain.kernel.ids import GameId, Seat
from domain.kernel.proof import verify
from domain.registry import Registry
from services.api.games import view
from services.cli.flags import Flags
from services.cli.import_file import import_file
from tests.kit.http import Person, Site, refusal
from tests.kit.logged_match import played
from tests.kit.taberna import GAME
from tests.services.api.tables import choose, dealt, opened, started

REGISTRY = Registry([GAME])


async def exported(person: Person, game: str, **params: str) -> list[Record]:
    answer = await person.get(f"/games/{game}/export", **params)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    assert answer.headers["content-disposition"] == f'attachment; filename="{game}.jsonl"'
    return [from_line(line, version) for version, line in enumerate(answer.content.splitlines(), 1)]


async def stored(site: Site, game: str) -> list[Record]:
    return await site.services.tables.store.read(GameId(game))


async def abandoned(*people: Person) -> str:
    game, _ = await dealt(*people)
    for person in people:
        await person.done(f"/games/{game}/votes", {"motion": "abandon"})
    return game


async def listed(person: Person) -> list[str]:
    """Every finished game that somebody finds in the lists."""
    games: list[str] = []
    params: dict[str, str] = {"status": "finished"}
    while True:
        page = await person.seen("/games", **params)
        games += [item["game_id"] for item in page["items"]]
        if page["next"] is None:
            return games
        params["cursor"] = page["next"]


async def play_to_the_end(site: Site, game: str, people: tuple[Person, ...]) -> None:
    while (state := await people[0].seen(f"/games/{game}"))["status"] != "finished":
        await choose(people[state["to_act"][0]], game)
        await site.settle(game)


async def test_the_printed_data_lies_beside_the_first_event(anna: Person, brutus: Person) -> None:
    game, _ = await dealt(anna, brutus)
    lines = (await anna.get(f"/games/{game}/export")).content.splitlines()
    assert read_line(lines[0], 1)[1] == GAME.printed
    assert not any(read_line(line, version)[1] for version, line in enumerate(lines[1:], 2))


async def test_the_names_of_people_lie_beside_the_events_that_bring_them(anna: Person, brutus: Person) -> None:
    game, _ = await dealt(anna, brutus)
    lines = (await anna.get(f"/games/{game}/export")).content.splitlines()
    beside = [read_line(line, version).names for version, line in enumerate(lines, 1)]
    a, b = {anna.user_id: anna.name}, {brutus.user_id: brutus.name}
    assert [names for names in beside if names] == [a, a, b]


async def test_a_running_game_as_each_caller_may_see_it(site: Site, anna: Person, brutus: Person) -> None:
    game, _ = await dealt(anna, brutus)
    whole = await stored(site, game)
    for person, seat in ((anna, Seat(0)), (brutus, Seat(1)), (site.stranger, None)):
        copy = await exported(person, game)
        assert copy == [redact(line, seat) for line in whole]
        assert copy != whole
        report = verify(copy, REGISTRY, whole[-1].hash())
        assert report.holds
        assert not report.over


async def test_a_game_that_is_over_is_whole_for_everyone(site: Site, anna: Person, brutus: Person) -> None:
    game = await abandoned(anna, brutus)
    for person in (anna, site.stranger):
        copy = await exported(person, game)
        assert copy == await stored(site, game)
        report = verify(copy, REGISTRY)
        assert report.holds
        assert report.judged


async def test_a_long_log_comes_in_pieces(
    site: Site, anna: Person, brutus: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await abandoned(anna, brutus)
    for size in (1, 7, len(await stored(site, game))):
        monkeypatch.setattr(view, "CHUNK", size)
        assert await exported(anna, game) == await stored(site, game)


async def test_a_private_game_is_for_those_who_may_enter(site: Site, anna: Person, brutus: Person) -> None:
    game = await opened(anna, private=True)
    code = (await anna.done(f"/games/{game}/invitations"))["code"]
    for person in (site.stranger, brutus):
        refusal(await person.get(f"/games/{game}/export"), 404, "not-found")
        refusal(await person.get(f"/games/{game}/export", invitation="wrong"), 404, "not-found")
        assert await exported(person, game, invitation=code) == await exported(anna, game)


async def test_there_is_no_such_game(anna: Person) -> None:
    refusal(await anna.get("/games/0f0f/export"), 404, "not-found")


async def test_the_head_of_each_round_is_in_the_game_s_answer(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus, options={"rounds": 2})
    await play_to_the_end(site, game, (anna, brutus))
    whole = await stored(site, game)
    closing = [line for line in whole if line.envelope().type in {"RoundBegan", "GameFinished"}]
    heads = [{"version": line.envelope().version, "hash": line.hash()} for line in closing]
    assert len(heads) == 3
    assert (await anna.seen(f"/games/{game}"))["round_heads"] == heads
    assert (await anna.seen(f"/games/{game}", at=heads[1]["version"]))["round_heads"] == heads[:2]
    for line in closing:
        assert verify(whole, REGISTRY, line.hash()).holds


async def test_an_imported_game_can_be_looked_at_like_any_other(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged = played(GAME, 2, 11)
    copy = anonymised(GAME, logged.secret, logged.records)
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join(map(to_line, copy)))
    monkeypatch.setenv("ACTA_GAMES", "tests.kit.taberna:GAME")
    url = site.services.settings.redis_url
    assert url is not None
    await asyncio.to_thread(import_file, file, flags=Flags(redis_url=url.reveal()))
    game = copy[0].envelope().game
    seen = await site.stranger.seen(f"/games/{game}")
    assert seen["status"] == "finished"
    assert [seat["score"] for seat in seen["seats"]] == logged.match.scores()
    assert [seat["name"] for seat in seen["seats"]] == [f"somebody who has left (seat {seat})" for seat in (0, 1)]
    assert await exported(site.stranger, game) == copy
    await site.project()
    assert game in await listed(site.stranger)
