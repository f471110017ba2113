"""Timeline, ledger, recap and difference over HTTP: what they tell, to whom, in which pages."""

from itertools import pairwise

import pytest

from tests.kit.http import Json, Person, Site, refusal
from tests.services.api.tables import choose, dealt, errand, on_turn, opened, options, started

READS = ("timeline", "scores", "recap", "diff?from=1&to=2")


async def told(person: Person, game: str, **query: Json) -> list[Json]:
    """Every line of a timeline, page by page."""
    found: list[Json] = []
    while True:
        page = await person.seen(f"/games/{game}/timeline", **query)
        found += [line for turn in page["turns"] for line in turn["lines"]]
        if page["next"] is None:
            return found
        query["after"] = page["next"]


async def finished(site: Site, *people: Person) -> str:
    """A whole game, played by first options."""
    game = await started(*people)
    while (await people[0].seen(f"/games/{game}"))["status"] != "finished":
        await site.settle(game)
        for person in people:
            if await options(person, game):
                await choose(person, game)
    return game


SILENT = {"LotsDrawn"}
"""The events of a plain game that tell nothing by themselves."""


async def test_every_event_that_tells_something_has_its_line_in_words(site: Site, anna: Person, brutus: Person) -> None:
    game = await finished(site, anna, brutus)
    lines = await told(anna, game)
    log = [event for event in await site.log(game) if event.type not in SILENT]
    assert [(line["version"], line["at"], line["type"]) for line in lines] == [(e.version, e.at, e.type) for e in log]
    assert lines[1]["text"] == f"{anna.name} sat down."
    assert all(line["text"] for line in lines)


async def test_a_seat_alone_is_told_what_is_sealed_for_it(anna: Person, brutus: Person, carus: Person) -> None:
    game = await started(anna, brutus)
    hand = (await anna.seen(f"/games/{game}"))["state"]["hand"]
    for person in (anna, brutus, carus):
        lines = [line["text"] for line in await told(person, game) if line["type"] == "HandDealt"]
        (text,) = (line.removeprefix(f"{anna.name} was dealt ") for line in lines if line.startswith(anna.name))
        assert (text == "a hand.") == (person is not anna)
        assert (len(text.split(", ")) == len(hand)) == (person is anna)


