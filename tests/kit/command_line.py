"""The command line tool as its users run it: a process of its own, with nothing but what the test gives it."""

import subprocess
import sys

from tests.kit.processes import PATIENCE, REPOSITORY


def acta(*words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run `acta` to its end."""
    return subprocess.run(
        [sys.executable, "-m", "services.cli", *words],
        cwd=REPOSITORY,
        env={"COLUMNS": "120", **environ},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
