"""`acta worker` whose tables' clock is ahead by as many milliseconds as a file says: `… later_worker FILE`.

The file is read whenever somebody asks what time it is, so that a test moves the clock of a running worker.
"""

import sys
from pathlib import Path

from domain.kernel.clock import Millis
from services.cli import worker
from services.cli.app import refusals_as_sentences
from services.cli.flags import configured
from services.commands.tables import Tables


def main(file: Path) -> None:
    """Move the clock, then work."""
    true_time = Tables.now

    def now(tables: Tables) -> Millis:
        return true_time(tables) + int(file.read_text() or 0)

    Tables.now = now  # type: ignore[method-assign, assignment]  # see the module
    worker.run(configured(None))


if __name__ == "__main__":
    with refusals_as_sentences():
        main(Path(sys.argv[1]))
