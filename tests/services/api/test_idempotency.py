"""The Idempotency-Key: two requests that are one."""

import pytest

from services.server import ROUTES
from tests.kit.http import Call, Json, Person, Site, refusal
from tests.services.api.tables import choose, dealt, errand, opened, options, started

KEY = "the-7th-try~!"
LOBBY = ("open_table", "change_terms", "take_seat", "leave_seat", "give_nonce", "make_invitation", "start", "rematch")
TABLE = ("command", "undo", "resign", "vote", "vacation")
STORED_SCOPES = {
    *(f"services.api.games.lobby.{name}" for name in LOBBY),
    *(f"services.api.games.table.{name}" for name in TABLE),
    "services.api.games.branches.branch_off",
    "services.api.talk.lines.say",
}
"""How keys that are stored name their route."""


async def test_a_repeated_opening_finds_the_same_table(site: Site, anna: Person, brutus: Person) -> None:
    terms = {"game": "taberna", "players": 2, "title": "Ides"}
    first = await anna.done("/games", terms, key=KEY)
    assert "repeated" not in first
    async with site.writes_nothing():
        assert await anna.done("/games", terms, key=KEY) == {**first, "repeated": True}
        refusal(await anna.post("/games", terms | {"title": "Nones"}, key=KEY), 422, "key-reused")
    other = await brutus.done("/games", terms, key=KEY)
    assert other["game_id"] != first["game_id"], "another user's key is another key"
    assert "repeated" not in other


async def test_a_repeated_command_gets_its_first_version(site: Site, anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    body = {"command": errand("sell")}
    first = await actor.done(f"/games/{game}/commands", body, key=KEY)
    for _ in range(2):
        async with site.writes_nothing():
            again = await actor.done(f"/games/{game}/commands", body, key=KEY)
        assert again == {**first, "repeated": True}
        await choose(actor, game, errand("sell") if errand("sell") in await options(actor, game) else None)
    async with site.writes_nothing():
        other = await actor.post(f"/games/{game}/commands", {"command": errand("gift")}, key=KEY)
        refusal(other, 422, "key-reused")


async def test_a_repeat_shows_the_events_as_the_caller_may_see_them_now(anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    body = {"command": (await options(anna, game))[0]}
    first = await anna.done(f"/games/{game}/commands", body, key=KEY)
    await anna.done(f"/games/{game}/resign")
    again = await anna.done(f"/games/{game}/commands", body, key=KEY)
    assert again == {**first, "repeated": True}, "also when it would be refused by now"


async def test_a_refusal_is_not_remembered(site: Site, anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    other = brutus if actor is anna else anna
    path = f"/games/{game}/commands"
    body = {"command": errand("sell")}
    async with site.writes_nothing():
        refusal(await other.post(path, body, key=KEY), 422, "not-your-turn")
    for command in (errand("sell"), errand("sell"), {"type": "EndTurn"}):
        await choose(actor, game, command)
    async with site.writes(game, "ErrandRun", "CoinsGained"):
        assert "repeated" not in await other.done(path, body, key=KEY)


async def test_a_key_belongs_to_user_route_and_game(site: Site, anna: Person, brutus: Person) -> None:
    games = [await opened(anna), await opened(anna)]
    for game in games:
        async with site.writes(game, "NonceGiven"):
            assert "repeated" not in await anna.done(f"/games/{game}/nonce", {"nonce": "raven"}, key=KEY)
    assert "repeated" not in await brutus.done(f"/games/{games[0]}/seats", {}, key=KEY)
    async with site.writes(games[0], "VoteCast"):
        assert "repeated" not in await anna.done(f"/games/{games[0]}/votes", {"motion": "abandon"}, key=KEY)


IN_THE_LOBBY = [
    (Call("PATCH", "", {"title": "Nones"}), {"title": "Kalends"}),
    (Call("POST", "/seats", {"bot": "random"}), {"nonce": "x"}),
    (Call("DELETE", "/seats/1"), None),
    (Call("POST", "/nonce", {"nonce": "raven"}), {"nonce": "crow"}),
    (Call("POST", "/invitations"), None),
    (Call("POST", "/start"), None),
]


@pytest.mark.parametrize(("change", "other"), IN_THE_LOBBY, ids=[str(change) for change, _ in IN_THE_LOBBY])
async def test_every_change_in_the_lobby_happens_once(
    site: Site, anna: Person, brutus: Person, change: Call, other: Json
) -> None:
    game = await opened(anna, 4)
    await brutus.done(f"/games/{game}/seats", {})
    change = change._replace(path=f"/games/{game}{change.path}")
    first = await anna.make(change, key=KEY)
    assert first.status_code in {200, 201}, first.text
    async with site.writes_nothing():
        again = await anna.make(change, key=KEY)
        assert (again.status_code, again.json()) == (first.status_code, {**first.json(), "repeated": True})
        if other is not None:
            refusal(await anna.make(change._replace(body=other), key=KEY), 422, "key-reused")


AT_THE_TABLE: list[tuple[Call, list[str]]] = [
    (Call("POST", "/votes", {"motion": "abandon"}), ["VoteCast"]),
    (Call("POST", "/undo", {}), ["ChoicesUndone"]),
    (Call("POST", "/resign"), ["SeatResigned", "GameFinished", "SecretRevealed"]),
]


@pytest.mark.parametrize(("change", "types"), AT_THE_TABLE, ids=[str(change) for change, _ in AT_THE_TABLE])
async def test_every_change_at_a_running_table_happens_once(
    site: Site, anna: Person, brutus: Person, change: Call, types: list[str]
) -> None:
    game, actor = await dealt(anna, brutus)
    await choose(actor, game, errand("sell"))
    change = change._replace(path=f"/games/{game}{change.path}")
    async with site.writes(game, *types):
        first = (await actor.make(change, key=KEY)).json()
    async with site.writes_nothing():
        assert (await actor.make(change, key=KEY)).json() == {**first, "repeated": True}


@pytest.mark.parametrize("key", ["x" * 256, "x" * 300, "", "two words", "naïve", "tab\there", "\x7f"])
async def test_a_key_is_up_to_255_visible_ascii_characters(site: Site, anna: Person, brutus: Person, key: str) -> None:
    terms = {"game": "taberna", "players": 2}
    game, actor = await dealt(anna, brutus)
    opening, choosing = (
        Call("POST", "/games", terms),
        Call("POST", f"/games/{game}/commands", {"command": errand("sell")}),
    )
    async with site.writes_nothing():
        for call in (opening, choosing):
            problem = refusal(await actor.make(call, key=key.encode()), 400, "bad-request")
            assert [error["field"] for error in problem["errors"]] == ["Idempotency-Key"]
    assert (await actor.make(opening, key="x" * 255)).status_code == 201
    assert (await actor.make(choosing, key="x" * 255)).status_code == 200


async def test_the_busiest_route_documents_its_key_like_the_others(site: Site) -> None:
    paths = (await site.http.get("/schema/openapi.json")).json()["paths"]
    choosing, undoing = (paths[f"/api/v1/games/{{game_id}}/{what}"]["post"] for what in ("commands", "undo"))
    assert choosing["parameters"] == undoing["parameters"]
    assert choosing["parameters"][1]["name"] == "Idempotency-Key"


def test_routes_are_still_called_what_stored_keys_call_them() -> None:
    assert {handler.name or str(handler) for handler in ROUTES} >= STORED_SCOPES, "a repeat would happen again"
