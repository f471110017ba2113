"""The log as each caller may see it, and the table at other versions."""

import asyncio
import hashlib
from typing import Any

import pytest

from domain.kernel import chain
from domain.kernel.ids import GameId
from tests.kit.http import Person, Site, refusal
from tests.kit.processes import PATIENCE
from tests.services.api.tables import choose, opened, options, started


async def events(person: Person, game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await person.seen(f"/games/{game}/events", limit=1000))["events"]
    return found


async def test_the_log_is_read_in_pages(anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    pages = []
    after: int | None = 0
    while after is not None:
        page = await anna.seen(f"/games/{game}/events", after=after, limit=4)
        pages.append([event["version"] for event in page["events"]])
        after = page["next"]
    assert pages == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11]]
    for beyond in (11, 12, 2**53):
        assert await anna.seen(f"/games/{game}/events", after=beyond) == {"events": [], "next": None}


@pytest.mark.parametrize(
    "query", [{"after": -1}, {"limit": 0}, {"limit": 1001}, {"after": "x"}, {"after": 2**53 + 1}, {"limit": "null"}]
)
async def test_pages_that_cannot_be(anna: Person, query: dict[str, Any]) -> None:
    game = await opened(anna)
    problem = refusal(await anna.get(f"/games/{game}/events", **query), 400, "bad-request")
    assert [error["field"] for error in problem["errors"]] == list(query)


async def test_a_sealed_value_reaches_its_seat_alone(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    chosen = (await options(anna, game))[1]
    played = await choose(anna, game, chosen)
    assert played["events"][0]["command"] == chosen
    assert played["events"][0]["data"] == {"seat": 0, "card": chosen["card"]}
    for other in (brutus, site.stranger):
        laid = (await events(other, game))[-1]
        assert set(laid["command"]) == set(laid["data"]["card"]) == {"sealed", "for"}
        assert laid["data"]["card"]["for"] == [0]
    hands = {
        one["data"]["seat"]: one["data"]["cards"] for one in await events(anna, game) if one["type"] == "HandDealt"
    }
    assert isinstance(hands[0], list)
    assert set(hands[1]) == {"sealed", "for"}
    deck = next(one for one in await events(anna, game) if one["type"] == "DeckShuffled")
    assert deck["data"]["cards"]["for"] == [], "for nobody before the end"


async def test_every_opening_is_the_committed_value_and_only_at_the_end_for_all(
    site: Site, anna: Person, brutus: Person
) -> None:
    game = await started(anna, brutus)
    await choose(anna, game)
    sealed = await events(site.stranger, game)
    await anna.done(f"/games/{game}/resign")
    opened_log = await events(site.stranger, game)
    records = {one.envelope().version: one for one in await site.services.tables.store.read(GameId(game))}
    assert chain.verify(records.values()) == opened_log[-1]["hash"]
    changed = [(before, after) for before, after in zip(sealed, opened_log, strict=False) if before != after]
    assert [before["type"] for before, _ in changed] == ["DeckShuffled", "HandDealt", "HandDealt", "CardLaid"]
    for before, after in changed:
        field = "card" if before["type"] == "CardLaid" else "cards"
        opening = records[before["version"]].openings[f"data/{field}"]
        assert (
            hashlib.sha256(opening.salt.encode() + bytes(opening.value)).hexdigest() == before["data"][field]["sealed"]
        )
        assert isinstance(after["data"][field], int | list)
        assert (before["hash"], before["prev"]) == (after["hash"], after["prev"])


async def test_the_hidden_cards_stand_in_no_answer_to_another_seat(anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    hand = (await anna.seen(f"/games/{game}"))["state"]["hand"]
    await choose(anna, game, {"type": "LayCard", "card": hand[2]})
    seen = (await brutus.seen(f"/games/{game}"))["state"]
    assert (seen["laid"], seen["hand_sizes"], seen["has_laid"]) == (None, [2, 3], [True, False])
    assert not set(seen["hand"]) & set(hand)
    assert (await anna.seen(f"/games/{game}"))["state"]["laid"] == hand[2]


async def test_the_table_at_an_earlier_version(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    newest = await anna.seen(f"/games/{game}")
    lobby = await anna.seen(f"/games/{game}", at=2)
    assert (lobby["status"], lobby["version"], lobby["state"]) == ("lobby", 2, None)
    assert lobby["head"] == (await events(anna, game))[1]["hash"]
    assert await anna.seen(f"/games/{game}", at=newest["version"]) == newest
    assert (await brutus.seen(f"/games/{game}", at=newest["version"]))["state"]["hand"] != newest["state"]["hand"]
    assert (await site.stranger.seen(f"/games/{game}", at=newest["version"]))["state"]["hand"] == []
    refusal(await anna.get(f"/games/{game}", at=newest["version"] + 1), 404, "not-found")
    for wrong in (0, -1, "x", 2**60):
        refusal(await anna.get(f"/games/{game}", at=wrong), 400, "bad-request")


async def test_a_read_that_waits_for_a_version_is_answered_when_it_comes(anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    version = (await anna.seen(f"/games/{game}"))["version"]
    waiting = asyncio.create_task(brutus.seen(f"/games/{game}", min_version=version + 1))
    for _ in range(3):  # it is answered no earlier, however often the others turn to it
        await anna.seen(f"/games/{game}")
        assert not waiting.done()
    await choose(anna, game)
    async with asyncio.timeout(PATIENCE):
        assert (await waiting)["version"] == version + 1
