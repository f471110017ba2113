"""Real projector processes, and waiting for what they do."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from services.store import lag
from tests.kit.processes import ProcessTree
from tests.projections.read_side import ReadSide

PATIENCE = 30.0
Start: TypeAlias = Callable[[], ProcessTree]


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Wait for what other processes do."""
    async with asyncio.timeout(PATIENCE):
        while not await condition():  # noqa: ASYNC110 - what other processes do sets no event of ours
            await asyncio.sleep(0.02)


async def caught_up(read_side: ReadSide) -> None:
    """Wait until nothing of the feed is left."""

    async def nothing_left() -> bool:
        return (await lag.measure(read_side.client, read_side.models)).entries == 0

    await until(nothing_left)
