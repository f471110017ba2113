"""Looking back into a log is much work for a short request: it is counted by address. So is taking back, by turn."""

import pytest

from tests.kit.http import Person, calling, refusal, running_site
from tests.kit.processes import Server
from tests.services.api.tables import choose, dealt, errand

PATHS = ["?at=1", "/options?at=1", "/events?at=1", "/timeline", "/recap", "/diff?from=1&to=2", "/scores", "/export"]
PATHS += ["/board.svg?at=9", "/board.png?at=9"]


@pytest.mark.parametrize("path", PATHS)
async def test_an_address_looks_back_so_often_and_loopback_as_often_as_it_likes(server: Server, path: str) -> None:
    async with running_site(server.url, reads_per_second=0.001) as site, calling(site, "203.0.113.7") as outside:
        anna, brutus = await site.person("Anna"), await site.person("Brutus")
        game, _ = await dealt(anna, brutus)
        for _ in range(3):
            assert (await site.http.get(f"/api/v1/games/{game}{path}")).status_code == 200
        stranger = Person(outside)
        assert (await outside.get(f"/api/v1/games/{game}{path}")).status_code == 200
        answer = await outside.get(f"/api/v1/games/{game}{path}")
        problem = refusal(answer, 429, "too-many-requests")
        assert int(answer.headers["retry-after"]) == problem["retry_after"] > 1
        assert (await stranger.get(f"/games/{game}")).status_code == 200, "the newest version is cheap"
        async with calling(site, "203.0.113.8") as another:
            assert (await another.get(f"/api/v1/games/{game}{path}")).status_code == 200


async def test_a_player_takes_back_so_often_in_a_turn(server: Server) -> None:
    async with running_site(server.url, undos_per_turn=2) as site:
        anna, brutus = await site.person("Anna"), await site.person("Brutus")
        game, actor = await dealt(anna, brutus)
        for _ in range(2):
            await choose(actor, game, errand("sell"))
            await actor.done(f"/games/{game}/undo", {})
        await choose(actor, game, errand("sell"))
        async with site.writes_nothing():
            problem = refusal(await actor.post(f"/games/{game}/undo", {}), 409, "undo-barred", reason="too_often")
        assert "as many choices as one turn allows" in problem["detail"]
