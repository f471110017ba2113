"""`acta api` whose answers to chats halt at named points until it is killed: `python -m tests.kit.halting_api FOLDER`.

The points lie around functions of the real thing, wrapped in this process alone. The next request that comes past a
point which a test has marked in the folder halts there, while others are answered.
"""

import asyncio
import sys
from collections.abc import Callable
from functools import partial, wraps
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from services.chat.core import ChatCore
from services.chat.repeats import Repeats
from services.cli import http
from services.cli.app import refusals_as_sentences
from services.cli.flags import configured
from services.server import create_app
from services.store.chat.seen_requests import SeenRequests
from tests.kit.processes import wait_for

Point: TypeAlias = Literal["claimed", "changed", "told"]
"""A request was claimed by the process; was carried out; and its answer was shown, but nobody knows of that yet."""
POINTS: tuple[Point, ...] = get_args(Point)


class Marks:
    """The folder in which a test says where the next request halts, and sees that it did."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def set(self, point: Point) -> None:
        """The next request halts at that point."""
        (self._folder / f"{point}.mark").touch()

    def wait_until_reached(self, point: Point) -> None:
        """Wait until a request has halted there."""
        mark = self._folder / f"{point}.mark"
        wait_for(lambda: not mark.exists(), what=f"a request that is {point}")

    async def arrive(self, point: Point) -> None:
        """In the process: halt for ever, if a mark is set here."""
        mark = self._folder / f"{point}.mark"
        if mark.exists():
            mark.unlink()
            await asyncio.Event().wait()


def _halting(marks: Marks, owner: type, name: str, *, before: Point | None = None, after: Point | None = None) -> None:
    original: Callable[..., Any] = getattr(owner, name)

    @wraps(original)
    async def wrapped(*args: object, **more: object) -> object:
        if before is not None:
            await marks.arrive(before)
        result = await original(*args, **more)
        if after is not None:
            await marks.arrive(after)
        return result

    setattr(owner, name, wrapped)


def main(folder: Path) -> None:
    """Wrap, then serve."""
    marks, settings = Marks(folder), configured(None)
    _halting(marks, SeenRequests, "claim", after="claimed")
    _halting(marks, ChatCore, "answer", after="changed")
    _halting(marks, Repeats, "keep", before="told")
    http.run(partial(create_app, settings), settings, None)


if __name__ == "__main__":
    with refusals_as_sentences():
        main(Path(sys.argv[1]))
