"""Several machines in earnest: a cluster with replicas, a queue with sentinels, every part twice, each killed in turn.

No accepted choice is lost, none happens twice, every game goes on, and read models are what a rebuild makes of them.
In the suite four people play while a master of the cluster and the master of the queue are lost at the same moment.
`make endure` lets 50 people make 100,000 choices, loses every kind of machine again and again, and writes a report to
`build/`; ENDURE_CLUSTER_COMMANDS=100 is a form of a minute. ENDURE_SECONDS ends it earlier, with what was reached.
"""

import asyncio
import os
import random
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from domain.kernel.errors import OutcomeUnknown, StoreUnavailable
from domain.registry import Registry
from services import bootstrap
from services.cli.rebuild import rebuild_models
from services.foundation import Services
from services.settings import Secret, Settings
from services.settings.addresses import CLUSTER
from services.store import keys, lag
from services.store.client import Client
from tests.endure.parts import Machines, running_machines
from tests.endure.recorded_players import RecordedPlayers, evidence
from tests.kit.checker import check
from tests.kit.http import GAMES
from tests.kit.processes import REPOSITORY, Cluster, wait_for
from tests.kit.replicas import (
    Replicated,
    has_recovered,
    is_whole,
    roles,
    running_replicated,
    running_replicated_cluster,
    running_sentinels,
)
from tests.services.store.servers import AnyRedis

IN_SUITE = "ENDURE_CLUSTER_COMMANDS" not in os.environ
COMMANDS = int(os.environ.get("ENDURE_CLUSTER_COMMANDS", "40"))
PLAYERS = int(os.environ.get("ENDURE_PLAYERS", "4" if IN_SUITE else "6"))
SECONDS = float(os.environ.get("ENDURE_SECONDS", "inf"))
SEED = int(os.environ.get("ENDURE_SEED", secrets.randbelow(10**6)))
IS_LONG = COMMANDS > 1000
KINDS = ("taberna", "forum-trajanum", "trajan", "concordia") if IS_LONG else ("taberna",)
VICTIMS = ("master", "queue", "api", "projector", "worker", "sender")
ANSWERS = {200, 201, 409, 422, 503}
WHOLE_SECONDS = 60


class Site:
    """All of it: the stores, and the parts that stand on them."""

    def __init__(self, cluster: Cluster, queue: Replicated, machines: Machines, settings: Settings) -> None:
        self.cluster, self.queue, self.machines, self.settings = cluster, queue, machines, settings
        self.outages: list[tuple[str, float]] = []

    def hit(self, victim: str, rng: random.Random) -> None:
        """Kill something, and bring its machine back once the others do without it."""
        began = time.monotonic()
        match victim:
            case "master":
                self._replace_master(rng)
            case "queue":
                self._replace_queue()
            case part:
                self.machines.kill(part, rng)
                self.machines.wait_until_ready()
        self.outages.append((victim, time.monotonic() - began))
        print(f"{victim} was lost and is back after {self.outages[-1][1]:.1f} s", flush=True)  # noqa: T201 - shown if it fails

    def _replace_master(self, rng: random.Random) -> None:
        wait_for(lambda: is_whole(self.cluster), seconds=WHOLE_SECONDS, what="a whole cluster")
        nodes = self.cluster.nodes
        victim = rng.choice([node for node, one in zip(nodes, roles(nodes), strict=True) if one["role"] == "master"])
        victim.kill()
        wait_for(lambda: has_recovered(self.cluster), seconds=WHOLE_SECONDS, what="a replica in the master's place")
        victim.start()
        wait_for(lambda: is_whole(self.cluster), seconds=WHOLE_SECONDS, what="the lost node as a replica")

    def _replace_queue(self) -> None:
        servers = self.queue.servers
        wait_for(lambda: _one_of_each(roles(servers)), seconds=WHOLE_SECONDS, what="a queue with its replica")
        (victim,) = [s for s, one in zip(servers, roles(servers), strict=True) if one["role"] == "master"]
        victim.kill()
        others = [server for server in servers if server is not victim]
        wait_for(lambda: roles(others)[0].get("role") == "master", seconds=WHOLE_SECONDS, what="a new queue")
        victim.start()
        if not IN_SUITE:  # the sentinels take ten seconds until one is a replica; they may make the victim master again
            wait_for(lambda: _one_of_each(roles(servers)), seconds=WHOLE_SECONDS, what="a queue with its replica")


def _one_of_each(states: Sequence[dict[str, Any]]) -> bool:
    return sorted(str(one.get("role")) for one in states) == ["master", "slave"]


@contextmanager
def running_site(folder: Path) -> Iterator[Site]:
    with (
        running_replicated_cluster(folder / "cluster") as cluster,
        running_replicated(folder / "queue") as queue,
        running_sentinels(folder / "queue", queue.ports[0]) as sentinels,
    ):
        nodes = ",".join(f"127.0.0.1:{port}" for port in cluster.ports)
        redis_url = f"{CLUSTER}{nodes}"
        queue_url = f"redis+sentinel://{','.join(f'127.0.0.1:{port}' for port in sentinels)}/acta"
        with running_machines(folder / "parts", redis_url, queue_url, ACTA_WAIT_REPLICAS="1") as machines:
            settings = Settings(redis_url=Secret(redis_url), queue_url=Secret(queue_url), games=tuple(GAMES))
            yield Site(cluster, queue, machines, settings)


