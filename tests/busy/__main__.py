"""Runs the suite again and again beside busy loops, and says which run failed and by which tests.

Every argument that it does not know goes to pytest: a folder, `-k`, `-n 1`. What pytest prints stands in build/busy.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from services.engine import parent_death
from tests.kit.processes import REPOSITORY

FOLDER = REPOSITORY / "build" / "busy"
PATIENCE = 300
"""Seconds for each test that names no limit of its own: with the loops a third of the machine is left."""
_FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


def main(words: Sequence[str]) -> int:
    """Give 0 if every run was green, else 1."""
    parser = argparse.ArgumentParser(prog="make test-busy", description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--loops", type=int, default=4)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    asked, to_pytest = parser.parse_known_args(words)
    if asked.runs < 1:
        parser.error("at least one run")
    asked.folder.mkdir(parents=True, exist_ok=True)
    with busy_loops(asked.loops) as loops:
        red = [number for number in range(1, asked.runs + 1) if not _run(number, asked, to_pytest)]
        ended = [loop.pid for loop in loops if loop.poll() is not None]
    if ended:
        print(
            f"{len(ended)} of {asked.loops} busy loops ended early: the machine was not as busy as it should have been."
        )
    print(f"{asked.runs - len(red)} of {asked.runs} runs were green; red: {', '.join(map(str, red)) or 'none'}.")
    return 1 if red or ended else 0


@contextmanager
def busy_loops(count: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Processes that compute for the length of a block; they end with it, and with this process however it ends."""
    command = parent_death.tied_command([sys.executable, "-I", "-S", "-c", "while True: pass"], signal.SIGKILL)
    with ExitStack() as ended:
        loops = []
        for _ in range(count):
            loops.append(loop := subprocess.Popen(command))
            ended.callback(loop.wait)
            ended.callback(loop.kill)
        yield loops


def _run(number: int, asked: argparse.Namespace, to_pytest: Sequence[str]) -> bool:
    """Run the suite once and tell the outcome; whether it was green."""
    output = asked.folder / f"run-{number}.txt"
    words = ["-n", "logical", "-q", "-rfE", f"--timeout={PATIENCE}", *to_pytest]
    began = time.monotonic()
    with output.open("wb") as file:
        code = subprocess.run(
            [sys.executable, "-m", "pytest", *words],
            cwd=REPOSITORY,
            env={**os.environ, "TEST_PATIENCE": str(PATIENCE - 20)},
            stdout=file,
            stderr=subprocess.STDOUT,
            check=False,
        ).returncode
    took, said = time.monotonic() - began, output.read_text("utf-8", "replace")
    outcome = "green" if code == 0 else f"red (pytest ended with {code}, see {output})"
    print(f"run {number} of {asked.runs}: {outcome}, {took:.0f} s", flush=True)
    for test in _FAILED.findall(said) if code else ():
        print(f"  {test}", flush=True)
    return code == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
