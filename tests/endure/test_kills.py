"""kill -9 of anything at any moment while people play: nothing that was answered is lost, nothing happens twice.

A short form runs with the suite; `make endure` runs a long one. A failure prints its seed; ENDURE_SEED repeats it as
far as the moments of processes can be repeated.
"""

import asyncio
import os
import random
import secrets
from contextlib import suppress
from pathlib import Path

import httpx
import psutil
import pytest

from domain.registry import Registry
from tests.endure.acta_server import Acta, running_acta
from tests.endure.players import length
from tests.endure.recorded_players import RECOVERY_SECONDS, RecordedPlayers, evidence
from tests.kit.checker import check
from tests.kit.http import API, GAMES
from tests.kit.processes import wait_for

COMMANDS = int(os.environ.get("ENDURE_COMMANDS", "300"))
SEED = int(os.environ.get("ENDURE_SEED", secrets.randbelow(10**6)))
TABLES = 5
EACH = 16
"""About so many commands between two kills."""
VICTIMS = ("api", "worker", "sender", "fork", "redis", "queue", "projector")
ANSWERS = {200, 201, 409, 422, 503}
"""What people may be told meanwhile; never that something unexpected happened."""


@pytest.mark.timeout(max(180, COMMANDS))
async def test_what_was_answered_is_stored_once_whatever_is_killed(tmp_path: Path) -> None:
    print(f"ENDURE_SEED={SEED}")  # noqa: T201 - shown if it fails
    rng = random.Random(SEED)
    with running_acta(tmp_path, ACTA_API_PROCESSES="2") as acta:
        async with RecordedPlayers(acta.url, rng) as players, asyncio.TaskGroup() as group:
            killing = group.create_task(kill_again_and_again(acta, players, rng))
            for number in range(TABLES):
                group.create_task(
                    players.table(lambda: players.confirmed < COMMANDS or not killing.done(), with_bot=number % 2 == 0)
                )
        doubts = sum(sent.answer == "unknown" for sent in players.history)
        print(f"{players.confirmed} commands of {len(players.games)} games, {doubts} answers lost")  # noqa: T201 - see above
        assert players.statuses <= ANSWERS
        assert doubts, "the kills disturbed no answer"
        assert check(await evidence(players, acta.redis_url), Registry.with_extra(GAMES)) == []
        await asyncio.to_thread(wait_for, lambda: all_listed(acta, players), what="the lists to catch up")


async def kill_again_and_again(acta: Acta, players: RecordedPlayers, rng: random.Random) -> None:
    """Kill something every few commands; each kind of process in turn, in a random order."""
    for _ in range(max(3, COMMANDS // EACH // len(VICTIMS))):
        for victim in rng.sample(VICTIMS, len(VICTIMS)):
            await players.until_confirmed(min(players.confirmed + rng.randrange(2 * EACH), COMMANDS))
            await asyncio.to_thread(kill, acta, victim, rng)


def kill(acta: Acta, victim: str, rng: random.Random) -> None:
    match victim:
        case "fork":
            with suppress(psutil.NoSuchProcess):  # it was quicker
                rng.choice(wait_for(acta.workers, seconds=RECOVERY_SECONDS, what="a worker or sweeper")).kill()
        case "api" | "worker" | "sender" | "projector" | "redis" | "queue":
            acta.kill(victim, rng.randrange(2))
            if victim == "redis":
                acta.wait_until_ready()


def all_listed(acta: Acta, players: RecordedPlayers) -> bool:
    """Whether the projector, however often it was killed, has brought every game to its end."""
    listed: dict[str, int] = {}
    cursor: dict[str, str] = {}
    while True:
        page = httpx.get(f"{acta.url}{API}/games", params={"status": "finished", **cursor}).json()
        listed |= {item["game_id"]: item["version"] for item in page["items"]}
        if page["next"] is None:
            break
        cursor = {"cursor": page["next"]}
    return listed == {game: length(acta, game) for game in players.games}
