"""Packed logs, on every kind of server: readers and writers notice nothing, whatever is packed and whenever."""

import asyncio
import random
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from redis.exceptions import ResponseError

from domain.kernel import chain
from domain.kernel.envelope import Record
from domain.kernel.errors import BadRecord, StaleVersion
from domain.kernel.ids import GameId, Version
from services.store import keys, pages
from services.store.archive import Archive
from services.store.client import Client
from services.store.copying.source import Source
from services.store.events import CommandKey, EventStore
from services.store.log_reader import LogReader
from services.store.packing import LogPacker, Packed
from services.store.short_lines import NotPackable
from tests.services.store.conftest import Backend
from tests.services.store.logs import Log, written
from tests.services.store.servers import AnyRedis

BEFORE_PAGES = Path(__file__).parent / "append-before-pages.lua"
"""The append script of the release that knew no pages."""


@pytest.fixture
def packer(client: Client) -> LogPacker:
    return LogPacker(client)


async def grown(store: EventStore, log: Log, size: int) -> list[Record]:
    """Append a batch of so many lines."""
    batch = log.batch(size=size)
    await store.append(batch)
    log.follow(batch)
    return list(batch.records)


async def in_stream(client: Client, game: GameId) -> list[int]:
    """The versions whose lines still stand in the stream."""
    return [int(id_.partition(b"-")[0]) for id_, _ in await client.xrange(keys.of(game).stream)]


async def assert_reads(store: EventStore, game: GameId, log: Sequence[Record], places: Sequence[int]) -> None:
    """Whatever is read, from any of these places on and as much as one likes, is what was written."""
    assert await store.version(game) == len(log)
    assert await store.head(game) == log[-1].hash()
    assert await store.read(game) == log
    assert await store.read(game, -1, 2) == log[:2]  # before the first there is nothing
    assert await store.read(game, 2**62) == []
    for after in places:
        assert await store.read(game, after) == log[after:]
        for limit in (0, 1, 7, pages.LINES, 600):
            assert await store.read(game, after, limit) == log[after : after + limit]
        if after:
            assert (await store.load(game, Version(after))).records == log[:after]
    assert (await store.load(game)).records == log


@pytest.mark.parametrize("seed", range(3))
async def test_a_log_packed_anywhere_reads_as_it_was_written(
    store: EventStore, packer: LogPacker, client: Client, seed: int
) -> None:
    rng, log = random.Random(seed), Log()
    lines = await grown(store, log, rng.randint(2, 300))
    packed = 0
    for _ in range(5):
        until = rng.randint(packed, len(lines) - 1)
        assert await packer.pack(log.game, until) == until - packed
        packed = until
        assert await in_stream(client, log.game) == list(range(packed + 1, len(lines) + 1))
        places = {0, max(packed - 1, 0), packed, len(lines) - 1, len(lines), len(lines) + 3, rng.randint(0, len(lines))}
        await assert_reads(store, log.game, lines, sorted(places))
        lines += await grown(store, log, rng.randint(1, 200))
        await assert_reads(store, log.game, lines, [packed])
    assert chain.verify(await store.read(log.game)) == log.head


async def test_the_newest_line_stays_in_the_stream(store: EventStore, packer: LogPacker, client: Client) -> None:
    log = Log()
    lines = await grown(store, log, 10)
    for until in (10, 11, 400):
        assert await packer.pack(log.game, until) == 0
    assert await packer.pack(log.game, 9) == 9
    assert await packer.pack(log.game, 9) == 0
    assert await in_stream(client, log.game) == [10]
    assert await packer.packed(log.game) == Packed(9, 0)
    await assert_reads(store, log.game, lines, range(12))


async def test_appends_to_a_packed_log_are_held_to_the_same(
    store: EventStore, packer: LogPacker, client: Client
) -> None:
    log, command = Log(), CommandKey("once", "body")
    first = log.batch(size=4, key=command)
    assert await store.append(first) == written(1, 4)
    log.follow(first)
    late = log.batch()
    fork = Log(log.game)
    fork.follow(fork.batch(size=5))
    await grown(store, log, 1)
    assert await packer.pack(log.game, 4) == 4

    assert await store.append(first) == written(1, 4, repeated=True)
    with pytest.raises(StaleVersion) as stale:
        await store.append(late)
    assert (stale.value.expected, stale.value.current) == (4, 5)
    with pytest.raises(BadRecord):
        await store.append(fork.batch())
    assert await in_stream(client, log.game) == [5]
    await grown(store, log, 2)
    assert await in_stream(client, log.game) == [5, 6, 7]


