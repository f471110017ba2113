"""No id is given twice, not even by two processes of which one was forked from the other."""

import re
import subprocess
import sys

from services.play.random_ids import RandomIds

FORKED = """
import os
from services.play.random_ids import RandomIds

ids = RandomIds(10)
ids.new()
if child := os.fork():
    os.waitpid(child, 0)
for _ in range(200):
    print(ids.new())
"""


def test_every_id_is_another() -> None:
    ids = RandomIds(10)
    given = [ids.new() for _ in range(1000)]
    assert len({*given}) == len(given)
    assert all(re.fullmatch("[0-9a-f]{20}", one) for one in given)


def test_a_forked_process_gives_ids_of_its_own() -> None:
    """In a process without threads, which may be forked everywhere."""
    told = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True, check=True).stdout.split()
    assert len({*told}) == len(told) == 400
