"""The contract of an append, on every kind of server: all or nothing, once, and nothing in between."""

import asyncio
from typing import Any

import pytest

from domain.kernel import chain
from domain.kernel.envelope import Record
from domain.kernel.errors import BadRecord, KeyReused, NotFound, StaleVersion
from domain.kernel.ids import GameId
from services.store import keys
from services.store.client import Client
from services.store.events import Append, Appended, CommandKey, EventStore
from tests.services.store.conftest import Backend
from tests.services.store.logs import SECRET, Log, new_game, written


async def everything(client: Client, game: GameId) -> dict[str, Any]:
    """All that an append can touch of a game."""
    own = keys.of(game)
    feed = await client.xrange(own.feed)
    return {
        "events": await client.xrange(own.stream),
        "facts": await client.hgetall(own.facts),
        "commands": await client.hgetall(own.commands),
        "feed": [int(row[b"v"]) for _, row in feed if row[b"g"] == game.encode()],
        "owed": game.encode() in await client.zrangebyscore(own.owed, "-inf", "+inf"),
        "listed": game.encode() in await client.smembers(own.games),
    }


async def sooner_or_later(store: EventStore, log: Log, size: int) -> tuple[Append, Appended]:
    """Append a batch behind whatever others have written."""
    while True:
        batch = log.batch(size=size)
        try:
            appended = await store.append(batch)
        except StaleVersion:
            log.catch_up(await store.read(log.game, after=log.version))
        else:
            log.follow(batch)
            return batch, appended


async def test_a_batch_is_read_back_as_it_was_written(store: EventStore) -> None:
    log = Log()
    batch = log.batch(size=3)

    assert await store.append(batch) == written(1, 3)

    records = await store.read(log.game)
    assert records == batch.records
    assert [bool(record.openings) for record in records] == [True, False, True]
    assert chain.verify(records) == batch.new_head


async def test_an_append_keeps_everything_of_a_game_in_step(store: EventStore, client: Client) -> None:
    log = Log()
    batches = [log.batch(size=2, due=1.0)]
    log.follow(batches[0])
    batches.append(log.batch(size=3))
    for batch in batches:
        await store.append(batch)

    found = await everything(client, log.game)

    assert [entry for entry, _ in found.pop("events")] == [b"%d-0" % version for version in range(1, 6)]
    assert found.pop("facts") == {b"head": batches[1].new_head.encode(), b"secret": SECRET.hex().encode()}
    assert set(found.pop("commands")) == {batch.command.key.encode() for batch in batches}
    assert found == {"feed": [2, 5], "owed": False, "listed": True}


async def test_of_many_writers_at_one_version_exactly_one_wins(backend: Backend) -> None:
    log = Log()
    stores = [EventStore(backend.connect()) for _ in range(8)]

    answers = await asyncio.gather(*(one.append(log.batch(size=3)) for one in stores), return_exceptions=True)

    lost = [answer for answer in answers if isinstance(answer, StaleVersion)]
    assert [answer for answer in answers if answer not in lost] == [written(1, 3)]
    assert [(stale.expected, stale.current) for stale in lost] == [(0, 3)] * 7
    assert chain.verify(await stores[0].read(log.game))


async def test_racing_writers_leave_one_chain_without_gaps_or_torn_batches(backend: Backend) -> None:
    game = new_game()
    told: dict[str, Appended] = {}

    async def write(sizes: list[int]) -> None:
        store, log = EventStore(backend.connect()), Log(game)
        for size in sizes:
            batch, appended = await sooner_or_later(store, log, size)
            told[batch.command.key] = appended

    await asyncio.gather(*(write([1, 3, 2, 4]) for _ in range(6)))

    client: Client = backend.connect()
    records = await EventStore(client).read(game)
    chain.verify(records)
    at = {record.envelope().version: record.envelope().command_id for record in records}
    assert sorted(at) == list(range(1, 6 * 10 + 1))
    assert at == {version: key for key, (first, last, _) in told.items() for version in range(first, last + 1)}
    assert (await everything(client, game))["feed"] == sorted(last for _, last, _ in told.values())


async def test_a_stale_batch_writes_nothing(store: EventStore, client: Client) -> None:
    log = Log()
    late = log.batch(size=2, due=1.0)
    await store.append(log.batch())
    before = await everything(client, log.game)

    with pytest.raises(StaleVersion) as stale:
        await store.append(late)

    assert (stale.value.expected, stale.value.current) == (0, 1)
    assert await everything(client, log.game) == before


async def test_a_batch_from_ahead_of_the_log_writes_nothing(store: EventStore, client: Client) -> None:
    log = Log()
    log.follow(log.batch(size=4))

    with pytest.raises(StaleVersion) as stale:
        await store.append(log.batch())

    assert (stale.value.expected, stale.value.current) == (4, 0)
    assert not any((await everything(client, log.game)).values())


