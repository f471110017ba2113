"""Reads are shared by streams that ask at the same time, and by none that must see something newer."""

import asyncio
from typing import cast

import pytest

from domain.kernel.errors import NotFound
from domain.kernel.ids import GameId, UserId
from services.api.live.shared_reads import SharedReads
from services.commands.tables import Tables
from services.store.talk import Line, Talk

GAME = GameId("g")


class SlowTalk:
    """A talk that answers when the test lets it, and counts who asks."""

    def __init__(self) -> None:
        self.asked = 0
        self.answer = asyncio.Event()

    async def read(self, _game: GameId, after: int, _limit: int) -> list[Line]:
        self.asked += 1
        mine = self.asked
        await self.answer.wait()
        if after > 0:
            raise NotFound
        return [Line(mine, "", UserId(""), "")]


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
