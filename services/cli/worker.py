"""`acta worker`: processes that do jobs, and one that looks for lost jobs."""

from functools import partial
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from services.cli.flags import Flags, configured, described
from services.cli.forked_process import ForkedProcess
from services.cli.supervisor import STOP_SECONDS, Program, supervising
from services.settings import Settings
from services.settings.values import DESCRIPTIONS
from workers import runner

JOB_STOP_SECONDS = STOP_SECONDS * 0.8
"""Seconds for a job to end when the worker is stopped: less than `acta serve` gives the worker."""


def worker(
    *,
    queues: Annotated[str | None, described("queues")] = None,
    processes: Annotated[int | None, Parameter(help=DESCRIPTIONS["worker_processes"], validator=Number(gte=1))] = None,
    flags: Flags | None = None,
) -> None:
    """Work until a signal ends the process."""
    run(configured(flags, queues=queues, worker_processes=processes))


def run(settings: Settings) -> None:
    """Load once what every job needs, then fork."""
    settings = runner.prepare(settings)
    with supervising(JOB_STOP_SECONDS) as supervisor:
        supervisor.start(Program(name="sweeper", start=partial(ForkedProcess, runner.run_sweeper, settings)))
        for _ in range(settings.worker_processes):
            supervisor.start(Program(name="worker", start=partial(ForkedProcess, runner.run_worker, settings)))
        supervisor.keep_up()
