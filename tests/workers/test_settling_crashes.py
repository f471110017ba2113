"""A store that is killed while its feed is trimmed: no entry goes before its game was settled, the rest goes later."""

import asyncio
import random
from typing import Any

import pytest

from domain.kernel.errors import OutcomeUnknown, StoreUnavailable
from domain.kernel.ids import GameId
from services.cli.rebuild import rebuild_models
from services.store import keys
from services.store.feed import RedisFeed
from tests.kit.http import running_site
from tests.kit.processes import Server
from tests.services.api.tables import dealt
from tests.workers.test_settling import Played

TABLES = 8
KILLS = 5


async def test_a_store_that_is_killed_while_its_feed_is_trimmed_forgets_no_more_than_it_may(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(5)
    async with running_site(server.url) as site:
        anna, brutus = await site.person("Anna"), await site.person("Brutus")
        played = [Played(site, *await dealt(anna, brutus), (anna, brutus)) for _ in range(TABLES)]
        await site.project()
        await played[0].notify()
        before, lists = await played[0].entries(), await played[0].lists()
        logs = {one.game: await site.log(one.game) for one in played}

        trim = RedisFeed.trim

        async def hit(feed: RedisFeed, partition: int, first: str) -> None:
            """Trim a partition, now and then while the store is killed."""
            async with asyncio.TaskGroup() as group:
                if rng.random() < 1 / 3:
                    group.create_task(asyncio.to_thread(server.kill))
                await trim(feed, partition, first)

        monkeypatch.setattr(RedisFeed, "trim", hit)
        interrupted = 0
        for _ in range(KILLS):
            try:
                await played[0].settle()
            except* (StoreUnavailable, OutcomeUnknown):
                interrupted += 1
                server.start()
            await settled_before_forgotten(played, before)
        assert interrupted
        monkeypatch.undo()

        await played[0].settle()
        assert await played[0].entries() == {number: rows[-1:] for number, rows in before.items()}
        assert {game: await site.log(game) for game in logs} == logs
        await rebuild_models(site.services, lambda _read: None)
        assert await played[0].lists() == lists


async def settled_before_forgotten(played: list[Played], before: dict[int, list[dict[bytes, bytes]]]) -> None:
    """What is left of each feed is its end, and of a game that it forgot no request can be repeated."""
    client: Any = played[0].site.services.client
    left = await played[0].entries()
    assert {number: rows[-len(left[number]) :] for number, rows in before.items()} == left
    remembered = {row[b"g"] for rows in left.values() for row in rows}
    for one in played:
        if one.game.encode() not in remembered:
            assert await client.hlen(keys.of(GameId(one.game)).commands) == 1, "only what made the game"
