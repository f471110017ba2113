"""Changes of a table over HTTP, from opening it to a rematch."""

import hashlib

import pytest

from domain.kernel.ids import GameId
from tests.kit.http import Person, Site, refusal
from tests.services.api.tables import choose, opened, started

OPENING = ["LotsDrawn", "GameStarted", "TableLaid", "RoundBegan", "LotsDrawn", "DeckShuffled", "HandDealt", "HandDealt"]


async def test_a_table_is_opened_with_its_host_on_chair_0(site: Site, anna: Person) -> None:
    answer = await anna.post("/games", {"game": "taberna", "players": 3, "options": {"rounds": 1}, "title": "Ides"})
    assert answer.status_code == 201
    made = answer.json()
    assert [one.type for one in await site.log(made["game_id"])] == ["GameCreated", "SeatTaken"]
    assert made["version"] == 2
    shown = await site.stranger.seen(f"/games/{made['game_id']}")
    assert shown["status"] == "lobby"
    assert (shown["game"], shown["title"], shown["options"]) == ("taberna", "Ides", {"rounds": 1})
    assert shown["commitment"] == made["commitment"]
    assert shown["host"] == anna.user_id
    assert [(seat["kind"], seat["name"], seat["score"]) for seat in shown["seats"]] == [
        ("human", anna.name, None),
        ("open", "", None),
        ("open", "", None),
    ]
    assert (shown["to_act"], shown["first_seat"], shown["state"], shown["result"], shown["you"]) == ([], *[None] * 4)


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"game": "chess", "players": 2}, "game"),
        ({"game": "taberna", "players": 5}, "options"),
        ({"game": "taberna", "players": 2, "options": {"rounds": 9}}, "options"),
        ({"game": "taberna", "players": 2, "options": {"beer": True}}, "options.beer"),
        ({"game": "taberna", "players": 0}, "players"),
        ({"game": "taberna", "players": 2, "title": "x" * 81}, "title"),
        ({"game": "taberna", "players": 2, "clock": {"days": 1}}, "clock.days"),
        ({"players": 2}, "game"),
    ],
)
async def test_a_table_on_impossible_terms_is_not_opened(
    site: Site, anna: Person, terms: dict[str, object], field: str
) -> None:
    async with site.writes_nothing():
        problem = refusal(await anna.post("/games", terms), 400, "bad-request")
    assert [error["field"] for error in problem["errors"]] == [field]


async def test_the_host_agrees_other_terms_in_the_lobby(site: Site, anna: Person, brutus: Person) -> None:
    game = await opened(anna, title="Ides")
    async with site.writes(game, "TermsSet"):
        answer = await anna.patch(f"/games/{game}", {"options": {"rounds": 3}})
    assert (answer.status_code, answer.json()) == (200, {"version": 3})
    async with site.writes(game, "TermsSet"):
        await anna.patch(f"/games/{game}", {"title": "Nones"})
    shown = await anna.seen(f"/games/{game}")
    assert (shown["title"], shown["options"]) == ("Nones", {"rounds": 3})
    async with site.writes_nothing():
        refusal(await anna.patch(f"/games/{game}", {"options": {"rounds": 4}}), 400, "bad-request")
        refusal(await brutus.patch(f"/games/{game}", {"title": "Mine"}), 403, "forbidden")
    await brutus.done(f"/games/{game}/seats", {})
    async with site.writes_nothing():
        late = await anna.patch(f"/games/{game}", {"title": "Late"})
        refusal(late, 409, "not-now", reason="not_in_lobby")


async def test_a_full_table_starts_by_itself(site: Site, anna: Person, brutus: Person) -> None:
    game = await opened(anna)
    async with site.writes(game, "SeatTaken", "NonceGiven", *OPENING):
        answer = await brutus.post(f"/games/{game}/seats", {"nonce": "seven ravens"})
    assert answer.status_code == 201
    assert answer.json() == {"seat": 1, "version": 12}
    shown = await brutus.seen(f"/games/{game}")
    assert (shown["status"], shown["to_act"], shown["you"]) == ("active", [0, 1], 1)
    assert shown["first_seat"] in {0, 1}
    assert [seat.get("gave_nonce", False) for seat in shown["seats"]] == [False, True]
    assert [seat["score"] for seat in shown["seats"]] == [0, 0]


