"""Choosing over HTTP: options, single commands, batches, stale versions, and the way to the scored end."""

import pytest

from tests.kit.http import Json, Person, Site, refusal
from tests.services.api.tables import END_TURN, choose, dealt, errand, on_turn, options, started

SOLD = ["ErrandRun", "CoinsGained"]


async def test_options_are_complete_commands_with_words(anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    answer = await anna.seen(f"/games/{game}/options")
    hand = (await anna.seen(f"/games/{game}"))["state"]["hand"]
    assert (answer["version"], answer["seat"]) == (11, 0)
    assert [option["command"] for option in answer["options"]] == [{"type": "LayCard", "card": card} for card in hand]
    assert [option["label"] for option in answer["options"]] == [f"Lay card {card}" for card in hand]
    assert {(option["group"], option["aside"]) for option in answer["options"]} == {("Lay a card", False)}


async def test_a_seat_with_nothing_to_choose_gets_an_empty_list(site: Site, anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    waiting = brutus if actor is anna else anna
    assert (await waiting.seen(f"/games/{game}/options"))["options"] == []
    for spectator in (await site.person("Carus"), site.stranger):
        answer = await spectator.seen(f"/games/{game}/options")
        assert (answer["seat"], answer["options"]) == (None, [])


async def test_a_choice_is_answered_with_its_events(site: Site, anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    before = (await actor.seen(f"/games/{game}"))["version"]
    async with site.writes(game, *SOLD):
        played = await choose(actor, game, errand("sell"))
    assert played["version"] == before + 2
    assert [event["version"] for event in played["events"]] == [before + 1, before + 2]
    assert [event["type"] for event in played["events"]] == SOLD
    assert played["events"] == (await actor.seen(f"/games/{game}/events", after=before))["events"]
    assert "repeated" not in played
    first, second = played["events"]
    assert (first["command"], second["command"]) == (errand("sell"), None)
    assert first["command_id"] == second["command_id"]
    assert second["prev"] == first["hash"]


async def test_a_choice_out_of_turn_is_refused(site: Site, anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    waiting = brutus if actor is anna else anna
    async with site.writes_nothing():
        answer = await waiting.post(f"/games/{game}/commands", {"command": errand("sell")})
        refusal(answer, 422, "not-your-turn", reason="not_your_turn")


async def test_an_illegal_choice_is_refused_with_its_reason(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    hand = (await anna.seen(f"/games/{game}"))["state"]["hand"]
    card = next(card for card in range(1, 16) if card not in hand)
    async with site.writes_nothing():
        answer = await anna.post(f"/games/{game}/commands", {"command": {"type": "LayCard", "card": card}})
        problem = refusal(answer, 422, "illegal-move", reason="not_in_hand")
    assert str(card) in problem["detail"], "told in the game's words"


@pytest.mark.parametrize(
    ("command", "field"),
    [
        ({"type": "NoSuchThing"}, "command.type"),
        ({"type": "LayCard"}, "command.card"),
        ({"type": "LayCard", "card": "seven"}, "command.card"),
        ({"type": "LayCard", "card": 7, "face": "up"}, "command.face"),
        ({"type": "RunErrand", "what": "sleep"}, "command.what"),
        ({"card": 7}, "command.type"),
        ({}, "command.type"),
        ({"type": 3}, "command.type"),
        ({"type": "EndTurn", "data": {"a": [[[]]]}}, "command.data"),
    ],
    ids=str,
)
async def test_what_is_no_command_of_the_game_is_a_bad_request(
    site: Site, anna: Person, brutus: Person, command: dict[str, Json], field: str
) -> None:
    game = await started(anna, brutus)
    async with site.writes_nothing():
        answer = await anna.post(f"/games/{game}/commands", {"command": command})
        problem = refusal(answer, 400, "bad-request", index=0)
    assert [error["field"] for error in problem["errors"]] == [field]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "command"),
        ({"command": END_TURN, "commands": [END_TURN], "expected_version": 1}, "command"),
        ({"commands": [END_TURN]}, "expected_version"),
        ({"commands": [], "expected_version": 1}, "commands"),
        ({"commands": [END_TURN] * 101, "expected_version": 1}, "commands"),
        ({"command": END_TURN, "expected_version": -1}, "expected_version"),
        ({"command": END_TURN, "expected_version": "1"}, "expected_version"),
        ({"command": [END_TURN]}, "command"),
        ({"command": END_TURN, "seat": 1}, "seat"),
    ],
)
async def test_a_body_that_is_neither_command_nor_batch_is_refused(
    site: Site, anna: Person, brutus: Person, body: dict[str, Json], field: str
) -> None:
    game = await started(anna, brutus)
    async with site.writes_nothing():
        problem = refusal(await anna.post(f"/games/{game}/commands", body), 400, "bad-request")
    assert problem["errors"][0]["field"] == field


async def test_a_batch_is_written_as_one(site: Site, anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    version = (await actor.seen(f"/games/{game}"))["version"]
    batch = [errand("sell"), errand("sell"), END_TURN]
    async with site.writes(game, *SOLD, *SOLD, "TurnEnded", "TurnBegan"):
        played = await actor.done(f"/games/{game}/commands", {"commands": batch, "expected_version": version})
    assert [event["step"] for event in played["events"]] == [0, 0, 1, 1, 2, 2]
    assert len({event["command_id"] for event in played["events"]}) == 1


@pytest.mark.parametrize(
    ("batch", "reason"),
    [
        ([errand("sell"), errand("sell"), errand("sell")], "not_offered"),
        ([errand("feast"), errand("sell"), errand("feast")], "feasted"),
        ([errand("draw"), errand("sell")], "after_reveal"),
        ([errand("gift"), errand("sell")], "not_your_turn"),
    ],
)
async def test_a_batch_whose_last_command_is_illegal_is_refused_as_a_whole(
    site: Site, anna: Person, brutus: Person, batch: list[Json], reason: str
) -> None:
    game, actor = await dealt(anna, brutus)
    shown = await actor.seen(f"/games/{game}")
    whole = {"commands": batch, "expected_version": shown["version"]}
    kind = "not-your-turn" if reason == "not_your_turn" else "illegal-move"
    async with site.writes_nothing():
        for path, body in (("commands", whole), ("preview", {"commands": batch})):
            refusal(await actor.post(f"/games/{game}/{path}", body), 422, kind, index=len(batch) - 1, reason=reason)
    assert await actor.seen(f"/games/{game}") == shown, "nothing of it sticks to the table"


async def test_a_version_is_stale_only_if_something_changed_for_the_caller(
    site: Site, anna: Person, brutus: Person
) -> None:
    game, actor = await dealt(anna, brutus)
    waiting = brutus if actor is anna else anna
    version = (await actor.seen(f"/games/{game}"))["version"]
    await waiting.done(f"/games/{game}/votes", {"motion": "abandon"})
    async with site.writes(game, *SOLD):
        await actor.done(f"/games/{game}/commands", {"command": errand("sell"), "expected_version": version})
    async with site.writes_nothing():
        for body in (
            {"command": errand("sell"), "expected_version": version},
            {"commands": [errand("sell")], "expected_version": version},
        ):
            answer = await actor.post(f"/games/{game}/commands", body)
            refusal(answer, 409, "stale-version", expected_version=version, current_version=version + 3)
        for expected in (0, version + 4, 2**53):
            body = {"command": errand("sell"), "expected_version": expected}
            refusal(await actor.post(f"/games/{game}/commands", body), 409, "stale-version")
    async with site.writes(game, *SOLD):
        await choose(actor, game, errand("sell"))


async def test_while_the_system_owes_a_step_nobody_may_choose(site: Site, anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    while (shown := await anna.seen(f"/games/{game}"))["status"] == "active":
        actor = await on_turn(game, (anna, brutus))
        command = errand("sell") if errand("sell") in await options(actor, game) else END_TURN
        await choose(actor, game, command)
    assert (shown["status"], shown["to_act"]) == ("scoring", ["system"])
    async with site.writes_nothing():
        answer = await actor.post(f"/games/{game}/commands", {"command": {"type": "Donate", "coins": 0}})
        refusal(answer, 422, "not-your-turn")
        assert (await actor.seen(f"/games/{game}/options"))["options"] == []
    await site.settle(game)
    assert (await anna.seen(f"/games/{game}"))["status"] == "active"


async def test_a_whole_game_comes_to_its_scored_end(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    people = (anna, brutus)
    while (shown := await anna.seen(f"/games/{game}"))["status"] != "finished":
        if shown["status"] == "scoring":
            await site.settle(game)
        else:
            await choose(people[shown["to_act"][0]], game)
    result = shown["result"]
    assert {rank["seat"]: rank["score"] for rank in result["ranking"]} == dict(
        enumerate(seat["score"] for seat in shown["seats"])
    )
    events = (await site.stranger.seen(f"/games/{game}/events", limit=1000))["events"]
    points = [event["data"] for event in events if event["type"] == "PointsScored"]
    assert points
    for seat in shown["seats"]:
        assert seat["score"] == sum(one["points"] for one in points if one["seat"] == seat["seat"])
    async with site.writes_nothing():
        for path, body in (("commands", {"command": END_TURN}), ("preview", {"commands": [END_TURN]})):
            refusal(await anna.post(f"/games/{game}/{path}", body), 422, "not-your-turn")
