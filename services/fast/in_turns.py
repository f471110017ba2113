"""Something that is done for many, some in each turn of the event loop: whoever else waits has a turn between."""

import asyncio
from collections.abc import Callable, Iterable
from itertools import islice
from typing import TypeVar

T = TypeVar("T")
A_TURN = 200


def in_turns(many: Iterable[T], act: Callable[[T], None]) -> None:
    """Act on each that is there now, from the next turn on."""
    left = iter([*many])
    loop = asyncio.get_running_loop()

    def some() -> None:
        part = [*islice(left, A_TURN)]
        if len(part) == A_TURN:
            loop.call_soon(some)
        for one in part:
            act(one)

    loop.call_soon(some)
