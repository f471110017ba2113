"""Quotas: how much one person may have. Others do not feel them, and a repeat is answered all the same."""

from collections.abc import Iterator

import pytest

from tests.kit.http import Person, Site, refusal, running_site
from tests.kit.processes import Server, running_server
from tests.services.api.tables import opened, started

TABLE = {"game": "taberna", "players": 2}
BOT = {"bot": "random"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of their own: others hold games that cannot be projected."""
    with running_server(tmp_path_factory.mktemp("redis"), fsync="everysec") as one:
        yield one


async def people(site: Site) -> tuple[Person, Person]:
    return await site.person("Anna"), await site.person("Brutus")


async def test_open_tables_are_bounded_until_one_is_over(server: Server) -> None:
    async with running_site(server.url, open_tables=2) as site:
        anna, brutus = await people(site)
        first = await opened(anna)
        await anna.done("/games", TABLE, key="second")
        await site.project()
        async with site.writes_nothing():
            refusal(await anna.post("/games", TABLE), 409, "too-many-tables", reason="open_tables")
            assert (await anna.done("/games", TABLE, key="second"))["repeated"]
        await opened(brutus)
        await anna.delete(f"/games/{first}/seats/0")
        await site.project()
        await opened(anna)


async def test_new_tables_are_bounded_by_the_hour(server: Server) -> None:
    async with running_site(server.url, tables_per_hour=2) as site:
        anna, brutus = await people(site)
        for _ in range(2):
            await opened(anna)
        async with site.writes_nothing():
            answer = await anna.post("/games", TABLE)
        problem = refusal(answer, 429, "too-many-requests")
        assert 3000 < int(answer.headers["retry-after"]) == problem["retry_after"] <= 3600
        await opened(brutus)


async def test_running_games_with_bots_are_bounded(server: Server) -> None:
    async with running_site(server.url, bot_tables=1) as site:
        anna, brutus = await people(site)
        await anna.done(f"/games/{await opened(anna)}/seats", BOT)
        await site.project()
        waiting = await opened(anna)
        async with site.writes_nothing():
            refusal(await anna.post(f"/games/{waiting}/seats", BOT), 409, "too-many-tables", reason="bot_tables")
        await brutus.done(f"/games/{waiting}/seats", {})


async def test_what_if_games_are_bounded(server: Server) -> None:
    async with running_site(server.url, open_branches=1) as site:
        anna, brutus = await people(site)
        game = await started(anna, brutus)
        at = {"at": (await anna.seen(f"/games/{game}"))["version"], "bot": "random"}
        await anna.done(f"/games/{game}/branch", at)
        await site.project()
        async with site.writes_nothing():
            refusal(await anna.post(f"/games/{game}/branch", at), 409, "too-many-tables", reason="open_branches")
        await brutus.done(f"/games/{game}/branch", at)


async def test_a_rematch_is_one_more_table(server: Server) -> None:
    async with running_site(server.url, open_tables=1) as site:
        anna, brutus = await people(site)
        game = await started(anna, brutus)
        await anna.done(f"/games/{game}/resign")
        await opened(anna)
        await site.project()
        refusal(await anna.post(f"/games/{game}/rematch"), 409, "too-many-tables", reason="open_tables")
        again = await brutus.done(f"/games/{game}/rematch")
        assert await anna.done(f"/games/{game}/rematch") == again, "one that was opened already is no new one"