async def test_a_batch_that_continues_another_history_writes_nothing(store: EventStore, client: Client) -> None:
    log, fork = Log(), Log()
    fork.game = log.game
    await store.append(log.batch())
    fork.follow(fork.batch())
    before = await everything(client, log.game)

    with pytest.raises(BadRecord) as forked:
        await store.append(fork.batch())

    assert forked.value.version == 1
    assert await everything(client, log.game) == before


async def test_a_repeated_command_gets_its_first_answer_and_writes_nothing(store: EventStore, client: Client) -> None:
    log = Log()
    command = CommandKey("once", "the same body")
    batch = log.batch(size=2, key=command)
    first = await store.append(batch)
    log.follow(batch)
    await store.append(log.batch(size=3))
    before = await everything(client, log.game)

    again = [await store.append(batch), await store.append(Log(log.game).batch(key=command))]

    assert again == [first._replace(repeated=True)] * 2
    assert await store.remembered(log.game, command) == again[0]
    assert await everything(client, log.game) == before


async def test_a_key_with_another_body_is_refused(store: EventStore, client: Client) -> None:
    log = Log()
    batch = log.batch(key=CommandKey("once", "a body"))
    await store.append(batch)
    log.follow(batch)
    before = await everything(client, log.game)

    with pytest.raises(KeyReused):
        await store.append(log.batch(key=CommandKey("once", "another body")))
    with pytest.raises(KeyReused):
        await store.remembered(log.game, CommandKey("once", "another body"))

    assert await everything(client, log.game) == before


async def test_keys_of_two_games_are_strangers(store: EventStore) -> None:
    one, other = Log(), Log()
    command = CommandKey("once", "a body")
    await store.append(one.batch(key=command))

    assert await store.remembered(other.game, command) is None
    assert await store.append(other.batch(key=CommandKey("once", "another body"))) == written(1, 1)


async def test_a_refused_command_is_not_remembered(store: EventStore) -> None:
    log = Log()
    late = log.batch()
    await store.append(log.batch())
    with pytest.raises(StaleVersion):
        await store.append(late)

    assert await store.remembered(log.game, late.command) is None


async def test_any_bytes_survive(store: EventStore, client: Client) -> None:
    log = Log()
    batch = log.batch(key=CommandKey("ключ ✓ \x00\r\n", "тело"))
    wild = Record(bytes(range(256)) + b"\r\n$3\r\n", batch.records[0].openings)
    await store.append(batch._replace(records=[wild, Record(b"")]))

    kept = [row[b"t"] for _, row in await client.xrange(keys.of(log.game).stream)]
    assert kept == [wild.text, b""]
    with pytest.raises(BadRecord, match=f"game {log.game}, version 1: "):
        await store.read(log.game)
    assert await store.remembered(log.game, batch.command) == written(1, 2, repeated=True)


async def test_a_server_that_forgot_its_scripts_learns_them_again(store: EventStore, backend: Backend) -> None:
    log = Log()
    batch = log.batch()
    await store.append(batch)
    log.follow(batch)
    await backend.connect().script_flush()

    assert await store.append(log.batch()) == written(2, 2)


async def test_every_append_is_announced(store: EventStore, backend: Backend) -> None:
    log = Log()
    listener = backend.node().pubsub()
    await listener.subscribe(keys.HINTS)
    assert (await listener.get_message(timeout=5))["type"] == "subscribe"
    first = log.batch(size=3)
    await store.append(first)
    log.follow(first)
    await store.append(first)  # a repeat is no news
    await store.append(log.batch(size=2))

    heard: list[bytes] = []
    while len(heard) < 2:
        message = await listener.get_message(timeout=5)
        assert message is not None
        heard += [message["data"]] if message["data"].startswith(log.game.encode()) else []
    await listener.aclose()

    assert heard == [f"{log.game} {version}".encode() for version in (3, 5)]


async def test_what_a_game_owes_is_what_its_newest_append_said(store: EventStore) -> None:
    log = Log()

    async def owed_after(due: float | None) -> list[float]:
        batch = log.batch(due=due)
        await store.append(batch)
        log.follow(batch)
        return [now for now in (99.5, 100.0, 200.0) if log.game in await store.owed(now)]

    assert await owed_after(0.0) == [99.5, 100.0, 200.0]
    assert await owed_after(100.0) == [100.0, 200.0]
    assert await owed_after(150.0) == [200.0]
    assert await owed_after(None) == []


async def test_the_secret_of_a_game_is_kept_from_its_first_append(store: EventStore) -> None:
    log = Log()
    with pytest.raises(NotFound):
        await store.secret(log.game)
    for _ in range(2):
        batch = log.batch()
        await store.append(batch)
        log.follow(batch)

    assert await store.secret(log.game) == SECRET


async def test_games_of_every_partition_are_listed_once(store: EventStore) -> None:
    wanted: dict[int, Log] = {}
    while len(wanted) < keys.PARTITIONS:
        log = Log()
        wanted.setdefault(keys.partition_of(log.game), log)
    for log in wanted.values():
        await store.append(log.batch(due=1.0))

    listed = await store.games()
    owed = await store.owed(2.0)

    for log in wanted.values():
        assert (listed.count(log.game), owed.count(log.game)) == (1, 1)
