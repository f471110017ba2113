"""Reads are shared by streams that ask at the same time, and by none that must see something newer."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import cast

import pytest

from domain.kernel.envelope import Record
from domain.kernel.errors import NotFound
from domain.kernel.game import AnyGame
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.lifecycle import KINDS
from domain.kernel.table import FOLDED
from domain.registry import GAMES, Registry
from services.api.live.shared_reads import SharedReads
from services.store.events import EventStore
from services.store.snapshots import Snapshots
from services.store.talk import StoredLine, Talk
from services.tables.hot_tables import JustWritten, Tables
from tests.kit.logged_match import LoggedMatch
from tests.kit.taberna import GAME as TABERNA
from tests.kit.taberna.commands import LayCard

GAME = GameId("g")


class SlowTalk:
    """A talk that answers when the test lets it, and counts who asks."""

    def __init__(self) -> None:
        self.asked = 0
        self.answer = asyncio.Event()

    async def read(self, _game: GameId, after: int, _limit: int) -> list[StoredLine]:
        self.asked += 1
        mine = self.asked
        await self.answer.wait()
        if after > 0:
            raise NotFound
        return [StoredLine(mine, "", UserId(""), "")]


@pytest.fixture
async def talk() -> SlowTalk:
    return SlowTalk()


@pytest.fixture
def reads(talk: SlowTalk) -> SharedReads:
    return SharedReads(cast("Tables", None), cast("Talk", talk))


async def read(reads: SharedReads, after: int = 0) -> int:
    return (await reads.talk(GAME, after, 1))[0].number


async def begun(*coroutines: asyncio.Task[int]) -> None:
    """Let tasks go as far as they can."""
    for _ in coroutines:
        await asyncio.sleep(0)


async def test_those_that_ask_at_the_same_time_share_the_answer(reads: SharedReads, talk: SlowTalk) -> None:
    asking = [asyncio.create_task(read(reads)) for _ in range(5)]
    await begun(*asking)
    talk.answer.set()
    assert await asyncio.gather(*asking) == [1] * 5
    assert await read(reads) == 2, "an answer is not kept"


async def test_a_stream_that_was_woken_later_sees_something_newer(reads: SharedReads, talk: SlowTalk) -> None:
    early = asyncio.create_task(read(reads))
    await begun(early)
    reads.invalidate(GAME)
    late = [asyncio.create_task(read(reads)) for _ in range(3)]
    await begun(*late)
    talk.answer.set()
    assert await early == 1
    assert await asyncio.gather(*late) == [2] * 3


async def test_a_stream_that_ends_leaves_the_answer_to_the_others(reads: SharedReads, talk: SlowTalk) -> None:
    first, second = (asyncio.create_task(read(reads)) for _ in range(2))
    await begun(first, second)
    first.cancel()
    await begun(first)
    talk.answer.set()
    assert await second == 1
    assert first.cancelled()


async def test_a_refusal_is_shared_too(reads: SharedReads, talk: SlowTalk) -> None:
    asking = [asyncio.create_task(read(reads, after=1)) for _ in range(2)]
    await begun(*asking)
    talk.answer.set()
    answers = await asyncio.gather(*asking, return_exceptions=True)
    assert [type(answer) for answer in answers] == [NotFound] * 2
    assert talk.asked == 1


class Unread:
    """A store of which nothing may be asked."""

    async def read(self, _game: GameId, after: int = 0, limit: int | None = None) -> list[Record]:
        raise AssertionError(f"read after {after}, at most {limit}")


def handing_over(logged: LoggedMatch, records: list[Record]) -> JustWritten:
    return JustWritten(GAME, records, logged.match, Version(len(logged.records)))


async def test_what_this_process_writes_reaches_its_streams_unread() -> None:
    logged = LoggedMatch(TABERNA, 2, 1)
    tables = Tables(cast("EventStore", Unread()), cast("Snapshots", None), Registry([TABERNA]), lambda _loaded: None)
    reads = SharedReads(tables, cast("Talk", None))
    reads.hears = True
    reads.follow(GAME)
    before = len(logged.records)
    records = logged.play(Seat(0), LayCard(card=logged.match.state.hands[0][0]))
    reads.keep(handing_over(logged, records))
    table_at = await reads.table(GAME)
    own, other = [await reads.frames(GAME, table_at, before, 9, Seat(seat)) for seat in (0, 1)]
    assert own.events == other.events == len(records)
    assert own.data != other.data, "each as it may see it"
    assert await reads.frames(GAME, table_at, before, 9, Seat(1)) is other, "encoded once for all who see the same"


@pytest.mark.parametrize("game", [*GAMES, TABERNA], ids=lambda game: game.meta.slug)
async def test_a_table_is_copied_anew_whenever_anything_happened_to_it(game: AnyGame) -> None:
    logged = LoggedMatch(game, 2, 1)
    reads = SharedReads(cast("Tables", None), cast("Talk", None))
    reads.hears = True
    reads.follow(GAME)
    known, copies, batches = len(logged.records), set[int](), 0
    held = []  # an id is told of one object as long as that lives
    for step in logged.steps(1):
        reads.keep(handing_over(logged, logged.records[known:]))
        known, batches = len(logged.records), batches + 1
        table_at = reads.newest(GAME)
        assert table_at is not None
        assert table_at.table == step.match.table
        assert table_at.table is not step.match.table
        held.append(table_at.table)
        copies.add(id(table_at.table))
    assert 1 < len(copies) < batches


def test_only_what_happens_to_a_table_itself_changes_it() -> None:
    assert {*FOLDED} <= {*KINDS.values()}


async def test_what_is_known_ends_with_a_newer_hint_with_the_subscription_and_with_the_last_listener() -> None:
    logged = LoggedMatch(TABERNA, 2, 1)
    reads = SharedReads(cast("Tables", None), cast("Talk", None))
    reads.follow(GAME)
    written = handing_over(logged, logged.records)
    reads.keep(written)
    assert reads.version_known(GAME) == 0, "nothing is kept while hints may be lost"
    endings: list[Callable[[], None]] = [partial(reads.invalidate, GAME), reads.deafened, partial(reads.forget, GAME)]
    for ends in endings:
        reads.hears = True
        reads.follow(GAME)
        reads.keep(written)
        assert reads.version_known(GAME) == written.version
        ends()
        assert reads.version_known(GAME) == 0