async def test_a_turn_is_what_one_actor_did_until_it_passed_on(anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    await choose(actor, game, errand("sell"))
    await choose(actor, game, errand("sell"))
    await choose(actor, game, {"type": "EndTurn"})
    own, following = (await anna.seen(f"/games/{game}/timeline"))["turns"][-2:]
    assert (own["name"], own["actor"]) == (actor.name, (anna, brutus).index(actor))
    types = [line["type"] for line in own["lines"]]
    assert (types[0], types[1], types[-1]) == ("TurnBegan", "ErrandRun", "TurnEnded")
    other = anna if actor is brutus else brutus
    assert (following["name"], [line["type"] for line in following["lines"]]) == (other.name, ["TurnBegan"])


@pytest.mark.parametrize("limit", [1, 7, 50, 1000])
async def test_pages_join_without_gap_and_end_with_a_turn(site: Site, anna: Person, brutus: Person, limit: int) -> None:
    game = await finished(site, anna, brutus)
    whole = await anna.seen(f"/games/{game}/timeline", limit=1000)
    assert whole["next"] is None
    assert await told(anna, game, limit=limit) == [line for turn in whole["turns"] for line in turn["lines"]]
    first = await anna.seen(f"/games/{game}/timeline", limit=limit)
    assert first["turns"] == whole["turns"][: len(first["turns"])]


async def test_what_was_taken_back_stays_readable_as_such(anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    played = await choose(actor, game, errand("sell"))
    await actor.done(f"/games/{game}/undo", {})
    lines = await told(anna, game, limit=1)
    gone = [line["version"] for line in lines if line.get("retracted")]
    assert gone == [event["version"] for event in played["events"]]
    assert lines[-1]["text"] == f"{actor.name} took back the last choices."
    before = await told(anna, game, at=gone[-1])
    assert not any(line.get("retracted") for line in before)


async def test_the_ledger_adds_up_to_the_scores(site: Site, anna: Person, brutus: Person) -> None:
    game = await finished(site, anna, brutus)
    ledger = await anna.seen(f"/games/{game}/scores")
    shown = await anna.seen(f"/games/{game}")
    assert ledger["totals"] == [seat["score"] for seat in shown["seats"]]
    assert any(ledger["totals"])
    assert (ledger["you"], ledger["players"]) == (shown["you"], [seat["name"] for seat in shown["seats"]])
    for seat, total in enumerate(ledger["totals"]):
        assert sum(entry["points"] for entry in ledger["entries"] if entry["seat"] == seat) == total
    for entry in ledger["entries"]:
        assert entry["points"] == sum(term["points"] for term in entry["detail"])
        assert all(term["text"] for term in entry["detail"])
    versions = [entry["version"] for entry in ledger["entries"]]
    assert versions == sorted(set(versions))
    middle = versions[len(versions) // 2]
    earlier = await anna.seen(f"/games/{game}/scores", at=middle)
    assert earlier["entries"] == [entry for entry in ledger["entries"] if entry["version"] <= middle]


async def test_points_taken_back_are_in_no_ledger(anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    before = await anna.seen(f"/games/{game}/scores")
    await choose(actor, game, errand("gift"))
    other = anna if actor is brutus else brutus
    point = {"type": "AnswerGift", "take": "point"}
    giver = actor if point in await options(actor, game) else other
    await choose(giver, game, point)
    assert (await anna.seen(f"/games/{game}/scores"))["totals"] != before["totals"]
    await giver.done(f"/games/{game}/undo", {})
    after = await anna.seen(f"/games/{game}/scores")
    assert (after["totals"], after["entries"]) == (before["totals"], before["entries"])


async def test_a_recap_begins_after_the_callers_last_turn(anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    other = anna if actor is brutus else brutus
    own = await actor.seen(f"/games/{game}/recap")
    await choose(actor, game, errand("sell"))
    assert (await actor.seen(f"/games/{game}/recap"))["turns"] == []
    missed = await other.seen(f"/games/{game}/recap")
    assert missed["since"] <= own["version"]
    lines = [line for turn in missed["turns"] for line in turn["lines"]]
    assert [line["version"] for line in lines] == [*range(missed["since"] + 1, missed["version"] + 1)]
    assert lines[-1]["type"] == "CoinsGained"
    assert missed["to_act"] == [(anna, brutus).index(actor)]


async def test_a_recap_counts_the_points_since(site: Site, anna: Person, brutus: Person) -> None:
    game = await finished(site, anna, brutus)
    ledger = await anna.seen(f"/games/{game}/scores")
    assert (await anna.seen(f"/games/{game}/recap", since=0))["points"] == ledger["totals"]
    entry = ledger["entries"][-1]
    points = (await anna.seen(f"/games/{game}/recap", since=entry["version"] - 1))["points"]
    assert points[entry["seat"]] == entry["points"]


async def test_a_spectator_is_told_everything(site: Site, anna: Person, brutus: Person) -> None:
    game, _ = await dealt(anna, brutus)
    recap = await site.stranger.seen(f"/games/{game}/recap")
    assert recap["since"] == 0
    lines = [line for turn in recap["turns"] for line in turn["lines"]]
    assert [line["version"] for line in lines] == [e.version for e in await site.log(game) if e.type not in SILENT]


async def test_a_recap_of_a_first_turn_tells_nothing_of_the_set_up(anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    first = await anna.seen(f"/games/{game}/recap")
    assert first["turns"] == []
    assert first["since"] == first["version"]


async def test_the_difference_of_two_versions(anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    before = await actor.seen(f"/games/{game}")
    seat = (anna, brutus).index(actor)
    after = await choose(actor, game, errand("sell"))
    diff = await actor.seen(f"/games/{game}/diff?from={before['version']}&to={after['version']}")
    assert (diff["from"], diff["to"]) == (before["version"], after["version"])
    changed = {change["path"]: (change["before"], change["after"]) for change in diff["changes"]}
    state = (await actor.seen(f"/games/{game}"))["state"]
    coins = f"/public/coins/{seat}"
    assert changed[coins] == (before["state"]["public"]["coins"][seat], state["public"]["coins"][seat])
    assert changed[coins][0] != changed[coins][1]
    assert [line["version"] for turn in diff["turns"] for line in turn["lines"]] == [
        event["version"] for event in after["events"]
    ]
    same = await actor.seen(f"/games/{game}/diff?from=3&to=3")
    assert (same["turns"], same["changes"]) == ([], [])


@pytest.mark.parametrize(
    ("query", "status", "kind"),
    [
        ("diff?from=3&to=2", 400, "bad-request"),
        ("diff?from=0&to=2", 400, "bad-request"),
        ("diff?to=2", 400, "bad-request"),
        ("diff?from=1&to=9999", 404, "not-found"),
        ("timeline?limit=0", 400, "bad-request"),
        ("timeline?limit=1001", 400, "bad-request"),
        ("timeline?after=-1", 400, "bad-request"),
        ("timeline?at=9999", 404, "not-found"),
        ("timeline?lang=latin", 400, "bad-request"),
        ("scores?at=9999", 404, "not-found"),
        ("recap?since=9999", 404, "not-found"),
    ],
)
async def test_questions_without_an_answer(anna: Person, brutus: Person, query: str, status: int, kind: str) -> None:
    game = await started(anna, brutus)
    refused = refusal(await anna.get(f"/games/{game}/{query}"), status, kind)
    assert status != 404 or refused["detail"] == "This game has no version 9999 yet."


@pytest.mark.parametrize("read", READS)
async def test_a_private_game_is_told_to_its_people_alone(
    site: Site, anna: Person, brutus: Person, carus: Person, read: str
) -> None:
    game = await opened(anna, private=True)
    code = (await anna.done(f"/games/{game}/invitations"))["code"]
    await brutus.done(f"/games/{game}/seats", {"invitation": code})
    for person in (anna, brutus):
        await person.seen(f"/games/{game}/{read}")
    for person in (carus, site.stranger):
        refusal(await person.get(f"/games/{game}/{read}"), 404, "not-found")
        refusal(await person.get(f"/games/{'0' * 20}/{read}"), 404, "not-found")
    joint = "&" if "?" in read else "?"
    await site.stranger.seen(f"/games/{game}/{read}{joint}invitation={code}")


@pytest.mark.parametrize("read", ["timeline", "scores", "recap"])
async def test_a_reader_can_wait_for_a_version(anna: Person, brutus: Person, read: str) -> None:
    game, actor = await dealt(anna, brutus)
    version = (await choose(actor, game, errand("sell")))["version"]
    assert (await anna.seen(f"/games/{game}/{read}", min_version=version))["version"] == version


async def test_rounds_end_with_the_head_of_the_chain(site: Site, anna: Person, brutus: Person) -> None:
    game = await finished(site, anna, brutus)
    heads = [(line["version"], line["head"]) for line in await told(anna, game) if "head" in line]
    shown = await anna.seen(f"/games/{game}")
    assert heads == [(head["version"], head["hash"]) for head in shown["round_heads"]]
    assert heads
    assert all(earlier < later for earlier, later in pairwise(heads))


async def test_a_chair_that_changed_hands_is_told_by_who_sat_there_then(
    anna: Person, brutus: Person, carus: Person
) -> None:
    game = await opened(anna, 3)
    await brutus.done(f"/games/{game}/seats", {})
    await brutus.delete(f"/games/{game}/seats/1")
    await anna.done(f"/games/{game}/seats", {"bot": "random"})
    await anna.delete(f"/games/{game}/seats/1")
    await carus.done(f"/games/{game}/seats", {})
    texts = [line["text"] for line in await told(anna, game) if line["type"] == "SeatTaken"]
    assert texts == [f"{name} sat down." for name in (anna.name, brutus.name, "Fortuna", carus.name)]


async def test_a_game_goes_on_while_it_is_read(anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    head = (await anna.seen(f"/games/{game}/timeline"))["version"]
    await choose(actor, game, errand("sell"))
    await on_turn(game, (anna, brutus))
    more = await told(anna, game, after=head)
    assert [line["version"] for line in more] == [*range(head + 1, head + 1 + len(more))]
    assert more[0]["type"] == "ErrandRun"


async def test_a_page_tells_the_past_by_its_own_names(anna: Person, brutus: Person, carus: Person) -> None:
    game, actor = await dealt(anna, brutus, carus)
    sold = (await choose(actor, game, errand("sell")))["version"]
    await actor.done(f"/games/{game}/resign")
    before = (await told(carus, game, after=sold - 1, limit=1))[0]
    assert before["text"].startswith(f"{actor.name}: "), "a bot plays the seat now, and did not then"
    resigned = (await told(carus, game, after=sold, limit=1))[0]
    assert resigned["text"] == f"{actor.name} resigned; a bot plays on."
    diff = await carus.seen(f"/games/{game}/diff?from={sold - 2}&to={sold}")
    assert [turn["name"] for turn in diff["turns"]] == [actor.name]


async def test_what_a_view_only_counts_up_is_no_difference(anna: Person, brutus: Person) -> None:
    game: str = (await anna.done("/games", {"game": "concordia", "players": 2}))["game_id"]
    await brutus.done(f"/games/{game}/seats", {})
    actor = await on_turn(game, (anna, brutus))
    before = await actor.seen(f"/games/{game}")
    await choose(actor, game, {"type": "PlayCard", "card": "start-prefect-1"})
    await choose(actor, game)
    after = await actor.seen(f"/games/{game}")
    assert before["state"]["outlook"] != after["state"]["outlook"]
    diff = await actor.seen(f"/games/{game}/diff?from={before['version']}&to={after['version']}")
    places = {change["path"].split("/")[1] for change in diff["changes"]}
    assert "public" in places
    assert "outlook" not in places