async def test_the_release_before_writes_nothing_to_a_packed_log(
    store: EventStore, packer: LogPacker, client: Client
) -> None:
    """Its append takes the length of the stream for the version, and so knows no version of this log."""
    log = Log()
    lines = await grown(store, log, 9)
    await packer.pack(log.game, 6)
    for version, head in ((9, log.head), (3, lines[2].hash()), (3, log.head), (0, "")):
        words = [log.game, version, head, "new", f"key {version} {head}", "{}", "", "", "", keys.HINTS, "", "text", ""]
        with suppress(ResponseError):  # Redis takes no entry before the last one of a stream
            answer = await client.eval(BEFORE_PAGES.read_text(), 6, *keys.of(log.game), *words)
            assert answer[0] in {2, 3}
    await assert_reads(store, log.game, lines, [0, 6])


async def test_two_who_pack_the_same_lines_pack_them_once(backend: Backend, store: EventStore) -> None:
    log = Log()
    lines = await grown(store, log, 700)
    packers = [LogPacker(backend.connect()) for _ in range(4)]
    done = await asyncio.gather(*(packer.pack(log.game, until) for packer in packers for until in (300, 600, 650)))
    assert sum(done) >= 300
    while (await packers[0].packed(log.game)).until < 650:  # whoever came second has stopped
        await packers[0].pack(log.game, 650)
    await assert_reads(store, log.game, lines, [0, 255, 256, 649, 650])


async def test_who_reads_and_writes_meanwhile_notices_nothing(backend: Backend) -> None:
    log, done = Log(), asyncio.Event()
    store, other = EventStore(backend.connect()), EventStore(backend.connect())
    packers = [LogPacker(backend.connect()) for _ in range(2)]
    lines = await grown(store, log, 3)
    rng = random.Random(5)

    async def write() -> None:
        for _ in range(150):
            lines.extend(await grown(store, log, rng.randint(1, 12)))
            await asyncio.sleep(0)  # a store within the process may answer without letting anybody else go on
        done.set()

    async def pack(packer: LogPacker) -> None:
        while not done.is_set():
            await packer.pack(log.game, await other.version(log.game) - 1)
            await asyncio.sleep(0)

    async def read() -> int:
        reads = 0
        while not done.is_set():
            known = len(lines)
            after = random.Random(reads).randint(0, known)
            for found in (await other.read(log.game, after), (await other.load(log.game)).records[after:]):
                assert len(found) >= known - after
                await asyncio.sleep(0)  # what was read may be written, and not yet be known here
                chain.require_links(found, lines[after - 1].hash() if after else found[0].envelope().prev)
                assert [one.envelope().version for one in found] == list(range(after + 1, after + len(found) + 1))
            assert await other.version(log.game) >= known
            reads += 1
        return reads

    *_, reads = await asyncio.gather(write(), *map(pack, packers), read())
    assert reads is not None
    assert reads > 10
    assert (await packers[0].packed(log.game)).until > 0
    assert await store.read(log.game) == lines


async def test_a_page_takes_the_place_of_no_other_log(store: EventStore, client: Client) -> None:
    """The log is thrown away and another one is written under its name while its lines are packed."""
    log = Log()
    batch = log.batch(size=9)._replace(unjudged=True)
    await store.append(batch)
    page = pages.pack(log.game, batch.records[:8], "0" * 64)
    assert await store.discard_unjudged(log.game)
    genuine = await grown(store, Log(log.game), 9)
    swapped = await LogPacker(client)._swap(log.game, 0, page, batch.records[7])  # noqa: SLF001 - its last step, late
    assert not swapped
    assert await store.read(log.game) == genuine


async def test_a_log_that_does_not_verify_is_not_packed(store: EventStore, packer: LogPacker, client: AnyRedis) -> None:
    log, other = Log(), Log()
    lines = await grown(store, log, 9)
    sound = await grown(store, other, 9)
    stream = keys.of(log.game).stream
    await client.delete(stream)
    for version, record in enumerate(lines, 1):
        text = record.text.replace(b'"step":0', b'"step":7') if version == 4 else record.text
        await client.xadd(stream, {"t": text}, id=f"{version}-0")
    for until in (4, 6):
        with pytest.raises((BadRecord, NotPackable)):
            await packer.pack(log.game, until)
    assert len(await in_stream(client, log.game)) == 9
    assert await packer.pack(other.game, 6) == 6
    assert await store.read(other.game) == sound


