"""No id is given twice, not even by two processes of which one was forked from the other."""

import os
import re

from services.play.random_ids import RandomIds


def test_every_id_is_another() -> None:
    ids = RandomIds(10)
    given = [ids.new() for _ in range(1000)]
    assert len({*given}) == len(given)
    assert all(re.fullmatch("[0-9a-f]{20}", one) for one in given)


def test_a_forked_process_gives_ids_of_its_own() -> None:
    ids = RandomIds(10)
    ids.new()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, "".join(ids.new() for _ in range(200)).encode())
        os._exit(0)
    os.waitpid(child, 0)
    theirs = os.read(reading, 10_000).decode()
    os.close(reading)
    os.close(writing)
    ours = {ids.new() for _ in range(200)}
    assert ours.isdisjoint(theirs[place : place + 20] for place in range(0, len(theirs), 20))
