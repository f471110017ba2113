"""Appends that count once replicas have them: too few is an outcome unknown, and a repeat waits for them too."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from redis.asyncio import Redis

from domain.kernel.errors import OutcomeUnknown
from services.settings.addresses import CLUSTER
from services.store import acknowledged, keys
from services.store.acknowledged import Acknowledged
from services.store.connections import connect
from services.store.events import Append, Appended, EventStore
from tests.kit.processes import Cluster
from tests.kit.replicas import Replicated, running_replicated
from tests.services.store.logs import Log
from tests.services.store.servers import AnyRedis, connected


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Replicated]:
    with running_replicated(tmp_path) as found:
        yield found


def durable(client: AnyRedis, replicas: int = 1) -> EventStore:
    return EventStore(client, acknowledged=Acknowledged(client, replicas))


async def answered(store: EventStore, batch: Append) -> Appended:
    """The answer to an append, asked for again as long as a busy machine's replica needs."""
    async with asyncio.timeout(30):
        while True:
            with suppress(OutcomeUnknown):
                return await store.append(batch)


async def test_what_was_answered_is_on_the_replica_when_the_master_dies(pair: Replicated) -> None:
    log = Log()
    async with connected(pair.master.url) as client:
        store = durable(client)
        for _ in range(20):
            batch = log.batch()
            await answered(store, batch)
            log.follow(batch)
    pair.master.kill()
    async with Redis.from_url(pair.replicas[0].url) as replica:
        assert await replica.xlen(keys.of(log.game).stream) == 20


async def test_too_few_replicas_are_an_outcome_unknown_and_the_repeat_waits_for_them(
    pair: Replicated, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acknowledged, "WAIT_MILLISECONDS", 200)
    log = Log()
    async with connected(pair.master.url) as client:
        store, batch = durable(client), log.batch()
        pair.replicas[0].freeze()
        try:
            with pytest.raises(OutcomeUnknown):
                await store.append(batch)
            assert await store.version(log.game) == 1, "the master has it: nobody knows whether it lasts"
            with pytest.raises(OutcomeUnknown):
                await store.append(batch)
            with pytest.raises(OutcomeUnknown):
                await store.remembered(log.game, batch.command)
        finally:
            pair.replicas[0].thaw()
        monkeypatch.undo()
        assert (await answered(store, batch)).repeated
        found = await store.remembered(log.game, batch.command)
        assert found is not None
        assert found.last == 1
        log.follow(batch)
        with pytest.raises(OutcomeUnknown):
            await durable(client, replicas=2).append(log.batch())


async def test_a_cluster_without_replicas_never_says_that_they_have_it(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acknowledged, "WAIT_MILLISECONDS", 50)
    client = connect(cluster.url.replace("redis://", CLUSTER))
    try:
        for _ in range(6):  # games on every master
            log = Log()
            with pytest.raises(OutcomeUnknown):
                await durable(client).append(log.batch())
            assert await durable(client).version(log.game) == 1
    finally:
        await client.aclose()
