"""What a fold costs: it begins at the nearest snapshot, and lets other requests through on its way."""

import asyncio
import random
from contextlib import suppress

import pytest

from domain.kernel.envelope import Record
from domain.kernel.errors import UndoBarred
from domain.kernel.game import Step
from domain.kernel.ids import GameId, Seat, Version
from domain.kernel.replay import fold
from services.store.log_reader import Loaded
from services.tables import choices
from tests.kit.logged_match import state_bytes
from tests.kit.taberna import GAME
from tests.services.store.servers import AnyRedis
from tests.services.tables.several_processes import (
    SELL,
    USERS,
    Process,
    at_errands,
    confirms,
    request,
    truth,
    values,
)

EVERY = 10
OFTEN = 10_000


class Counter:
    """Counts the records that a process reads."""

    def __init__(self, process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
        self.records = 0
        self._read = process.store.read
        self._load = process.store.load
        monkeypatch.setattr(process.store, "read", self._counted)
        monkeypatch.setattr(process.store, "load", self._counted_load)

    async def _counted_load(self, game: GameId, until: Version | None = None) -> Loaded:
        found = await self._load(game, until)
        self.records += len(found.records)
        return found

    async def _counted(self, game: GameId, after: int = 0, limit: int | None = None) -> list[Record]:
        found = await self._read(game, after, limit)
        self.records += len(found)
        return found


async def to_and_fro(process: Process, game: GameId, seat: Seat, times: int) -> None:
    """Choose something and take it back, again and again."""
    for _ in range(times):
        await confirms(process, game, seat, SELL)
        await choices.undo(process, request(game), USERS[seat], most=OFTEN)


async def played_long(process: Process) -> tuple[GameId, Seat]:
    """A log of several turns, in each of which somebody took back a lot; the seat may take back once more."""
    game, seat = await at_errands(process)
    rng = random.Random(7)
    while (now := await truth(process.store, game)).version < 150 or SELL not in now.legal(seat):
        waiting = now.match.to_act()
        if isinstance(waiting, Step):
            await choices.resolve(process, request(game), now.version)
            continue
        seat = rng.choice(waiting)
        if SELL in now.legal(seat) and rng.random() < 0.7:
            with suppress(UndoBarred):
                await to_and_fro(process, game, seat, 4)
        await choices.confirm(process, request(game), USERS[seat], values(rng.choice(now.legal(seat))))
    return game, seat


async def test_every_version_is_folded_from_the_nearest_snapshot(
    redis: AnyRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = Process(redis, every=EVERY)
    game, _ = await played_long(process)
    now = await truth(process.store, game)
    counter = Counter(process, monkeypatch)
    for version in range(12, now.version + 1, 7):
        counter.records = 0
        shown = await process.at(game, Version(version))
        assert state_bytes(shown.match) == state_bytes(fold(GAME, now.match.secret, now.log[:version])), version
        assert (shown.version, shown.head) == (version, now.log[version - 1].record.hash())
        assert counter.records < 60, version


async def test_an_undo_reads_no_more_than_its_turn(redis: AnyRedis, monkeypatch: pytest.MonkeyPatch) -> None:
    process = Process(redis, every=EVERY)
    game, seat = await played_long(process)
    await confirms(process, game, seat, SELL)
    counter = Counter(process, monkeypatch)
    await choices.undo(process, request(game), USERS[seat], most=OFTEN)
    assert counter.records < 130 < await process.store.version(game)
    assert state_bytes((await Process(redis).look(game)).match) == state_bytes((await truth(process.store, game)).match)


async def test_a_log_without_snapshots_lets_others_through_while_it_is_folded(
    here: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, seat = await at_errands(here)
    await to_and_fro(here, game, seat, 400)
    passed = 0

    async def others() -> None:
        nonlocal passed
        while True:
            passed += 1
            await asyncio.sleep(0)

    version = await here.store.version(game)
    records = await here.store.read(game)

    async def at_once(_game: GameId, after: int = 0, limit: int | None = None) -> list[Record]:
        return records[after:][:limit]

    monkeypatch.setattr(here.store, "read", at_once)  # only folding is left, which waits for nothing by itself
    task = asyncio.create_task(others())
    await here.at(game, version)
    task.cancel()
    assert passed > version / 256


async def test_taking_back_is_limited_in_a_turn(here: Process) -> None:
    game, seat = await at_errands(here)
    for _ in range(3):
        await confirms(here, game, seat, SELL)
        await choices.undo(here, request(game), USERS[seat], most=3)
    await confirms(here, game, seat, SELL)
    with pytest.raises(UndoBarred, match="too_often"):
        await choices.undo(here, request(game), USERS[seat], most=3)
