"""Streams at rest are told without their tasks; whatever is unusual, and whoever is slow, is left to the task."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, Self, cast

import pytest

from domain.kernel import lobby
from domain.kernel.envelope import Record
from domain.kernel.ids import GameId, UserId, Version
from domain.kernel.match import Batch
from domain.registry import Registry
from services.accounts import Principal, milliseconds
from services.api.live.hub import Hub
from services.api.live.listener import Listener
from services.api.live.presence_mark import PresenceMark
from services.api.live.shared_reads import SharedReads
from services.api.live.stream import GameStream, StreamPosition
from services.fast.in_turns import A_TURN
from services.fast.subscription import Hear
from services.store.keys import HINTS
from services.tables.folding import MatchAt
from services.tables.hot_tables import JustWritten, OnWritten, Tables
from tests.kit.logged_match import LoggedMatch
from tests.kit.processes import PATIENCE
from tests.kit.taberna import GAME as TABERNA

GAME = GameId("g")
LATER = milliseconds() + 1_000_000


class Log:
    """A store of one game, which counts how often it is read; the talk, where nobody speaks; and no credential."""

    def __init__(self, logged: LoggedMatch) -> None:
        self.logged = logged
        self.asked = 0

    async def read(self, _game: GameId, after: int = 0, limit: int | None = None) -> list[Record]:
        self.asked += 1
        return self.logged.records[after:][:limit]

    async def held_by(self, _user: UserId, _kinds: Iterable[str]) -> list[Any]:
        return []


class Silence:
    async def read(self, _game: GameId, _after: int, _limit: int) -> list[Any]:
        return []


class Handing(Tables):
    """Tables of which a test says what they have written, and what there is to read."""

    hand: OnWritten
    logged: LoggedMatch

    def hand_over(self, to: OnWritten) -> None:
        self.hand = to

    async def current(self, game_id: GameId) -> MatchAt:
        return MatchAt(game_id, self.logged.match, Version(len(self.logged.records)), self.logged.head)


class Subscription:
    """A subscription that hears what a test says, from the moment on at which it begins."""

    def __init__(self) -> None:
        self._hear: Hear | None = None
        self._early: list[str] = []

    @asynccontextmanager
    async def subscribed(self, _channels: Sequence[str], hear: Hear) -> AsyncIterator[Self]:
        self._hear = hear
        for hint in self._early:
            self.say(hint)
        yield self

    async def lost_within(self, _seconds: float) -> None:
        await asyncio.Event().wait()  # it is never lost

    def say(self, hint: str) -> None:
        if self._hear is None:
            self._early.append(hint)
        else:
            self._hear(HINTS.encode(), hint.encode())


class Process:
    """A process, and a game that goes on."""

    def __init__(self) -> None:
        self.logged = LoggedMatch(TABERNA, 2, 1)
        self.log = Log(self.logged)
        self.tables = Handing(cast("Any", self.log), cast("Any", None), Registry([TABERNA]), lambda _loaded: None)
        self.tables.logged = self.logged
        self.subscription = Subscription()
        self.reads = SharedReads(self.tables, cast("Any", Silence()))
        self.hub = Hub(cast("Any", self.subscription), self.tables, self.reads, 10_000)
        self.reads.hears = True
        self.reads.follow(GAME)
        self.reads.keep(self._written(self.logged.records))

    def play(self) -> None:
        """The next choice of whoever is to act, written by this process."""
        self.keep(self.play_elsewhere())

    def play_elsewhere(self) -> list[Record]:
        """The next choice, written by another process."""
        seat = cast("Any", self.logged.match.to_act())[0]
        return self.logged.play(seat, self.logged.match.legal(seat)[0])

    def keep(self, records: list[Record]) -> None:
        self.tables.hand(self._written(records))

    def _written(self, records: list[Record]) -> JustWritten:
        return JustWritten(GAME, records, self.logged.match, Version(len(self.logged.records)))


class Stream:
    """The stream of somebody who has heard everything so far: what was written at once, and what its task sent."""

    def __init__(self, process: Process, principal: Principal | None = None) -> None:
        self.at_once = b""
        self.by_task = b""
        self.is_slow = False
        self.listener = Listener(principal, None, None)
        door = SimpleNamespace(hub=process.hub, held_by=process.log)
        begin = StreamPosition(len(process.logged.records), 0)
        mark = PresenceMark(cast("Any", None), GAME, None)
        self.lines = GameStream(cast("Any", door), mark, self.listener, begin, self._write).lines()

    def _write(self, data: bytes) -> bool:
        if not self.is_slow:
            self.at_once += data
        return not self.is_slow

    async def send(self) -> None:
        async for data in self.lines:
            self.by_task += data


@asynccontextmanager
async def at_rest(*streams: Stream) -> AsyncIterator[list[asyncio.Task[None]]]:
    tasks = [asyncio.create_task(stream.send()) for stream in streams]
    await until(lambda: all(stream.listener.at_rest for stream in streams))
    for stream in streams:
        assert stream.by_task == b"retry: 1000\n\n"
        stream.by_task = b""
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


async def turns(number: int = 5) -> None:
    for _ in range(number):
        await asyncio.sleep(0)


def ids(told: bytes) -> list[int]:
    return [int(line[4:]) for line in told.split(b"\n") if line.startswith(b"id: ")]


def versions(after: int, process: Process) -> list[int]:
    return [*range(after + 1, len(process.logged.records) + 1)]


async def test_a_stream_at_rest_is_told_without_its_task() -> None:
    process = Process()
    before = len(process.logged.records)
    stream, other = Stream(process), Stream(process)
    async with at_rest(stream, other):
        for _ in range(3):
            process.play()
            await turns()
        assert ids(stream.at_once) == versions(before, process)
        assert stream.at_once == other.at_once
        assert (stream.by_task, process.log.asked) == (b"", 0)
        assert stream.listener.at_rest


async def test_the_last_of_many_misses_nothing_when_the_next_choice_comes_before_its_turn() -> None:
    process = Process()
    before = len(process.logged.records)
    streams = [Stream(process) for _ in range(2 * A_TURN)]
    async with at_rest(*streams):
        process.play()
        await asyncio.sleep(0)
        assert {len(ids(stream.at_once)) > 0 for stream in streams} == {True, False}, "one half had its turn"
        process.play()
        await turns()
        for stream in streams:
            assert ids(stream.at_once) == versions(before, process)
            assert stream.by_task == b""
        assert process.log.asked == 0


async def test_who_is_slow_is_left_to_its_task_and_goes_on_where_it_was() -> None:
    process = Process()
    before = len(process.logged.records)
    stream = Stream(process)
    async with at_rest(stream):
        stream.is_slow = True
        process.play()
        await turns()
        assert ids(stream.by_task) == versions(before, process)
        middle = len(process.logged.records)
        stream.is_slow = False
        process.play()
        await turns()
        assert ids(stream.at_once) == versions(middle, process)


async def test_a_doubted_credential_is_asked_for_before_anything_is_told() -> None:
    process = Process()
    stream = Stream(process, principal(LATER))
    async with at_rest(stream) as (task,):
        process.play()
        process.hub.doubt(UserId("user-1"))  # between the writing and the telling
        await asyncio.wait([task], timeout=PATIENCE)
        assert (stream.at_once, stream.by_task) == (b"", b"")
        assert task.done()


async def test_an_expired_credential_is_asked_for_before_anything_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    process = Process()
    stream = Stream(process, principal(LATER))
    async with at_rest(stream) as (task,):
        monkeypatch.setattr("services.api.live.listener.milliseconds", lambda: LATER)
        process.play()
        await asyncio.wait([task], timeout=PATIENCE)
        assert (stream.at_once, stream.by_task) == (b"", b"")
        assert task.done()


def principal(expires_at: int) -> Principal:
    return Principal(UserId("user-1"), "", frozenset(), "session", "c", expires_at)


async def test_the_task_tells_the_end_and_ends_the_stream() -> None:
    process = Process()
    before = len(process.logged.records)
    stream = Stream(process)
    async with at_rest(stream) as (task,):
        for user in ("user-0", "user-1"):
            batch = Batch(process.logged.match, UserId(user))
            lobby.vote(batch, UserId(user), "abandon", agree=True)
            process.keep(process.logged.keep(batch))
        await asyncio.wait([task], timeout=PATIENCE)
        assert ids(stream.at_once + stream.by_task) == versions(before, process)
        assert b"event: GameAbandoned\n" in stream.by_task


async def test_what_others_wrote_is_read_once_for_all() -> None:
    process = Process()
    streams = [Stream(process) for _ in range(5)]
    async with process.hub.listening(), at_rest(*streams):
        await told_of_others(process, *streams)  # and the subscription has begun
        before, process.log.asked = len(process.logged.records), 0
        for stream in streams:
            stream.at_once = stream.by_task = b""
        await told_of_others(process, *streams)
        for stream in streams:
            assert (ids(stream.at_once), stream.by_task) == (versions(before, process), b"")
        assert process.log.asked == 1


async def told_of_others(process: Process, *streams: Stream) -> None:
    """Let another process write something, until all streams have told it."""
    process.play_elsewhere()
    last = len(process.logged.records)
    process.subscription.say(f"{GAME} {last}")
    await until(lambda: all(last in ids(it.at_once + it.by_task) and it.listener.at_rest for it in streams))


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0)
