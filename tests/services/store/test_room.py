"""Whether there is room for more choices, on a cluster."""

from services.engine.free_space import FreeSpace
from services.settings import Secret, Settings
from services.settings.addresses import CLUSTER
from services.store.connections import connect
from tests.kit.processes import Cluster


async def test_a_cluster_is_full_when_one_of_its_masters_is(cluster: Cluster) -> None:
    url = cluster.url.replace("redis://", CLUSTER)
    client = connect(url)
    guard = FreeSpace(Settings(redis_url=Secret(url)), client)
    try:
        for node in cluster.nodes:
            await guard.look()
            assert guard.left
            with node.client() as master:
                master.config_set("maxmemory", 1)
                await guard.look()
                master.config_set("maxmemory", 0)
            assert not guard.left
    finally:
        await client.aclose()
