"""Words that are cached of a log are those that would be found anew: for whom, and by which names."""

from typing import Any

import pytest

from services.queries import timeline
from tests.kit.http import PASSWORD, Json, Person, Site
from tests.services.api.tables import choose, started
from tests.services.queries.test_history import finished


@pytest.fixture(autouse=True)
def _cache_short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeline, "_WORTH_CACHING", 1)


async def recap(person: Person, game: str, **query: Json) -> Any:  # noqa: ANN401 - JSON
    return await person.seen(f"/games/{game}/recap", since=0, **query)


def telling(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts how many lines are told anew."""
    told: list[int] = []
    page_in_words = timeline._page_in_words  # noqa: SLF001 - what is saved

    async def counted(*args: Any, **named: Any) -> Any:  # noqa: ANN401 - as it is
        told.append(len(args[1]))
        return await page_in_words(*args, **named)

    monkeypatch.setattr(timeline, "_page_in_words", counted)
    return told


async def test_a_part_is_told_once_to_all_who_may_see_the_same(
    site: Site, anna: Person, brutus: Person, carus: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await finished(site, anna, brutus)
    told = telling(monkeypatch)
    first = await recap(carus, game)
    assert len(told) == 1
    assert await recap(carus, game) == first
    assert len(told) == 1
    german = await recap(carus, game, lang="de")
    assert len(told) == 2
    assert german["turns"] != first["turns"]


async def test_each_seat_is_told_what_is_sealed_for_it_alone(anna: Person, brutus: Person, carus: Person) -> None:
    game = await started(anna, brutus)
    for _ in range(2):
        for person in (anna, brutus, carus):
            turns = (await recap(person, game))["turns"]
            hands = [line["text"] for turn in turns for line in turn["lines"] if line["type"] == "HandDealt"]
            assert [text.endswith("was dealt a hand.") for text in hands].count(False) == (person is not carus)
            own = [text for text in hands if text.startswith(person.name)]
            assert not any(text.endswith("was dealt a hand.") for text in own)


async def test_what_happens_next_is_told_too(anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    before = await recap(anna, game)
    for person in (anna, brutus):
        await choose(person, game)
    after = await recap(anna, game)
    assert after["version"] > before["version"]
    assert sum(len(turn["lines"]) for turn in after["turns"]) > sum(len(turn["lines"]) for turn in before["turns"])


async def test_somebody_who_is_called_otherwise_is_told_so(site: Site, anna: Person, brutus: Person) -> None:
    game = await finished(site, anna, brutus)
    before = str(await recap(brutus, game))
    assert anna.name in before
    new = anna.name[::-1]
    assert (await anna.put("/me/name", {"name": new, "password": PASSWORD})).is_success
    after = str(await recap(brutus, game))
    assert anna.name not in after
    assert new in after
