"""What is left of a log that was being packed when a process or a server was killed, or files were cut. All real."""

import asyncio
import random
import shutil
import signal
from contextlib import suppress
from pathlib import Path
from typing import cast

import pytest
from redis.asyncio import Redis

from domain.kernel import chain
from domain.kernel.errors import OutcomeUnknown, StoreUnavailable
from services.store.acknowledged import Acknowledged
from services.store.client import Client
from services.store.events import Append, Appended, EventStore
from tests.kit.processes import Server, running_server, running_tree
from tests.kit.replicas import running_replicated
from tests.services.store.logs import Log
from tests.services.store.servers import AnyRedis, append_only_file, assert_sound, connected, cut_tail


async def written(store: EventStore, log: Log, size: int) -> tuple[str, Appended]:
    """Append a batch, asked for again until it is answered."""
    batch = log.batch(size=size)
    appended = await answered(store, batch)
    log.follow(batch)
    return batch.command.key, appended


async def answered(store: EventStore, batch: Append) -> Appended:
    async with asyncio.timeout(30):
        while True:
            with suppress(OutcomeUnknown):
                return (await store.append(batch))._replace(repeated=False)
            await asyncio.sleep(0.01)


async def packed(store: EventStore, log: Log) -> int:
    return (await store.packer.packed(log.game)).until


async def test_a_packer_that_is_killed_anywhere_leaves_the_log_whole(own_server: Server, tmp_path: Path) -> None:
    rng, log = random.Random(3), Log()
    told: dict[str, Appended] = {}
    async with connected(own_server.url) as client:
        store = EventStore(client)
        told |= [await written(store, log, 40)]
        reached = set()
        for number in range(8):
            words = ["-m", "tests.kit.packing_process", own_server.url, log.game]
            with running_tree(words, tmp_path / f"packer {number}") as packer:
                await asyncio.to_thread(packer.wait_until_it_says, "packing")
                before, more = await packed(store, log), rng.randint(1, 12)
                while more > 0 or await packed(store, log) == before:
                    told |= [await written(store, log, rng.randint(1, 30))]
                    more -= 1
                packer.end(signal.SIGKILL)
            await assert_sound(client, log.game, told)
            reached.add(await packed(store, log))
        assert len(reached) == 8, "each packed something"


async def test_a_server_that_is_killed_anywhere_keeps_the_log_whole(own_server: Server) -> None:
    rng, log = random.Random(4), Log()
    told: dict[str, Appended] = {}
    done = asyncio.Event()
    async with connected(own_server.url) as client, connected(own_server.url) as other:
        store = EventStore(client)
        told |= [await written(store, log, 40)]

        async def pack() -> int:
            lines, packer = 0, EventStore(other)
            while not done.is_set():
                with suppress(StoreUnavailable):
                    lines += await packer.packer.pack(log.game, await packer.version(log.game) - 1)
                await asyncio.sleep(0)
            return lines

        def kill(killed: asyncio.Event) -> None:
            own_server.kill()
            own_server.start()
            killed.set()

        packing = asyncio.create_task(pack())
        for _ in range(6):
            killed = asyncio.Event()
            asyncio.get_running_loop().call_later(rng.random() / 20, kill, killed)
            while not killed.is_set():
                told |= [await written(store, log, rng.randint(1, 20))]
            told |= [await written(store, log, 1)]
            await assert_sound(client, log.game, told)
        done.set()
        assert await packing > 100
        await assert_sound(client, log.game, told)


async def test_a_tail_that_is_cut_off_takes_whole_pages_back_with_it(own_server: Server, tmp_path: Path) -> None:
    log, sizes = Log(), []
    async with connected(own_server.url) as client:
        store = EventStore(client)
        file = append_only_file(own_server.plan.folder)
        for number in range(1, 7):
            await written(store, log, 50)
            sizes.append(file.stat().st_size)
            assert await store.packer.pack(log.game, 50 * number - 7) > 0
            sizes.append(file.stat().st_size)
        lines = await store.read(log.game)
    own_server.stop()
    ends = sorted({sizes[-1] - at for size in sizes[6:] for at in (size - 300, size - 40, size - 1, size)} - {0})
    seen = set()
    for cut in random.Random(2).sample(ends, 8):
        copy = tmp_path / f"cut {cut}"
        shutil.copytree(own_server.plan.folder / "appendonlydir", copy / "appendonlydir")
        cut_tail(copy, cut)
        with running_server(copy) as server:
            async with connected(server.url) as client:
                left, version = EventStore(client), await EventStore(client).version(log.game)
                assert await left.read(log.game) == lines[:version]
                assert chain.verify(lines[:version]) == await left.head(log.game)
                seen.add((version, await packed(left, log)))
    assert len(seen) > 3
    assert any(version - until > 7 for version, until in seen), "between an append and its pages"


@pytest.mark.parametrize("waits", [False, True])
async def test_a_replica_that_takes_over_has_every_line(tmp_path: Path, waits: bool) -> None:
    """Packing waits for nobody: whether the replica has the page already or still the lines, it has the log."""
    log = Log()
    told: dict[str, Appended] = {}
    with running_replicated(tmp_path) as pair:
        async with connected(pair.master.url) as client:
            store = EventStore(client, acknowledged=Acknowledged(client, 1))
            for number in range(1, 9):
                told |= [await written(store, log, 40)]
                await store.packer.pack(log.game, 40 * number - 3)
            if waits:
                await _replicated(client)
        pair.master.kill()
        async with Redis.from_url(pair.replicas[0].url) as replica:
            await assert_sound(replica, log.game, told)
            until = await packed(EventStore(cast("Client", replica)), log)
            assert until == 317 if waits else until in {277, 317}


async def _replicated(client: AnyRedis) -> None:
    async with asyncio.timeout(20):
        while not await client.wait(1, 1000):
            pass
