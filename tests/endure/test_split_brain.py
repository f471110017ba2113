"""A cluster that falls in two, both parts writing: what was acknowledged stays, and nothing else does.

One master is cut off from all others, but not from its clients, and goes on as if nothing had happened; its replica
takes its place among the others.
"""

from pathlib import Path
from typing import Any

import pytest

from domain.kernel.errors import OutcomeUnknown
from services.settings.addresses import CLUSTER
from services.store import keys
from services.store.acknowledged import Acknowledged
from services.store.connections import connect
from services.store.events import Appended, EventStore
from tests.kit.partition import two_places
from tests.kit.processes import MASTERS, Server, wait_for
from tests.kit.replicas import has_recovered, is_whole, roles, running_replicated_cluster
from tests.services.store.logs import Log
from tests.services.store.servers import assert_sound

WHOLE_SECONDS = 60
UNAWARE = 600_000
"""Milliseconds before the master that is cut off would give up by itself."""


def is_master(server: Server) -> bool:
    return roles([server])[0].get("role") == "master"


def log_of(client: Any, port: int) -> Log:  # noqa: ANN401 - see AnyRedis
    """A log that stands at the node with this port."""
    while client.get_node_from_key(keys.of((log := Log()).game).stream).port != port:
        pass
    return log


@pytest.mark.timeout(240)
async def test_a_cluster_that_falls_in_two_keeps_what_it_acknowledged_and_nothing_else(tmp_path: Path) -> None:
    with two_places() as places, running_replicated_cluster(tmp_path, places.both) as cluster:
        old, new = cluster.nodes[0], cluster.nodes[MASTERS]
        island, mainland = places.both
        first, *others = cluster.ports
        client: Any = connect(f"{CLUSTER}{island.host}:{first}")
        behind = EventStore(client, acknowledged=Acknowledged(client, 1))
        await behind.games()
        log, told = log_of(client, first), dict[str, Appended]()
        batch = log.batch(size=5)
        told[batch.command.key] = await behind.append(batch)
        log.follow(batch)

        with old.client() as admin:
            admin.config_set("cluster-node-timeout", UNAWARE)
        places.cut()
        wait_for(lambda: has_recovered(cluster, but=old), seconds=WHOLE_SECONDS, what="a replica in the master's place")
        assert is_master(new)
        doubtful = log.batch(size=3)
        with pytest.raises(OutcomeUnknown):
            await behind.append(doubtful)
        assert is_master(old)
        with old.client() as admin:
            assert admin.xlen(keys.of(log.game).stream) == 8, "both sides write"

        fresh: Any = connect(CLUSTER + ",".join(f"{mainland.host}:{port}" for port in others))
        ahead = EventStore(fresh, acknowledged=Acknowledged(fresh, 0))
        batch = log.batch(size=2)
        told[batch.command.key] = await ahead.append(batch)
        log.follow(batch)
        places.heal()
        wait_for(lambda: is_whole(cluster) and not is_master(old), seconds=WHOLE_SECONDS, what="a whole cluster")
        batch = log.batch()
        told[batch.command.key] = await behind.append(batch)
        for one in (client, fresh):
            await assert_sound(one, log.game, told)
            await one.aclose()
