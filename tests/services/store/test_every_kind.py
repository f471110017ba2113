"""Keys of every kind, found again after a backup was restored, after a move, and in a copy on any kind of server."""

import asyncio
import time
from functools import partial
from pathlib import Path

from domain.kernel.clock import SECOND
from services.store import keys
from services.store.backups import last_backup
from services.store.copying.closing import closed
from services.store.copying.moving import Move
from services.store.copying.source import Source
from services.store.copying.target import Target
from tests.kit.command_line import acta as run
from tests.kit.http import GAMES
from tests.kit.processes import Server, running_server
from tests.services.store.conftest import Backend
from tests.services.store.samples import HOUR, assert_same, fill_every_kind, found_in
from tests.services.store.servers import AnyRedis, connected

_ENVIRON = {"ACTA_GAMES": ",".join(GAMES)}


async def acta(*words: str) -> str:
    """What a command says that must succeed."""
    done = await asyncio.to_thread(partial(run, *words, **_ENVIRON))
    assert done.returncode == 0, done.stderr
    return done.stdout


async def test_a_copy_has_keys_of_every_kind(backend: Backend, own_server: Server) -> None:
    client: AnyRedis = backend.connect()
    await client.flushall()
    try:
        packed = await fill_every_kind(client)
        async with connected(own_server.url) as other:
            target = Target(other)
            async for part in Source(client).parts():
                await target.write(part)
            assert_same(await found_in(other, packed), await found_in(client, packed))
    finally:
        await client.flushall()  # other tests use this server too, and samples hold nothing that can be read


async def test_a_backup_has_keys_of_every_kind(own_server: Server, tmp_path: Path) -> None:
    with running_server(tmp_path / "other") as other:
        async with connected(own_server.url) as source, connected(other.url) as copy:
            packed = await fill_every_kind(source)
            before = await found_in(source, packed)
            began = time.time() * SECOND
            await acta("backup", str(tmp_path / "night"), "--redis-url", own_server.url)
            assert began <= (await last_backup(source) or 0) <= time.time() * SECOND
            await acta("restore", str(tmp_path / "night"), "--redis-url", other.url)
            assert_same(await found_in(copy, packed), before)


async def test_a_move_takes_keys_of_every_kind_along(own_server: Server, tmp_path: Path) -> None:
    with running_server(tmp_path / "other") as other:
        async with connected(own_server.url) as source, connected(other.url) as copy:
            packed = await fill_every_kind(source)
            await acta("migrate-store", other.url, "--redis-url", own_server.url)
            assert_same(await found_in(copy, packed), await found_in(source, packed))


async def test_a_move_takes_along_how_long_a_key_lives_since_it_was_copied(own_server: Server, tmp_path: Path) -> None:
    longer, for_ever, shorter = (keys.KeyKind.LANE.key(lane=name) for name in ("a", "b", "c"))
    with running_server(tmp_path / "other") as other:
        async with connected(own_server.url) as source, connected(other.url) as copy:
            for name in (longer, for_ever, shorter):
                await source.rpush(name, "waits")
                await source.pexpire(name, HOUR)
            move = Move(source, Target(copy))
            await move.copy()
            await source.pexpire(longer, 3 * HOUR)
            await source.persist(for_ever)
            await source.pexpire(shorter, HOUR // 2)
            async with closed(source):
                await move.copy()
            assert HOUR < await copy.pttl(longer) <= 3 * HOUR
            assert await copy.pttl(for_ever) == -1
            assert 0 < await copy.pttl(shorter) <= HOUR // 2
