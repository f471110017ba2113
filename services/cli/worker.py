"""`acta worker`: processes that do jobs, and one that looks for work that was lost."""

from functools import partial
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from services.cli.flags import Flags, begin, described
from services.cli.forked import Forked
from services.cli.supervisor import STOP_SECONDS, Program, supervising
from services.settings import Settings
from services.settings.values import DESCRIPTIONS
from workers import runner

PATIENCE = STOP_SECONDS * 0.8
"""Seconds for a job to come to its end: less than `acta serve` gives us."""


def worker(
    *,
    queues: Annotated[str | None, described("queues")] = None,
    processes: Annotated[int | None, Parameter(help=DESCRIPTIONS["worker_processes"], validator=Number(gte=1))] = None,
    flags: Flags | None = None,
) -> None:
    """Work until a signal ends the process."""
    run(begin(flags, queues=queues, worker_processes=processes))


def run(settings: Settings) -> None:
    """Load once what every job needs, then fork."""
    settings = runner.prepare(settings)
    with supervising(PATIENCE) as supervisor:
        supervisor.start(Program(name="sweeper", start=partial(Forked, partial(runner.run_sweeper, settings))))
        for _ in range(settings.worker_processes):
            supervisor.start(Program(name="worker", start=partial(Forked, partial(runner.run_worker, settings))))
        supervisor.keep_up()
