"""Composing a turn before anyone sees it: previews, stored drafts, withdrawing and taking back."""

import pytest

from tests.kit.http import Call, Person, Site, refusal
from tests.services.api.tables import END_TURN, choose, dealt, errand, opened, options, started


async def test_a_preview_shows_what_would_be_and_writes_nothing(site: Site, anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    before = await actor.seen(f"/games/{game}")
    async with site.writes_nothing():
        seen = await actor.done(f"/games/{game}/preview", {"commands": [errand("sell"), errand("sell")]})
    seat = before["you"]
    assert seen["version"] == before["version"]
    assert seen["state"]["public"]["coins"][seat] == 2
    assert [option["command"] for option in seen["options"]] == [END_TURN, {"type": "Tip"}]
    assert seen["points"] == 0
    assert "ends" not in seen
    assert await actor.seen(f"/games/{game}") == before


async def test_a_preview_counts_the_points_it_would_bring(anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    draft = [errand("sell"), errand("sell"), {"type": "Tip"}]
    seen = await actor.done(f"/games/{game}/preview", {"commands": draft})
    assert seen["points"] == 1
    assert seen["state"]["scores"][(await actor.seen(f"/games/{game}"))["you"]] == 1


async def test_an_empty_preview_is_the_table_as_it_is(anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    seen = await actor.done(f"/games/{game}/preview", {"commands": []})
    assert seen["state"] == (await actor.seen(f"/games/{game}"))["state"]
    assert seen["options"] == (await actor.seen(f"/games/{game}/options"))["options"]


async def test_a_preview_ends_where_the_turn_passes(anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    seen = await actor.done(f"/games/{game}/preview", {"commands": [errand("sell"), errand("sell"), END_TURN]})
    assert (seen["ends"], seen["options"]) == ("passes", [])


async def test_a_preview_never_looks_at_what_is_hidden(anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    before = await actor.seen(f"/games/{game}")
    seen = await actor.done(f"/games/{game}/preview", {"commands": [errand("draw")]})
    assert (seen["ends"], seen["options"]) == ("reveals", [])
    assert seen["state"] == before["state"], "the card is still in the deck"


async def test_the_last_card_laid_reveals_all_and_a_preview_does_not(anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    first, *_ = await options(anna, game)
    seen = await anna.done(f"/games/{game}/preview", {"commands": [first]})
    assert "ends" not in seen, "others still think"
    await choose(brutus, game)
    seen = await anna.done(f"/games/{game}/preview", {"commands": [first]})
    assert seen["ends"] == "reveals"
    assert seen["state"]["public"]["revealed"] == []


async def test_a_draft_is_kept_for_other_devices(site: Site, anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    other = brutus if actor is anna else anna
    missing = refusal(await actor.get(f"/games/{game}/draft"), 404, "not-found")
    assert missing["detail"] == "You have no draft of this game.", "and it is nowhere else"
    async with site.writes_nothing():
        for draft in ({"version": 7, "commands": [END_TURN]}, {"version": 9, "commands": [errand("sell"), END_TURN]}):
            answer = await actor.put(f"/games/{game}/draft", draft)
            assert (answer.status_code, answer.json()) == (200, draft)
            assert await actor.seen(f"/games/{game}/draft") == draft
        refusal(await other.get(f"/games/{game}/draft"), 404, "not-found")
        assert (await other.delete(f"/games/{game}/draft")).status_code == 204
        assert await actor.seen(f"/games/{game}/draft") == draft, "every player has a draft of their own"
        assert (await actor.delete(f"/games/{game}/draft")).status_code == 204
    refusal(await actor.get(f"/games/{game}/draft"), 404, "not-found")


async def test_a_draft_does_not_go_with_the_seat(anna: Person, brutus: Person, carus: Person) -> None:
    game = await opened(anna, 3)
    for player in (brutus, carus):
        assert (await player.post(f"/games/{game}/seats", {})).json()["seat"] == 1
        refusal(await player.get(f"/games/{game}/draft"), 404, "not-found")
        await player.put(f"/games/{game}/draft", {"version": 1, "commands": [END_TURN]})
        await player.delete(f"/games/{game}/seats/1")


async def test_a_draft_needs_a_seat_and_commands_of_the_game(
    site: Site, anna: Person, brutus: Person, carus: Person
) -> None:
    game = await started(anna, brutus)
    async with site.writes_nothing():
        for method, body in (("GET", None), ("PUT", {"version": 1, "commands": []}), ("DELETE", None)):
            refusal(await carus.make(Call(method, f"/games/{game}/draft", body)), 403, "forbidden")
        wrong = {"version": 1, "commands": [END_TURN, {"type": "NoSuchThing"}]}
        refusal(await anna.put(f"/games/{game}/draft", wrong), 400, "bad-request", index=1)


async def test_a_secret_choice_is_withdrawn_before_the_reveal(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    cards = await options(anna, game)
    async with site.writes(game, "CardLaid"):
        await choose(anna, game, cards[0])
    async with site.writes(game, "CardTakenBack"):
        await choose(anna, game, {"type": "TakeCardBack"})
    assert await options(anna, game) == cards
    await choose(anna, game)
    await choose(brutus, game)
    async with site.writes_nothing():
        late = await anna.post(f"/games/{game}/commands", {"command": {"type": "TakeCardBack"}})
        refusal(late, 422, "illegal-move", reason="nothing_laid")


async def test_the_last_batch_is_taken_back(site: Site, anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    before = await actor.seen(f"/games/{game}")
    await choose(actor, game, errand("sell"))
    async with site.writes(game, "ChoicesUndone"):
        answer = await actor.post(f"/games/{game}/undo", {})
    assert (answer.status_code, answer.json()) == (200, {"version": before["version"] + 3})
    assert (await actor.seen(f"/games/{game}"))["state"] == before["state"]
    assert (await actor.seen(f"/games/{game}", at=before["version"] + 2))["state"] != before["state"]


async def test_all_batches_after_a_version_are_taken_back(site: Site, anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    before = await actor.seen(f"/games/{game}")
    for _ in range(2):
        await choose(actor, game, errand("sell"))
    async with site.writes_nothing():
        inside = await actor.post(f"/games/{game}/undo", {"to_version": before["version"] + 1})
        refusal(inside, 409, "undo-barred", reason="inside")
    async with site.writes(game, "ChoicesUndone"):
        await actor.done(f"/games/{game}/undo", {"to_version": before["version"]})
    assert (await actor.seen(f"/games/{game}"))["state"] == before["state"]


@pytest.mark.parametrize(
    ("batch", "reason"),
    [([], "nothing"), ([errand("draw")], "revealed"), ([errand("sell"), errand("sell"), END_TURN], "passed")],
)
async def test_what_lies_behind_the_barrier_stays(
    site: Site, anna: Person, brutus: Person, batch: list[dict[str, str]], reason: str
) -> None:
    game = await started(anna, brutus)
    if reason == "nothing":
        actor = anna
    else:
        await choose(anna, game)
        await choose(brutus, game)
        actor = (anna, brutus)[(await anna.seen(f"/games/{game}"))["to_act"][0]]
    for command in batch:
        await choose(actor, game, command)
    async with site.writes_nothing():
        problem = refusal(await actor.post(f"/games/{game}/undo", {}), 409, "undo-barred", reason=reason)
    assert len(problem["detail"]) > 20, "and it is said why"