@pytest.mark.parametrize("how", ["cut", "missing", "altered", "short"])
async def test_a_damaged_page_is_named_and_the_other_games_go_on(
    store: EventStore, packer: LogPacker, client: AnyRedis, how: str
) -> None:
    log, other = Log(), Log()
    lines, sound = await grown(store, log, 300), await grown(store, other, 300)
    for game in (log.game, other.game):
        assert await packer.pack(game, 290) == 290
    place = keys.pages(log.game)
    page = await client.hget(place, "1")
    if how == "missing":
        await client.hdel(place, "1")
    else:
        spoilt = {"cut": page[:-5], "altered": page[:9] + b"\0" + page[10:]}
        short = pages.pack(log.game, lines[256:270], lines[255].hash())
        await client.hset(place, "1", spoilt.get(how, short))

    with pytest.raises(BadRecord, match=rf"game {log.game}, version (257|271): the page that holds it is damaged"):
        await store.read(log.game)
    with pytest.raises(BadRecord):
        await store.load(log.game)
    with pytest.raises(BadRecord):
        (await Source(client).log(log.game)).require_sound()
    assert await store.read(log.game, limit=256) == lines[:256], "the other page"
    assert await store.read(log.game, 290) == lines[290:]
    assert await store.read(other.game) == sound
    batch = log.batch()
    assert await store.append(batch) == written(301, 301), "nobody who knows the table has to read it"


async def test_a_packed_log_is_archived_and_brought_back_whole(
    client: Client, packer: LogPacker, tmp_path: Path
) -> None:
    store, log = EventStore(client, archive=Archive(tmp_path)), Log()
    lines = await grown(store, log, 300)
    await packer.pack(log.game, 299)
    assert not await store.let_go(log.game, 1, log.head), "so many lines stand in the stream"
    Archive(tmp_path).write(log.game, lines)
    assert await store.let_go(log.game, 300, log.head)
    assert await client.hgetall(keys.pages(log.game)) == {}
    await assert_reads(store, log.game, lines, [0, 256, 299, 300])
    lines += await grown(store, log, 2)
    assert await in_stream(client, log.game) == list(range(1, 303))
    await assert_reads(store, log.game, lines, [0, 256, 301])
    assert await packer.pack(log.game, 301) == 301
    await assert_reads(store, log.game, lines, [0, 256, 301])


@pytest.mark.parametrize("how", ["read", "load"])
async def test_a_log_that_is_archived_while_it_is_read_is_read_whole(
    client: Client, packer: LogPacker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    store, log = EventStore(client, archive=Archive(tmp_path)), Log()
    lines = await grown(store, log, 700)
    await packer.pack(log.game, 699)
    Archive(tmp_path).write(log.game, lines)
    read_slice = LogReader._slice  # noqa: SLF001 - the archiving comes between two of them

    async def archiving_first(
        self: LogReader, game: GameId, first: int, count: int, *, packed: bool
    ) -> tuple[list[Record], bool]:
        assert first <= 256 or await store.let_go(game, 700, log.head)
        return await read_slice(self, game, first, count, packed=packed)

    monkeypatch.setattr(LogReader, "_slice", archiving_first)
    found = await store.read(log.game, 10) if how == "read" else (await store.load(log.game)).records[10:]
    assert await store.is_archived(log.game)
    assert found == lines[10:]


async def test_a_stream_that_is_lost_is_told(store: EventStore, packer: LogPacker, client: AnyRedis) -> None:
    log = Log()
    lines = await grown(store, log, 300)
    await packer.pack(log.game, 299)
    await client.delete(keys.of(log.game).stream)
    for reading in (store.read(log.game), store.load(log.game)):
        with pytest.raises(BadRecord, match=f"game {log.game}, version 300: it is missing"):
            await reading
    assert await store.read(log.game, 0, 299) == lines[:299]


async def test_a_game_that_is_thrown_away_leaves_no_page(store: EventStore, packer: LogPacker, client: Client) -> None:
    log = Log()
    batch = log.batch(size=9)._replace(unjudged=True)
    await store.append(batch)
    await packer.pack(log.game, 8)
    assert await store.discard_unjudged(log.game)
    assert await client.hgetall(keys.pages(log.game)) == {}
    assert (await store.read(log.game), await store.version(log.game)) == ([], 0)


async def test_a_copy_of_a_packed_log_is_that_of_its_lines(
    store: EventStore, packer: LogPacker, client: AnyRedis
) -> None:
    log = Log()
    await grown(store, log, 600)
    source = Source(client)
    before = {after: await source.log(log.game, after) for after in (0, 5, 256, 500, 590, 600)}
    await packer.pack(log.game, 590)
    assert {after: await source.log(log.game, after) for after in before} == before
    before[0].require_sound()
