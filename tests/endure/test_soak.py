"""A server in use, hour after hour: many people and bots play, and the memory of each process stays as it is.

In the suite it lasts seconds. `make endure` lets 1,000 people play at 500 tables with bots for ten minutes, prints what
each process holds every 30 seconds, and writes it to `build/endure-soak.txt`.
"""

import asyncio
import os
import random
import secrets
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, get_args

import psutil
import pytest

from domain.registry import Registry
from services.accounts import NewAccount
from services.store.accounts.accounts import Accounts
from services.store.accounts.passwords import Passwords
from services.store.connections import connect
from tests.endure.acta_server import Acta, Part, running_acta
from tests.endure.recorded_players import RecordedPlayers, evidence
from tests.kit.checker import check
from tests.kit.http import CHEAP, GAMES, PASSWORD
from tests.kit.processes import REPOSITORY

PEOPLE = int(os.environ.get("ENDURE_SOAK_PEOPLE", "20"))
SECONDS = float(os.environ.get("ENDURE_SOAK_SECONDS", "6"))
SEED = int(os.environ.get("ENDURE_SEED", secrets.randbelow(10**6)))
IS_LONG = SECONDS >= 300
KINDS = ("taberna", "forum-trajanum", "trajan", "concordia")
SAMPLES = 20
THOUGHT = PEOPLE / 50
"""Seconds at most: as people are more, each takes longer, and the server has as much to do."""
MOST_GROWTH = 0.05 if IS_LONG else 0.25
"""Of what a process holds, from one third to the next; caches still fill where all of it lasts seconds."""
MEBIBYTE = 2**20


class Held(NamedTuple):
    """What a part's processes held together after so many seconds."""

    after: float
    mebibytes: float


@pytest.mark.timeout(SECONDS * 2 + 120 + PEOPLE)
async def test_memory_is_flat_while_people_and_bots_play(tmp_path: Path) -> None:
    print(f"ENDURE_SEED={SEED}")  # noqa: T201 - shown if it fails
    at_once = str(2 * PEOPLE)  # everybody calls from the same address
    bounds = {"ACTA_STREAMS_PER_ADDRESS": at_once, "ACTA_CONNECTIONS_PER_ADDRESS": at_once}
    with running_acta(tmp_path, ACTA_SWEEP_SECONDS="10", **bounds) as acta:
        tokens = await signed_up(acta.redis_url)
        async with RecordedPlayers(acta.url, random.Random(SEED), games=KINDS, thought=THOUGHT) as players:
            held = await soak(acta, players, tokens)
        found = await evidence(players, acta.redis_url)
    report(held, f"{players.confirmed} choices by {PEOPLE} people in {len(players.games)} games with bots, seed {SEED}")
    assert players.confirmed >= PEOPLE
    assert check(found, Registry.with_extra(GAMES)) == []
    assert set(held) == set(get_args(Part))
    grown = {part: growth(series) for part, series in held.items() if part != "redis"}  # which holds the games
    assert {part: share for part, share in grown.items() if share > MOST_GROWTH} == {}


async def signed_up(redis_url: str) -> list[str]:
    """The tokens of new accounts, whose passwords cost little."""
    client, passwords = connect(redis_url), Passwords(CHEAP)
    accounts = Accounts(client, passwords)
    try:
        names = [f"Livia {secrets.token_hex(6)}" for _ in range(PEOPLE)]
        return [(await accounts.sign_up(NewAccount(name, PASSWORD))).token for name in names]
    finally:
        passwords.close()
        await client.aclose()


async def soak(acta: Acta, players: RecordedPlayers, tokens: Sequence[str]) -> Mapping[str, Sequence[Held]]:
    """Two people and a bot at each table, one game after the other, and what each part held meanwhile."""
    began = time.monotonic()
    more = lambda: time.monotonic() < began + SECONDS or players.confirmed < PEOPLE  # noqa: E731 - shared by all
    held: dict[str, list[Held]] = defaultdict(list)
    async with asyncio.TaskGroup() as group:
        for pair in zip(tokens[::2], tokens[1::2], strict=True):
            group.create_task(players.table(more, with_bot=True, known=pair))
        for number in range(1, SAMPLES + 1):
            await asyncio.sleep(began + SECONDS * number / SAMPLES - time.monotonic())
            for part in get_args(Part):
                held[part].append(Held(time.monotonic() - began, await asyncio.to_thread(holds, acta, part)))
            print(told(held, -1), flush=True)  # noqa: T201 - for people who watch the long form
    return held


def holds(acta: Acta, part: Part) -> float:
    """Mebibytes of a part's processes with all that they have forked; shared pages count once."""
    whole = [one for process in acta.processes(part) for one in (process, *process.children(recursive=True))]
    total = 0
    for process in whole:
        with suppress(psutil.NoSuchProcess):  # the process of a job has just ended
            total += int(process.memory_full_info().pss)
    return total / MEBIBYTE


def growth(series: Sequence[Held]) -> float:
    """By which share the least that was held in the last third is above that of the middle one.

    The least, since bots think in processes of their own, which come and go.
    """
    third = len(series) // 3
    before, after = (min(one.mebibytes for one in part) for part in (series[-2 * third : -third], series[-third:]))
    return after / before - 1


def told(held: Mapping[str, Sequence[Held]], number: int) -> str:
    parts = "  ".join(f"{part} {series[number].mebibytes:5.0f}" for part, series in held.items())
    return f"{held['api'][number].after:6.0f} s  {parts} MiB"


def report(held: Mapping[str, Sequence[Held]], summary: str) -> None:
    """What was held, for people."""
    rises = "  ".join(f"{part} {growth(series):+.1%}" for part, series in held.items())
    ends = f"{summary}\nfrom the second third to the last: {rises}"
    print(ends)  # noqa: T201 - as above
    if IS_LONG:
        (REPOSITORY / "build").mkdir(exist_ok=True)
        (REPOSITORY / "build" / "endure-soak.txt").write_text(
            "\n".join([*(told(held, number) for number in range(SAMPLES)), ends, ""])
        )
