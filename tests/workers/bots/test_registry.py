"""One list of bots: what the server offers for a seat is what its workers can play."""

import pytest

from domain.kernel.ids import GameId
from services import bots
from services.bots import bot_references
from tests.kit.http import Json, Site, running_site
from tests.kit.processes import Server
from workers.bots.moves import play_for_bots
from workers.bots.registry import bots_by_name

NEW = "tests.kit.bad_bots:FIRST"


async def bot_failures(site: Site) -> list[str]:
    families = await site.services.jobs.figures()
    return [sample.labels["bot"] for family in families for sample in family.samples if "bot" in sample.labels]


async def takes_a_seat_and_plays(server: Server, **settings: Json) -> None:
    async with running_site(server.url, **settings) as site:
        anna = await site.person("Anna")
        game = (await anna.done("/games", {"game": "taberna", "players": 2}))["game_id"]
        await anna.done(f"/games/{game}/seats", {"bot": "first"})
        version = (await anna.seen(f"/games/{game}"))["version"]
        assert await play_for_bots(site.services, GameId(game)) == "ok"
        assert {entry.actor for entry in await site.log(game, after=version)} == {1}
        assert not await bot_failures(site), "no caretaker chose in its place"


async def test_a_bot_that_is_added_to_the_list_takes_a_seat_and_plays(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "BUILT_IN", (*bots.BUILT_IN, NEW))
    await takes_a_seat_and_plays(server)


async def test_a_bot_of_another_package_takes_a_seat_and_plays(server: Server) -> None:
    await takes_a_seat_and_plays(server, bots=(NEW,))


def test_every_bot_that_is_offered_can_be_played() -> None:
    assert [*bots_by_name([NEW])] == [*bot_references([NEW])] == [*bot_references(()), "first"]
