"""`acta projector`: one projector process."""

from services.bootstrap import run_projector
from services.cli.flags import Flags, configured


def projector(flags: Flags | None = None) -> None:
    """Project until a signal ends the process."""
    run_projector(configured(flags))