async def test_the_host_starts_with_fewer(site: Site, anna: Person, brutus: Person, carus: Person) -> None:
    game = await opened(anna, 4)
    async with site.writes_nothing():
        refusal(await anna.post(f"/games/{game}/start"), 409, "not-now", reason="too_few_players")
    for guest in (brutus, carus):
        await guest.done(f"/games/{game}/seats", {})
    async with site.writes_nothing():
        refusal(await brutus.post(f"/games/{game}/start"), 403, "forbidden")
    assert (await anna.delete(f"/games/{game}/seats/1")).status_code == 200
    async with site.writes_nothing():
        refusal(await anna.post(f"/games/{game}/start"), 409, "not-now", reason="gap_between_chairs")
    await brutus.done(f"/games/{game}/seats", {})
    async with site.writes(game, *OPENING, "HandDealt"):
        await anna.done(f"/games/{game}/start")
    assert len((await anna.seen(f"/games/{game}"))["seats"]) == 3
    async with site.writes_nothing():
        refusal(await anna.post(f"/games/{game}/start"), 409, "not-now", reason="not_in_lobby")


async def test_a_nonce_is_given_once_by_a_seated_person(site: Site, anna: Person, brutus: Person) -> None:
    game = await opened(anna)
    async with site.writes(game, "NonceGiven"):
        await anna.done(f"/games/{game}/nonce", {"nonce": "a raven"})
    async with site.writes_nothing():
        again = await anna.post(f"/games/{game}/nonce", {"nonce": "another"})
        refusal(again, 409, "not-now", reason="nonce_given")
        refusal(await brutus.post(f"/games/{game}/nonce", {"nonce": "mine"}), 403, "forbidden")


async def test_nobody_sits_down_twice_or_at_a_full_table(
    site: Site, anna: Person, brutus: Person, carus: Person
) -> None:
    game = await opened(anna, 3)
    await brutus.done(f"/games/{game}/seats", {})
    async with site.writes_nothing():
        refusal(await brutus.post(f"/games/{game}/seats", {}), 409, "not-now", reason="already_seated")
    await anna.done(f"/games/{game}/seats", {"bot": "random"})
    async with site.writes_nothing():
        refusal(await carus.post(f"/games/{game}/seats", {}), 409, "not-now", reason="not_in_lobby")


async def test_only_the_host_seats_bots_and_only_known_ones(site: Site, anna: Person, brutus: Person) -> None:
    game = await opened(anna, 3)
    async with site.writes_nothing():
        refusal(await brutus.post(f"/games/{game}/seats", {"bot": "random"}), 403, "forbidden")
        refusal(await anna.post(f"/games/{game}/seats", {"bot": "Deep Blue"}), 400, "bad-request")
    async with site.writes(game, "SeatTaken"):
        assert await anna.done(f"/games/{game}/seats", {"bot": "random"}) == {"seat": 1, "version": 3}
    seat = (await anna.seen(f"/games/{game}"))["seats"][1]
    assert (seat["kind"], seat["bot"], seat["name"]) == ("bot", "random", "Fortuna")


async def test_two_bots_of_a_kind_are_told_apart(anna: Person) -> None:
    game = await opened(anna, 3)
    for _ in range(2):
        await anna.done(f"/games/{game}/seats", {"bot": "random"})
    names = [seat["name"] for seat in (await anna.seen(f"/games/{game}"))["seats"]]
    assert names == [anna.name, "Fortuna", "Fortuna II"]


async def test_people_leave_and_are_removed(site: Site, anna: Person, brutus: Person, carus: Person) -> None:
    game = await opened(anna, 4)
    for guest in (brutus, carus):
        await guest.done(f"/games/{game}/seats", {})
    async with site.writes_nothing():
        refusal(await carus.delete(f"/games/{game}/seats/1"), 403, "forbidden")
        free = await anna.delete(f"/games/{game}/seats/3")
        refusal(free, 409, "not-now", reason="chair_free")
    async with site.writes(game, "SeatLeft"):
        assert (await brutus.delete(f"/games/{game}/seats/1")).json() == {"version": 5}
    async with site.writes(game, "SeatLeft"):
        await anna.delete(f"/games/{game}/seats/2")
    assert [seat["kind"] for seat in (await anna.seen(f"/games/{game}"))["seats"]] == ["human", *["open"] * 3]


