"""A game can be looked at as of every version of its log, those within its set-up too."""

import pytest

from domain.registry import GAMES
from tests.kit.http import Person, Site, refusal
from tests.services.api.tables import opened

SLUGS = ["taberna", *(game.meta.slug for game in GAMES)]


@pytest.mark.parametrize("slug", SLUGS)
async def test_every_version_of_an_opening_can_be_seen(anna: Person, brutus: Person, slug: str) -> None:
    game: str = (await anna.done("/games", {"game": slug, "players": 2}))["game_id"]
    await brutus.done(f"/games/{game}/seats", {})
    newest = await anna.seen(f"/games/{game}")
    shown = [await anna.seen(f"/games/{game}", at=version) for version in range(1, newest["version"] + 1)]
    assert shown[-1] == newest
    types = [event["type"] for event in (await anna.seen(f"/games/{game}/events"))["events"]]
    begun = types.index("GameStarted")
    assert [answer["state"] is None for answer in shown] == [number < begun for number in range(len(shown))]
    assert all(answer["version"] >= number for number, answer in enumerate(shown, 1)), "a set-up is shown whole"
    for version in range(1, newest["version"] + 1):
        assert (await anna.get(f"/games/{game}/options", at=version)).status_code == 200
        await _differs_as_it_tells(anna, game, version)


async def _differs_as_it_tells(anna: Person, game: str, version: int) -> None:
    """The lines of a difference end with the version that its changes lead to."""
    diff = await anna.seen(f"/games/{game}/diff?from=1&to={version}")
    timeline = await anna.seen(f"/games/{game}/timeline", after=1, limit=1000, at=diff["to"])
    assert diff["turns"] == timeline["turns"]
    assert diff["to"] == (await anna.seen(f"/games/{game}", at=version))["version"]


async def test_a_choice_on_half_a_set_up_is_stale(site: Site, anna: Person, brutus: Person) -> None:
    game = await opened(anna)
    await brutus.done(f"/games/{game}/seats", {})
    newest = await anna.seen(f"/games/{game}")
    (option, *_) = (await anna.seen(f"/games/{game}/options"))["options"]
    async with site.writes_nothing():
        for version in range(1, newest["version"]):
            body = {"commands": [option["command"]], "expected_version": version}
            refusal(await anna.post(f"/games/{game}/commands", body), 409, "stale-version")
