"""What is left in the log after its server was killed or its files were damaged. All on real servers."""

import asyncio
import random
import shutil
from contextlib import suppress
from pathlib import Path
from typing import cast

import pytest
from redis.crc import key_slot

from domain.kernel import chain
from domain.kernel.errors import BadRecord, OutcomeUnknown, StoreUnavailable
from domain.kernel.ids import GameId
from services.bootstrap import build
from services.engine.errors import EngineError
from services.settings import Secret, Settings
from services.settings.addresses import CLUSTER
from services.store import keys
from services.store.client import Client
from services.store.connections import connect
from services.store.events import Append, Appended, EventStore
from tests.kit.processes import MASTERS, PATIENCE, SLOTS, Cluster, Server, running_server
from tests.services.store.logs import Log
from tests.services.store.servers import append_only_file, assert_sound, connected, cut_tail


async def test_what_was_acknowledged_outlives_a_killed_server(own_server: Server) -> None:
    rounds, each, writers = 5, 60, 6
    told: dict[GameId, dict[str, Appended]] = {}
    unknown = 0

    def acknowledge(game: GameId, batch: Append, appended: Appended) -> None:
        """Every so often kill -9 and restart, while the other writers wait for their answers."""
        told[game][batch.command.key] = appended
        if sum(map(len, told.values())) % each == 0:
            own_server.kill()
            own_server.start()

    async def write(store: EventStore, log: Log) -> None:
        nonlocal unknown
        sizes = random.Random(log.game)
        told[log.game] = {}
        for _ in range(rounds * each // writers):
            batch = log.batch(size=sizes.randint(1, 4), due=1.0)
            appended = None
            while appended is None:
                try:
                    appended = await store.append(batch)
                except OutcomeUnknown:
                    unknown += 1
            log.follow(batch)
            acknowledge(log.game, batch, appended)

    async with connected(own_server.url) as client:
        logs = [Log() for _ in range(writers)]
        await asyncio.gather(*(write(EventStore(client), log) for log in logs))

    assert unknown >= rounds, "no append was under way when the server was killed"
    async with connected(own_server.url) as client:
        for log in logs:
            await assert_sound(client, log.game, told[log.game])


async def test_a_cluster_that_lost_a_master_has_no_other_answers_than_ours(cluster: Cluster) -> None:
    lost = cluster.nodes[1]
    log = next(log for log in iter(Log, None) if master_of(log.game) == 1)
    batch = log.batch()
    client = connect(cluster.url.replace("redis://", CLUSTER))
    store = EventStore(cast("Client", client))
    await store.games()
    lost.kill()
    try:
        with pytest.raises(OutcomeUnknown):
            await store.append(batch)
        with pytest.raises(StoreUnavailable):
            await store.read(log.game)
    finally:
        lost.start()

    async with asyncio.timeout(PATIENCE):  # a master that comes back asks the others first
        answer = None
        while answer is None:
            with suppress(OutcomeUnknown):
                answer = await store.append(batch)
    assert await store.read(log.game) == batch.records
    await client.aclose()
    cluster.wait_until_agreed()  # other tests use it too, by other nodes


async def test_many_may_ask_a_cluster_at_once_as_soon_as_it_is_opened(cluster: Cluster, server: Server) -> None:
    games = Secret(cluster.url.replace("redis://", CLUSTER))
    for _ in range(20):
        services = build(Settings(redis_url=games, queue_url=Secret(server.url)))
        await services.open()
        store = services.tables.store
        asked = (store.version(GameId(f"game {number}")) for number in range(keys.PARTITIONS))
        assert set(await asyncio.gather(*asked)) == {0}
        await services.close()


def master_of(game: GameId) -> int:
    return key_slot(keys.of(game).stream.encode()) * MASTERS // SLOTS


async def written_and_stopped(server: Server, batches: int) -> tuple[Log, dict[str, Appended]]:
    """A log of batches of 1 to 3 events; the server is stopped afterwards."""
    log = Log()
    told = {}
    async with connected(server.url) as client:
        for number in range(batches):
            batch = log.batch(size=1 + number % 3, due=float(number))
            told[batch.command.key] = await EventStore(client).append(batch)
            log.follow(batch)
    server.stop()
    return log, told


async def test_a_cut_tail_costs_whole_commands_only(own_server: Server, tmp_path: Path) -> None:
    log, told = await written_and_stopped(own_server, 20)
    cuts = sorted(random.Random(8).sample(range(1, 2000), 10))
    kept = []
    for cut in cuts:
        copy = tmp_path / f"cut {cut}"
        shutil.copytree(own_server.plan.folder / "appendonlydir", copy / "appendonlydir")
        cut_tail(copy, cut)
        with running_server(copy) as server:
            async with connected(server.url) as client:
                kept.append(await EventStore(client).version(log.game))
                left = {key: appended for key, appended in told.items() if appended.last <= kept[-1]}
                await assert_sound(client, log.game, left)
    assert kept == sorted(kept, reverse=True)
    assert log.version > kept[0] > kept[-1] > 0


@pytest.mark.parametrize("word", [b"CardLaid", b'"step":0', b'"at":"2'])
async def test_an_altered_byte_is_loaded_silently_and_found_by_the_chain(own_server: Server, word: bytes) -> None:
    log, _ = await written_and_stopped(own_server, 6)
    file = append_only_file(own_server.plan.folder)
    content = bytearray(file.read_bytes())
    place = content.index(word, len(content) // 2) + len(word) - 1
    content[place] ^= 1
    file.write_bytes(content)
    own_server.start()

    async with connected(own_server.url) as client:
        records = await EventStore(client).read(log.game)
    assert len(records) == log.version
    with pytest.raises(BadRecord):
        chain.verify(records)


async def test_a_file_whose_framing_is_damaged_is_not_loaded(own_server: Server) -> None:
    await written_and_stopped(own_server, 6)
    file = append_only_file(own_server.plan.folder)
    content = bytearray(file.read_bytes())
    place = content.index(b"*", len(content) // 2)
    content[place : place + 64] = bytes(64)
    file.write_bytes(content)

    with pytest.raises(EngineError, match="Bad file format"):
        own_server.start()