@pytest.mark.parametrize("seat", [-1, 99, 2**63])
async def test_a_chair_that_does_not_exist_cannot_be_left(site: Site, anna: Person, seat: int) -> None:
    game = await opened(anna)
    async with site.writes_nothing():
        answer = await anna.delete(f"/games/{game}/seats/{seat}")
        refusal(answer, 409, "not-now", reason="chair_free")


async def test_the_host_passes_on_and_the_last_to_leave_ends_the_table(
    site: Site, anna: Person, brutus: Person
) -> None:
    game = await opened(anna, 3)
    await brutus.done(f"/games/{game}/seats", {})
    async with site.writes(game, "SeatLeft", "HostNamed"):
        await anna.delete(f"/games/{game}/seats/0")
    assert (await anna.seen(f"/games/{game}"))["host"] == brutus.user_id
    async with site.writes(game, "SeatLeft", "GameAbandoned", "SecretRevealed"):
        await brutus.delete(f"/games/{game}/seats/1")
    assert (await anna.seen(f"/games/{game}"))["status"] == "abandoned"


async def test_a_player_who_resigns_leaves_the_win_to_the_other(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    async with site.writes(game, "SeatResigned", "GameFinished", "SecretRevealed"):
        await anna.done(f"/games/{game}/resign")
    shown = await brutus.seen(f"/games/{game}")
    assert (shown["status"], shown["to_act"]) == ("finished", [])
    assert (shown["result"]["winners"], shown["result"]["tie_break"]) == ([1], "resignation")
    async with site.writes_nothing():
        refusal(await brutus.post(f"/games/{game}/resign"), 409, "not-now", reason="not_playing")


async def test_a_bot_plays_on_for_one_of_three(site: Site, anna: Person, brutus: Person, carus: Person) -> None:
    game = await started(anna, brutus, carus)
    async with site.writes(game, "SeatResigned"):
        await brutus.done(f"/games/{game}/resign")
    shown = await anna.seen(f"/games/{game}")
    assert shown["status"] == "active"
    assert (shown["seats"][1]["resigned"], shown["seats"][1]["bot"]) == (True, "centurio")
    assert (await brutus.seen(f"/games/{game}/options"))["options"] == []
    card = shown["state"]["hand"][0]
    async with site.writes_nothing():
        chosen = await brutus.post(f"/games/{game}/commands", {"command": {"type": "LayCard", "card": card}})
        refusal(chosen, 403, "forbidden")
        refusal(await brutus.post(f"/games/{game}/preview", {"commands": []}), 403, "forbidden")


async def test_a_game_is_abandoned_when_everyone_agrees(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    async with site.writes(game, "VoteCast"):
        await anna.done(f"/games/{game}/votes", {"motion": "abandon"})
    async with site.writes(game, "VoteCast"):
        await anna.done(f"/games/{game}/votes", {"motion": "abandon", "agree": False})
    assert (await anna.seen(f"/games/{game}"))["votes"] == {"abandon": []}
    await brutus.done(f"/games/{game}/votes", {"motion": "abandon"})
    assert (await anna.seen(f"/games/{game}"))["votes"] == {"abandon": [1]}
    async with site.writes(game, "VoteCast", "GameAbandoned", "SecretRevealed"):
        await anna.done(f"/games/{game}/votes", {"motion": "abandon"})
    shown = await anna.seen(f"/games/{game}")
    assert (shown["status"], shown["result"]) == ("abandoned", None)


async def test_there_is_no_vote_on_other_motions_or_by_others(
    site: Site, anna: Person, brutus: Person, carus: Person
) -> None:
    game = await started(anna, brutus)
    async with site.writes_nothing():
        beer = await anna.post(f"/games/{game}/votes", {"motion": "beer"})
        refusal(beer, 409, "not-now", reason="unknown_motion")
        refusal(await carus.post(f"/games/{game}/votes", {"motion": "abandon"}), 403, "forbidden")


async def test_a_rematch_brings_the_same_people_together(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus, private=True, options={"rounds": 1}, title="Ides")
    async with site.writes_nothing():
        refusal(await anna.post(f"/games/{game}/rematch"), 409, "not-now", reason="not_over")
    await anna.done(f"/games/{game}/resign")
    made = await anna.done(f"/games/{game}/rematch")
    assert [one.type for one in await site.log(game)][-1] == "RematchOffered"
    async with site.writes_nothing():
        assert await brutus.done(f"/games/{game}/rematch") == made
    assert (await brutus.seen(f"/games/{game}"))["rematch"] == made["game_id"]
    again = await brutus.seen(f"/games/{made['game_id']}")
    assert (again["title"], again["options"], again["private"]) == ("Ides", {"rounds": 1}, True)
    assert [one.type for one in await site.log(made["game_id"])] == ["GameCreated", "SeatTaken"]
    await brutus.done(f"/games/{made['game_id']}/seats", {})
    assert (await anna.seen(f"/games/{made['game_id']}"))["status"] == "active"


async def test_a_rematch_seats_the_bots_again(site: Site, anna: Person, brutus: Person) -> None:
    game = await opened(anna, 3)
    await brutus.done(f"/games/{game}/seats", {})
    await anna.done(f"/games/{game}/seats", {"bot": "random"})
    for person in (anna, brutus):
        await person.done(f"/games/{game}/votes", {"motion": "abandon"})
    made = await brutus.done(f"/games/{game}/rematch")
    assert [one.type for one in await site.log(made["game_id"])] == ["GameCreated", "SeatTaken", "SeatTaken"]
    await anna.done(f"/games/{made['game_id']}/seats", {})
    assert [seat["kind"] for seat in (await anna.seen(f"/games/{made['game_id']}"))["seats"]].count("bot") == 1


async def test_the_secret_of_the_randomness_is_kept_until_the_end_and_was_promised_at_the_start(
    site: Site, anna: Person, brutus: Person
) -> None:
    game = await started(anna, brutus)
    await choose(anna, game)
    commitment = (await anna.seen(f"/games/{game}"))["commitment"]
    secret = (await site.services.tables.store.secret(GameId(game))).hex()
    running = [await person.get(f"/games/{game}{path}") for person in (anna, brutus) for path in ("", "/events")]
    assert not [answer for answer in running if secret in answer.text]
    await anna.done(f"/games/{game}/resign")
    revealed = (await site.stranger.seen(f"/games/{game}/events"))["events"][-1]
    assert (revealed["type"], revealed["data"]) == ("SecretRevealed", {"secret": secret})
    assert hashlib.sha256(b"acta/secret\x00" + bytes.fromhex(secret)).hexdigest() == commitment


async def test_a_table_invites_by_name_only_people_who_are_here(site: Site, anna: Person, brutus: Person) -> None:
    game = await opened(anna, private=True)
    async with site.writes_nothing():
        problem = refusal(await anna.post(f"/games/{game}/invited", {"name": "Nemo"}), 400, "bad-request")
        assert problem["errors"][0]["field"] == "name"
        body = {"game": "taberna", "players": 2, "invite": ["Nemo"]}
        refusal(await anna.post("/games", body), 400, "bad-request")
    refusal(await brutus.get(f"/games/{game}"), 404, "not-found")
    async with site.writes(game, "PersonInvited"):
        await anna.done(f"/games/{game}/invited", {"name": brutus.name})
    assert (await brutus.seen(f"/games/{game}"))["status"] == "lobby"


async def test_the_table_says_which_bot_takes_care(site: Site, anna: Person) -> None:
    game = await opened(anna)
    assert (await anna.seen(f"/games/{game}"))["caretaker"] == "centurio"
    refusal(await anna.patch(f"/games/{game}", {"caretaker": "nobody"}), 400, "bad-request")
    async with site.writes(game, "CaretakerChosen"):
        assert (await anna.patch(f"/games/{game}", {"caretaker": "random"})).status_code == 200
    async with site.writes(game, "TermsSet", "CaretakerChosen"):
        assert (await anna.patch(f"/games/{game}", {"title": "x", "caretaker": "greedy"})).status_code == 200
    other = await opened(anna, caretaker="random")
    assert (await anna.seen(f"/games/{other}"))["caretaker"] == "random"
