"""A part of the server whose tables' clock is ahead by as many milliseconds as a file says: `… later_part PART FILE`.

The file is read whenever somebody asks what time it is, so that a test moves the clock of a running process.
"""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from domain.kernel.clock import Millis
from services.cli import sender, worker
from services.cli.app import refusals_as_sentences
from services.tables.hot_tables import Tables

PARTS: Mapping[str, Callable[[], None]] = {"worker": worker.worker, "sender": sender.sender}


def main(part: str, file: Path) -> None:
    """Move the clock, then work."""
    true_time = Tables.now

    def now(tables: Tables) -> Millis:
        return true_time(tables) + int(file.read_text() or 0)

    Tables.now = now  # type: ignore[method-assign, assignment]  # see the module
    PARTS[part]()


if __name__ == "__main__":
    with refusals_as_sentences():
        main(sys.argv[1], Path(sys.argv[2]))