@pytest.mark.timeout(max(600, COMMANDS // 20))
async def test_nothing_that_was_answered_is_lost_whatever_machine_is_lost(tmp_path: Path) -> None:
    print(f"ENDURE_SEED={SEED}")  # noqa: T201 - shown if it fails
    rng = random.Random(SEED)
    with running_site(tmp_path) as site:
        began = time.monotonic()
        players = await storm(site, rng)
        took = time.monotonic() - began
        found = await evidence(players, site.settings.redis_url.reveal() if site.settings.redis_url else "")
        assert players.statuses <= ANSWERS
        assert check(found, Registry.with_extra(GAMES)) == []
        events = sum(len(stream.records) for stream in found.streams.values())
        rows = await compare_with_rebuild(site.settings)
        for part in site.machines.parts:
            assert unexpected(part.output()) == []
    report(players, site, f"{events} events, {rows} rows equal to a rebuild, {took:.0f} s")


def unexpected(output: str) -> list[str]:
    """Lines that tell of an error which nobody foresaw.

    Of a job that met a lost store, and is done again, rq tells with a traceback, too.
    """
    foreseen = (StoreUnavailable.__name__, OutcomeUnknown.__name__)
    return [line for line in output.splitlines() if "Traceback" in line and not any(one in line for one in foreseen)]


async def storm(site: Site, rng: random.Random) -> RecordedPlayers:
    """People play while one machine after the other is lost."""
    first, *others = site.machines.urls
    async with RecordedPlayers(first, rng, *others, games=KINDS) as players:
        ends = time.monotonic() + SECONDS
        keeping = asyncio.create_task(site.machines.keep_up())
        async with asyncio.TaskGroup() as group:
            hit = hit_at_once(site, players, rng) if IN_SUITE else hit_in_turn(site, players, rng, ends)
            hitting = group.create_task(hit)
            for number in range(PLAYERS // 2):
                more = lambda: not hitting.done() or (players.confirmed < COMMANDS and time.monotonic() < ends)  # noqa: E731 - shared by all
                group.create_task(players.table(more, with_bot=number % 2 == 0))
        keeping.cancel()
    return players


async def hit_at_once(site: Site, players: RecordedPlayers, rng: random.Random) -> None:
    """The two stores, while everybody plays."""
    await players.until_confirmed(COMMANDS // 4)
    await asyncio.gather(*(asyncio.to_thread(site.hit, victim, rng) for victim in ("master", "queue")))
    await players.until_confirmed(players.confirmed + COMMANDS // 2)


async def hit_in_turn(site: Site, players: RecordedPlayers, rng: random.Random, ends: float) -> None:
    """Each kind of machine, in a random order, as often as the length of the run allows."""
    rounds = max(1, COMMANDS // 5000)
    victims = [victim for _ in range(rounds) for victim in rng.sample(VICTIMS, len(VICTIMS))]
    for number, victim in enumerate(victims, 1):
        if time.monotonic() > ends:
            return
        wanted = COMMANDS * number // (len(victims) + 1)
        await players.until_confirmed(min(wanted, players.confirmed + COMMANDS // 10))
        await asyncio.to_thread(site.hit, victim, rng)


async def compare_with_rebuild(settings: Settings) -> int:
    """Read models, as the projectors left them, are what a rebuild makes; gives the number of rows."""
    services = bootstrap.build(settings, enqueues_owed=False)
    await services.open()
    client: Any = services.client
    try:
        await caught_up(services)
        before = await rows_of(client, await services.models.live())
        await rebuild_models(services, lambda _read: None)
        after = await rows_of(client, await services.models.live())
    finally:
        await services.close()
    assert before == after
    return len(after[0])


async def caught_up(services: Services) -> None:
    """Wait until the projectors have read every feed to its end."""
    deadline = time.monotonic() + WHOLE_SECONDS
    while (late := await lag.measure(cast("Client", services.client), services.models)).entries:
        assert time.monotonic() < deadline, late
        await asyncio.sleep(0.1)


async def rows_of(client: AnyRedis, generation: str) -> tuple[dict[bytes, bytes], list[Any], dict[bytes, bytes]]:
    of = keys.generation(generation)
    return await client.hgetall(of.rows), await client.zrange(of.order, 0, -1), await client.hgetall(of.parked)


def report(players: RecordedPlayers, site: Site, summary: str) -> None:
    """What happened, for people."""
    doubts = sum(sent.answer == "unknown" for sent in players.history)
    head = f"seed {SEED}: {players.confirmed} choices by {PLAYERS} people in {len(players.games)} games"
    lines = [
        f"{head}, {doubts} answers lost and asked for again, none lost, none twice; {summary}",
        *(f"  {victim:<10} {seconds:5.1f} s until all was whole again" for victim, seconds in site.outages),
    ]
    print("\n".join(lines))  # noqa: T201 - as above
    if IS_LONG:
        (REPOSITORY / "build").mkdir(exist_ok=True)
        (REPOSITORY / "build" / "endure-cluster.txt").write_text("\n".join(lines) + "\n")
