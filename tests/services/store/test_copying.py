"""Copies of a store: on one server and on a cluster, every kind of key, from any of them to any other."""

import gzip
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from domain.kernel.ids import GameId, UserId
from services.store import keys
from services.store.copying import contents
from services.store.copying.backup_file import FORM, FORM_WITH_ARCHIVE, BadBackup, new_backup, read_backup
from services.store.copying.contents import ArchivedLog, Feed, Header, Log, Part
from services.store.copying.source import Source
from services.store.copying.target import Target
from services.store.events import EventStore
from tests.kit.appended_match import played_with_undos
from tests.kit.processes import Server
from tests.services.store.conftest import Backend
from tests.services.store.servers import AnyRedis, connected


def test_every_kind_of_key_is_copied_in_its_turn_or_left_out() -> None:
    groups = (contents.EFFECTS, contents.LOGS, contents.FEEDS, contents.CAUSES, contents.DERIVED)
    assert sorted(kind for group in groups for kind in group) == sorted(keys.KeyKind)


async def fill(client: AnyRedis) -> None:
    user = UserId("0" * 32)
    await client.hset(keys.account(user), mapping={"name": "Livia", "é": b"\xff\x00"})
    await client.set(keys.name("livia", 0), user, px=60_000)
    await client.sadd(keys.muted_people(user), "b", "a")
    await client.zadd(keys.KeyKind.GUESTS, {f"g{n}": n + 0.25 for n in range(1200)})
    for appended in (played_with_undos(seed) for seed in range(3)):
        for batch in appended.appends:
            await EventStore(client).append(batch._replace(due=1234.5))
        await client.xadd(keys.talk(appended.game_id).stream, {"by": "0", "text": "Ave"}, id="7-0")


async def parts_of(client: AnyRedis) -> list[Part]:
    return [part async for part in Source(client).parts()]


def comparable(parts: list[Part]) -> list[Part]:
    """Without times to live, which pass, and with feeds as one."""
    feeds = [Feed(0, [row for part in parts if isinstance(part, Feed) for row in part.entries])]
    others = [part for part in parts if not isinstance(part, Feed)]
    return [msgspec.structs.replace(p, ttl=p.ttl // 60_000) if hasattr(p, "ttl") else p for p in others] + feeds


async def test_a_copy_of_a_store_is_the_same_store(backend: Backend, own_server: Server, tmp_path: Path) -> None:
    client: AnyRedis = backend.connect()
    await client.flushall()
    await fill(client)
    there = await parts_of(client)
    with new_backup(tmp_path / "copy") as writer:
        for part in there:
            writer.add(part)
        writer.end()
    async with connected(own_server.url) as other:
        target = Target(other)
        assert await target.is_empty()
        for found in read_backup(tmp_path / "copy"):
            await target.write(found)
        assert not await target.is_empty()
        here = await parts_of(other)
        assert 0 < await other.pttl(keys.name("livia", 0)) <= 60_000
    assert comparable(here) == comparable(there)
    logs = [part for part in here if isinstance(part, Log)]
    assert len(logs) == 3
    for log in logs:
        log.require_sound()
        assert log.due == "1234.5"


async def test_the_feed_of_a_copy_tells_nothing_that_the_copy_does_not_have(own_server: Server) -> None:
    async with connected(own_server.url) as client:
        store, appended = EventStore(client), played_with_undos(1)
        half = len(appended.appends) // 2
        for batch in appended.appends[:half]:
            await store.append(batch)
        log = await Source(client).log(appended.game_id)
        for batch in appended.appends[half:]:
            await store.append(batch)
        reached = {appended.game_id: log.version}
        partition = keys.partition_of(appended.game_id)
        rows = [row async for part in Source(client).feed(partition, reached) for row in part.entries]
    assert [int(row[4]) for row in rows] == [batch.version + len(batch.records) for batch in appended.appends[:half]]


def test_a_backup_that_is_cut_or_altered_is_none(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    with new_backup(whole) as writer:
        writer.add(Feed(0, [[b"1-0", b"g", b"x", b"v", b"1"]]))
        writer.end()
    assert len([*read_backup(whole)]) == 1
    assert whole.stat().st_mode & 0o077 == 0, "it holds secrets"
    content = gzip.decompress(whole.read_bytes())
    cut = [content[:size] for size in range(len(content))]
    altered = [content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :] for at in range(len(content))]
    for spoilt in map(gzip.compress, cut + altered):
        (tmp_path / "spoilt").write_bytes(spoilt)
        with pytest.raises(BadBackup):
            list(read_backup(tmp_path / "spoilt"))


@pytest.mark.parametrize("with_archive", [False, True])
def test_only_a_backup_with_files_of_the_archive_is_of_the_form_that_earlier_releases_refuse(
    tmp_path: Path, *, with_archive: bool
) -> None:
    log = ArchivedLog(GameId("g"), b"file")
    with new_backup(tmp_path / "copy", FORM_WITH_ARCHIVE if with_archive else FORM) as writer:
        if with_archive:
            writer.add(log)
        writer.end()
    content = gzip.decompress((tmp_path / "copy").read_bytes())
    header = msgspec.msgpack.decode(content[4 : 4 + int.from_bytes(content[:4])], type=Header)
    assert header.form == 1 + with_archive
    assert [*read_backup(tmp_path / "copy")] == [log] * with_archive


def test_a_backup_of_another_form_is_refused(tmp_path: Path) -> None:
    with new_backup(tmp_path / "copy", 3) as writer:
        writer.end()
    with pytest.raises(BadBackup, match="another form"):
        list(read_backup(tmp_path / "copy"))


def test_two_that_write_one_backup_at_once_leave_a_whole_one(tmp_path: Path) -> None:
    """As when a nightly one takes longer than a day."""
    file, mine, others = tmp_path / "copy", Feed(0, []), Feed(1, [])
    writing = ExitStack()
    slow = writing.enter_context(new_backup(file))
    slow.add(mine)
    with new_backup(file) as quick:
        quick.add(others)
        quick.end()
    slow.end()
    with pytest.raises(FileExistsError):
        writing.close()
    assert [*read_backup(file)] == [others]
    assert [*tmp_path.iterdir()] == [file]


def test_where_files_have_one_name_only_a_backup_appears_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "no links here")

    monkeypatch.setattr("os.link", refuse)
    with new_backup(tmp_path / "copy") as writer:
        writer.end()
    assert [path.name for path in tmp_path.iterdir()] == ["copy"]
    assert [*read_backup(tmp_path / "copy")] == []


def test_a_backup_never_replaces_a_file_and_leaves_none_behind_when_it_fails(tmp_path: Path) -> None:
    (tmp_path / "there").touch()
    with pytest.raises(FileExistsError), new_backup(tmp_path / "there"):
        pass
    with pytest.raises(ZeroDivisionError), new_backup(tmp_path / "new"):
        _ = 1 / 0
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
