"""`acta worker` whose jobs can be halted at named points: `python -m tests.kit.halting_worker FOLDER`.

The points lie around functions of the real thing, wrapped in this process alone. A job halts at a point that a test
has marked in the folder, once for each mark, until it is killed or released.
"""

import inspect
import sys
from collections.abc import Callable
from functools import wraps
from itertools import count
from pathlib import Path
from typing import Any

from rq import get_current_job

from services.cli import worker
from services.cli.app import refusals_as_sentences
from services.cli.flags import configured
from services.store.events import EventStore
from services.tables import hot_tables
from tests.kit.processes import wait_for
from workers.bots.sandbox import Sandbox

POINTS = {
    "scoring": ("loaded", "decided", "appending", "appended"),
    "bots": ("loaded", "chosen", "decided", "appending", "appended"),
}
"""What a job of each queue comes past, in this order."""
LONGEST = 600


class Marks:
    """The folder in which a test says where jobs halt, and sees that they did."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = count()

    def set(self, queue: str, point: str, game: str) -> None:
        """The next job of that queue and game halts at that point."""
        assert point in POINTS[queue]
        (self._folder / f"{queue}.{point}.{game}.mark{next(self._count)}").touch()

    def reached(self) -> int:
        """How many jobs have halted."""
        return len(list(self._folder.glob("*.reached*")))

    def release(self) -> None:
        """Let every job go on that has halted."""
        self._released.touch()

    def arrive(self, point: str) -> None:
        """In a job: halt, if a mark is set here."""
        job = get_current_job()
        if job is None:  # the sweeper comes past here too
            return
        for mark in self._folder.glob(f"{job.origin}.{point}.{job.args[0]}.mark*"):
            try:
                mark.rename(mark.with_name(mark.name.replace("mark", "reached")))
            except FileNotFoundError:  # another job was quicker
                continue
            wait_for(self._released.exists, seconds=LONGEST, what="being killed or released")
            return

    @property
    def _released(self) -> Path:
        return self._folder / "released"


def _halting(marks: Marks, owner: Any, name: str, *, before: str = "", after: str = "") -> None:  # noqa: ANN401 - anything
    original: Callable[..., Any] = getattr(owner, name)

    @wraps(original)
    def plain(*args: object, **more: object) -> object:
        result = original(*args, **more)
        marks.arrive(after)
        return result

    @wraps(original)
    async def waiting(*args: object, **more: object) -> object:
        marks.arrive(before)
        result = await original(*args, **more)
        marks.arrive(after)
        return result

    setattr(owner, name, waiting if inspect.iscoroutinefunction(original) else plain)


def main(folder: Path) -> None:
    """Wrap, then work."""
    marks = Marks(folder)
    _halting(marks, hot_tables.Tables, "current", after="loaded")
    _halting(marks, Sandbox, "choose", after="chosen")
    _halting(marks, hot_tables, "write", after="decided")
    _halting(marks, EventStore, "append", before="appending", after="appended")
    worker.run(configured(None))


if __name__ == "__main__":
    with refusals_as_sentences():
        main(Path(sys.argv[1]))
