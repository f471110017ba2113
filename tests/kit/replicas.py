"""Servers that stand in for each other: replicas of a server, and sentinels that watch it."""

import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import redis

from services.engine import binaries, parent_death
from tests.kit.partition import Place
from tests.kit.processes import (
    LOOPBACK,
    MASTERS,
    Cluster,
    Server,
    cluster_options,
    free_ports,
    join,
    running_server,
    wait_for,
)


class Replicated:
    """A master and its replicas, each with a TCP port."""

    def __init__(self, servers: Sequence[Server], ports: Sequence[int]) -> None:
        self.servers = servers
        self.ports = ports

    @property
    def master(self) -> Server:
        return self.servers[0]

    @property
    def replicas(self) -> Sequence[Server]:
        return self.servers[1:]


@contextmanager
def running_replicated(folder: Path, replicas: int = 1) -> Iterator[Replicated]:
    """A master with replicas that follow it already, for the length of a block."""
    ports = free_ports(1 + replicas)
    with ExitStack() as stack:
        servers = [
            stack.enter_context(running_server(folder / str(port), options=["--port", str(port), *_follows(ports, at)]))
            for at, port in enumerate(ports)
        ]
        with servers[0].client() as master:
            wait_for(lambda: _followers(master) == replicas, what="the replicas to follow")
        yield Replicated(servers, ports)


def _follows(ports: Sequence[int], at: int) -> list[str]:
    return ["--replicaof", f"127.0.0.1 {ports[0]}"] if at else ["--repl-diskless-sync-delay", "0"]


def _followers(master: redis.Redis) -> int:
    info = master.info("replication")
    return sum(info[f"slave{number}"]["state"] == "online" for number in range(info["connected_slaves"]))


@contextmanager
def running_sentinels(folder: Path, master: int, name: str = "acta", count: int = 3) -> Iterator[list[int]]:
    """Sentinels that promote a replica a second after the master at that port fell silent; gives their ports."""
    engine = binaries.bundled()
    assert engine is not None
    ports = free_ports(count)
    processes = []
    try:
        for port in ports:
            home = folder / f"sentinel-{port}"
            home.mkdir(parents=True)
            (home / "sentinel.conf").write_text(_configuration(port, master, name, count // 2 + 1))
            command = [engine.binary, str(home / "sentinel.conf"), "--sentinel"]
            with (home / "log").open("wb") as log:
                tied = parent_death.tied_command(command, signal.SIGKILL)
                processes.append(subprocess.Popen(tied, cwd=home, stdout=log, stderr=log))
        for port in ports:
            wait_for(lambda port=port: _sees_all(port, name, count), what="the sentinels to meet")  # type: ignore[misc] # mypy cannot type the default
        yield ports
    finally:
        for process in processes:
            process.kill()
            process.wait()


def _configuration(port: int, master: int, name: str, quorum: int) -> str:
    return (
        f"port {port}\nbind 127.0.0.1\nsentinel monitor {name} 127.0.0.1 {master} {quorum}\n"
        f"sentinel down-after-milliseconds {name} 1000\nsentinel failover-timeout {name} 4000\n"
    )


def _sees_all(port: int, name: str, count: int) -> bool:
    try:
        with redis.Redis(port=port) as client:
            found = client.sentinel_master(name)
            return bool(found["num-other-sentinels"] == count - 1 and found["num-slaves"] >= 1)
    except redis.RedisError:
        return False


@contextmanager
def running_replicated_cluster(folder: Path, places: Sequence[Place] = ()) -> Iterator[Cluster]:
    """A cluster of three masters, each with a replica that takes its place, for the length of a block.

    The first master stands in the first of two places, everybody else in the second.
    """
    free = free_ports(4 * MASTERS)
    ports, buses = free[: 2 * MASTERS], free[2 * MASTERS :]
    with ExitStack() as stack:
        nodes: list[Server] = []
        for port, bus in zip(ports, buses, strict=True):
            options = [*cluster_options(port, bus), *_SOON]
            running = places[bool(nodes)].running if places else running_server
            nodes.append(stack.enter_context(running(folder / str(port), options=options)))
        host = places[0].host if places else LOOPBACK
        join(nodes[:MASTERS], ports, buses, host)
        for number in range(MASTERS):
            _follow(nodes[MASTERS + number], nodes[number], (host, ports[0], buses[0]))
        cluster = Cluster(nodes, ports)
        wait_for(lambda: is_whole(cluster), what="every master to have a replica")
        yield cluster


_SOON = ("--repl-diskless-sync-delay", "0", "--cluster-replica-validity-factor", "0")


def _follow(replica: Server, master: Server, known: tuple[str, int, int]) -> None:
    with replica.client() as client, master.client() as leader:
        name = leader.cluster("MYID").decode()
        client.cluster("MEET", *known)
        wait_for(lambda: name in str(client.cluster("NODES")), what="the nodes to meet")

        def follows() -> bool:
            try:
                return bool(client.cluster("REPLICATE", name))
            except redis.ResponseError:  # it knows of the other, but not yet that it is a master
                return False

        wait_for(follows, what="a replica to follow")


def roles(servers: Sequence[Server]) -> list[dict[str, object]]:
    """What each server says of its part in replication; nothing of one that does not answer."""
    found: list[dict[str, object]] = []
    for server in servers:
        try:
            with server.client() as client:
                found.append(client.info("replication"))
        except redis.RedisError:
            found.append({})
    return found


def has_recovered(cluster: Cluster, *, but: Server | None = None) -> bool:
    """Whether every node that answers is in use, and sends clients to the same masters, all of which answer.

    A replica that has taken over is a master before the others know of it: for a moment they name the one that is gone,
    or refuse everything. `but` is a node that is cut off from the others, and goes on by itself.
    """
    alive, named, in_use = set[int](), list[set[int]](), True
    for server, port in zip(cluster.nodes, cluster.ports, strict=True):
        if server is not but:
            with suppress(redis.RedisError), server.client() as client:
                named.append({slots[2][1] for slots in client.execute_command("CLUSTER SLOTS")})
                in_use = in_use and client.cluster("INFO")["cluster_state"] == "ok"
                alive.add(port)
    first = named[0] if named else set()
    return in_use and len(first) == MASTERS and first <= alive and all(masters == first for masters in named)


def is_whole(cluster: Cluster) -> bool:
    """Whether all know the same three masters, each with a replica that has caught up."""
    found = roles(cluster.nodes)
    masters = [one for one in found if one.get("role") == "master" and one["connected_slaves"] == 1]
    followers = [one for one in found if one.get("role") == "slave" and one["master_link_status"] == "up"]
    return len(masters) == len(followers) == MASTERS and has_recovered(cluster)
