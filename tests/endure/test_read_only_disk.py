"""A disk that takes no more writes while people play, as after a fault of its hardware, and takes them again later.

The engine ends at the first write that fails, and cannot start where it cannot write. Processes keep what they have
open, so here it is killed at the moment at which its folder can only be read.
"""

import asyncio
import os
import random
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path

import httpx
import pytest

from domain.registry import Registry
from tests.endure.acta_server import Acta, running_acta
from tests.endure.recorded_players import RECOVERY_SECONDS, RecordedPlayers, evidence
from tests.kit.checker import check
from tests.kit.http import GAMES
from tests.kit.processes import wait_for

SEED = int(os.environ.get("ENDURE_SEED", secrets.randbelow(10**6)))
TIMES = int(os.environ.get("ENDURE_DISKS", "1"))
EACH = 30
"""So many commands before the disk is lost, and after it is back."""
ANSWERS = {200, 201, 409, 422, 503}


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """A folder in which nothing can be written for the length of a block, though what is open stays open."""
    mount = shutil.which("mount")
    if os.geteuid() != 0 or mount is None or subprocess.run([mount, "--bind", folder, folder], check=False).returncode:
        pytest.skip("only root may take a disk away")
    try:
        subprocess.run([mount, "-o", "remount,bind,ro", folder], check=True)
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.mark.timeout(180 + 60 * TIMES)
async def test_nothing_that_was_answered_is_lost_with_a_disk_that_can_only_be_read(tmp_path: Path) -> None:
    print(f"ENDURE_SEED={SEED}")  # noqa: T201 - shown if it fails
    with running_acta(tmp_path) as acta:
        async with RecordedPlayers(acta.url, random.Random(SEED)) as players, asyncio.TaskGroup() as group:
            losing = group.create_task(lose_the_disk(acta, tmp_path / "data", players))
            for number in range(2):
                group.create_task(players.table(lambda: not losing.done(), with_bot=number == 0))
        found = await evidence(players, acta.redis_url)
    assert players.statuses <= ANSWERS
    assert HTTPStatus.SERVICE_UNAVAILABLE in players.statuses
    assert check(found, Registry.with_extra(GAMES)) == []


async def lose_the_disk(acta: Acta, data: Path, players: RecordedPlayers) -> None:
    for _ in range(TIMES):
        await players.until_confirmed(players.confirmed + EACH)
        with read_only(data):
            acta.kill("redis")
            await asyncio.to_thread(wait_for, lambda: says_so(acta), seconds=RECOVERY_SECONDS, what="a cry for help")
        await asyncio.to_thread(acta.wait_until_ready)
    await players.until_confirmed(players.confirmed + EACH)


def says_so(acta: Acta) -> bool:
    """Whether the engine was started in vain, and those who ask are told that the store is away."""
    answer = httpx.get(f"{acta.url}/readyz", timeout=RECOVERY_SECONDS)
    return "Read-only file system" in acta.tree.output() and answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
