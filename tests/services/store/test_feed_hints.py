"""Hints of the feed: what is written while the subscription begins is looked for once it has begun."""

import asyncio
from typing import Any, cast

from services.store import keys
from services.store.client import Client
from services.store.connections import connect, subscriber
from services.store.feed import RedisFeed
from tests.kit.processes import Server


async def test_everything_is_looked_at_once_the_subscription_has_begun(server: Server) -> None:
    client, listening = connect(server.url), subscriber(server.url)
    hints: Any = RedisFeed(cast("Client", client), listening, poll_seconds=3600).hints()
    try:
        assert len(await anext(hints)) == keys.PARTITIONS, "what was written before"
        async with asyncio.timeout(20):
            assert len(await anext(hints)) == keys.PARTITIONS, "what was written meanwhile"
    finally:
        await hints.aclose()
        await listening.aclose()
        await client.aclose()
