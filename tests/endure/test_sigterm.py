"""A server that is told to stop, again and again, while people play: as by an operator who upgrades at noon.

It ends in good order within seconds: whoever was answered finds the choice stored, who was refused was told so, and
nobody waits for an answer that never comes. A few stops run with the suite; `make endure` runs 30.
"""

import asyncio
import os
import random
import secrets
import signal
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from domain.registry import Registry
from tests.endure.acta_server import Acta, running_acta
from tests.endure.recorded_players import WAIT_SECONDS, RecordedPlayers, evidence
from tests.kit.checker import check
from tests.kit.http import GAMES
from tests.kit.processes import free_ports

STOPS = int(os.environ.get("ENDURE_STOPS", "2"))
SEED = int(os.environ.get("ENDURE_SEED", secrets.randbelow(10**6)))
TABLES = 4
EACH = 30
"""So many commands between two stops, or up to twice as many."""
ANSWERS = {200, 201, 409, 422, 503}
STOP_SECONDS = 10
"""It takes less than five where nobody else needs the machine."""


@pytest.mark.timeout(100 + 60 * STOPS)
async def test_a_server_that_is_stopped_under_load_keeps_its_word_and_leaves_nobody_waiting(tmp_path: Path) -> None:
    print(f"ENDURE_SEED={SEED}")  # noqa: T201 - shown if it fails
    rng = random.Random(SEED)
    (port,) = free_ports(1)
    with ExitStack() as stack:
        async with RecordedPlayers(f"http://127.0.0.1:{port}", rng) as players, asyncio.TaskGroup() as group:
            stopping = group.create_task(stop_again_and_again(stack, tmp_path, port, players, rng))
            for number in range(TABLES):
                group.create_task(players.table(lambda: not stopping.done(), with_bot=number % 2 == 0))
        found = await evidence(players, stopping.result().redis_url)
    assert players.statuses <= ANSWERS
    assert check(found, Registry.with_extra(GAMES)) == []
    assert max(sent.answered_at - sent.invoked_at for sent in players.history) < WAIT_SECONDS, "none was left waiting"


async def stop_again_and_again(
    stack: ExitStack, folder: Path, port: int, players: RecordedPlayers, rng: random.Random
) -> Acta:
    """Stop and start the server; gives the last one, which runs."""
    acta = await started(stack, folder, port)
    for _ in range(STOPS):
        await players.until_confirmed(players.confirmed + rng.randrange(EACH, 2 * EACH))
        await asyncio.to_thread(stop, acta)
        acta = await started(stack, folder, port)
    await players.until_confirmed(players.confirmed + EACH)
    return acta


async def started(stack: ExitStack, folder: Path, port: int) -> Acta:
    """The server on its data, while its people try to reach it."""
    serving = running_acta(folder, ACTA_PORT=str(port), ACTA_API_PROCESSES="2")
    return await asyncio.to_thread(stack.enter_context, serving)


def stop(acta: Acta) -> None:
    """Ask it to end, as systemd does."""
    children = acta.tree.descendants()
    began = time.monotonic()
    assert acta.tree.end(signal.SIGTERM, 2 * STOP_SECONDS) == 0
    assert time.monotonic() - began < STOP_SECONDS
    assert not [child for child in children if child.is_running()]
    assert "Traceback" not in acta.tree.output()
