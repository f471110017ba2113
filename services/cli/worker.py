"""`acta worker`: one worker process."""

from services.cli.flags import Flags, begin
from workers.runner import run_worker


def worker(flags: Flags | None = None) -> None:
    """Work until a signal ends the process."""
    run_worker(begin(flags))
