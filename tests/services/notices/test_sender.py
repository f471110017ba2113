"""The sender: many owners at once, one thing of each, and an end in order."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest

from domain.kernel.errors import StoreUnavailable
from services.notices.sender import Sender

pytestmark = pytest.mark.anyio


class Errands:
    """Things to send, named `owner-number`, each of which waits until it is let go."""

    def __init__(self, *names: str) -> None:
        self.waiting = list(names)
        self.begun: list[str] = []
        self.ended: list[str] = []
        self.following: dict[str, str] = {}
        self.most_of_one = 0
        self.gates: dict[str, asyncio.Event] = {}
        self.away = False
        self.asked = 0

    async def due(self) -> Sequence[str]:
        self.asked += 1
        if self.away:
            raise StoreUnavailable
        return [name for name in self.waiting if name not in self.begun]

    async def owner(self, name: str) -> str:
        return name.partition("-")[0]

    async def send(self, name: str) -> str | None:
        self.begun.append(name)
        under_way = Counter(one.partition("-")[0] for one in self.begun if one not in self.ended)
        self.most_of_one = max(self.most_of_one, *under_way.values())
        await asyncio.sleep(0)
        if name in self.gates:
            await self.gates[name].wait()
        self.ended.append(name)
        if name.endswith("-broken"):
            raise RuntimeError(name)
        return self.following.get(name)

    def stall(self, *names: str) -> None:
        """Let these wait until their gate is opened."""
        self.gates |= {name: asyncio.Event() for name in names}

    async def until(self, *names: str) -> None:
        """Wait until these have ended."""
        async with asyncio.timeout(30):
            while not {*names} <= {*self.ended}:  # noqa: ASYNC110 - nobody here could set an event
                await asyncio.sleep(0.01)

    async def until_begun(self, name: str) -> None:
        async with asyncio.timeout(30):
            while name not in self.begun:  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.01)


@asynccontextmanager
async def sending(errands: Errands, most_at_once: int = 10) -> AsyncIterator[asyncio.Event]:
    """A sender for the length of a block; it is told to stop, and ends, afterwards."""
    stopping = asyncio.Event()
    running = asyncio.create_task(Sender(errands, stopping, most_at_once).run())
    try:
        yield stopping
    finally:
        for gate in errands.gates.values():
            gate.set()
        stopping.set()
        await running


async def test_one_owner_waits_for_itself_alone() -> None:
    errands = Errands("anna-1", "anna-2", "anna-3", "brutus-1", "brutus-2", "livia-1")
    errands.stall("anna-1")
    async with sending(errands):
        await errands.until("brutus-1", "brutus-2", "livia-1")
        assert errands.begun.count("anna-1") == 1
        assert not {"anna-2", "anna-3"} & {*errands.begun}
        errands.gates["anna-1"].set()
        await errands.until("anna-1", "anna-2", "anna-3")
    assert errands.most_of_one == 1
    assert len(errands.begun) == len({*errands.begun}), "nothing is begun twice"


async def test_what_follows_in_a_lane_goes_out_with_it() -> None:
    errands = Errands("anna-1")
    errands.following = {"anna-1": "anna-2", "anna-2": "anna-3"}
    async with sending(errands):
        await errands.until("anna-1", "anna-2", "anna-3")
    assert errands.begun == ["anna-1", "anna-2", "anna-3"]


async def test_owners_take_turns_when_there_is_room_for_few() -> None:
    errands = Errands("anna-1", "anna-2", "anna-3", "brutus-1", "livia-1")
    async with sending(errands, most_at_once=1):
        await errands.until("anna-3")
    assert errands.begun.index("livia-1") < errands.begun.index("anna-2")


async def test_what_breaks_stops_nobody() -> None:
    errands = Errands("anna-broken", "anna-2", "brutus-1")
    async with sending(errands):
        await errands.until("anna-2", "brutus-1")


async def test_a_store_that_is_away_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.notices.sender.LOOKS_AGAIN", 0.05)
    errands = Errands("anna-1")
    errands.away = True
    async with sending(errands):
        async with asyncio.timeout(30):
            while errands.asked < 2:  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.01)
        assert errands.begun == []
        errands.away = False
        await errands.until("anna-1")


async def test_when_it_is_told_to_stop_it_finishes_what_it_has_begun_and_begins_nothing_more() -> None:
    errands = Errands("anna-1", "anna-2", "brutus-1")
    errands.stall("anna-1", "brutus-1")
    async with sending(errands, most_at_once=1) as stopping:
        await errands.until_begun("anna-1")
        stopping.set()
    assert errands.ended == ["anna-1"]


async def test_what_is_not_done_in_time_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.notices.sender.DRAIN_SECONDS", 0.05)
    errands, stopping = Errands("anna-1"), asyncio.Event()
    errands.stall("anna-1")
    running = asyncio.create_task(Sender(errands, stopping).run())
    await errands.until_begun("anna-1")
    stopping.set()
    await running
    assert errands.ended == []
