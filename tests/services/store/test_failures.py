"""What the store says when its server does not answer or has no room, and what a repeat then finds."""

from collections.abc import Callable
from typing import Any

import pytest

from domain.kernel.errors import OutcomeUnknown, StoreFull, StoreUnavailable
from domain.kernel.ids import GameId, UserId, Version
from domain.kernel.match import Match
from services.store import keys
from services.store.drafts import Draft, Drafts
from services.store.events import Appended, CommandKey, EventStore
from services.store.snapshots import Snapshots
from tests.kit.lossy_proxy import lossy_proxy
from tests.kit.processes import Server
from tests.kit.taberna import GAME
from tests.services.store.logs import SECRET, Log, written
from tests.services.store.servers import assert_sound, connected

READS: dict[str, Callable[[EventStore, GameId], Any]] = {
    "read": lambda store, game: store.read(game),
    "version": lambda store, game: store.version(game),
    "head": lambda store, game: store.head(game),
    "secret": lambda store, game: store.secret(game),
    "remembered": lambda store, game: store.remembered(game, CommandKey("k", "b")),
    "games": lambda store, _: store.games(),
    "owed": lambda store, _: store.owed(1.0),
}


async def test_a_server_that_is_gone(own_server: Server) -> None:
    log = Log()
    async with connected(own_server.url) as client:
        store = EventStore(client)
        await store.append(log.batch())
        own_server.kill()

        with pytest.raises(OutcomeUnknown):
            await store.append(log.batch())
        for read in READS.values():
            with pytest.raises(StoreUnavailable):
                await read(store, log.game)
        await Snapshots(client).save(log.game, Match(GAME, SECRET), log.version, log.head)  # costs only time


async def test_a_server_that_is_frozen_may_have_written(own_server: Server) -> None:
    log = Log()
    async with connected(own_server.url, patience=1) as client:
        store = EventStore(client)
        await store.append(first := log.batch())
        log.follow(first)
        batch = log.batch(size=2)

        own_server.freeze()
        with pytest.raises(OutcomeUnknown):
            await store.append(batch)
        with pytest.raises(StoreUnavailable):
            await store.read(log.game)
        own_server.thaw()

        again = await store.append(batch)
        assert (again.first, again.last) == (2, 3)
        await assert_sound(client, log.game, {first.command.key: written(1, 1), batch.command.key: again})


@pytest.mark.parametrize("retries", [0, 1], ids=["the caller repeats", "the client repeats"])
async def test_a_lost_reply_is_written_once(own_server: Server, retries: int) -> None:
    log = Log()
    told: dict[str, Appended] = {}
    lost = range(2, 200, 2)
    with lossy_proxy(own_server.plan.socket, b"EVALSHA", lost) as proxy:
        async with connected(proxy.url, retries=retries) as client:
            store = EventStore(client)
            await teach(store)
            for number in range(50):
                batch = log.batch(size=1 + number % 3)
                if not retries:
                    with pytest.raises(OutcomeUnknown):
                        await store.append(batch)
                answer = await store.append(batch)
                assert answer == written(log.version + 1, log.version + len(batch.records), repeated=True)
                told[batch.command.key] = answer
                log.follow(batch)
    async with connected(own_server.url) as client:
        await assert_sound(client, log.game, told)


async def teach(store: EventStore) -> None:
    """The server learns the script from this append, so that every later one is a single EVALSHA."""
    await store.append(Log().batch())


async def test_full_memory_refuses_whole_appends_and_recovers(own_server: Server) -> None:
    log = Log()
    told: dict[str, Appended] = {}
    async with connected(own_server.url) as client:
        store, drafts, snapshots = EventStore(client), Drafts(client), Snapshots(client)
        await client.config_set("maxmemory", 3_000_000)
        while True:
            batch = log.batch(size=200)
            try:
                told[batch.command.key] = await store.append(batch)
            except StoreFull:
                break
            log.follow(batch)

        await assert_sound(client, log.game, told)
        await client.config_set("maxmemory", 1)  # not even a small write has room now
        with pytest.raises(StoreFull):
            await drafts.put(log.game, UserId("anna"), Draft(Version(1), ()))
        await snapshots.save(log.game, Match(GAME, SECRET), log.version, log.head)  # costs only time
        assert not await client.exists(keys.snapshots(log.game))

        await client.config_set("maxmemory", 0)
        told[batch.command.key] = await store.append(batch)
        await assert_sound(client, log.game, told)
