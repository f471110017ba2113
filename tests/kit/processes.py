"""Real processes for tests: the embedded server, a cluster of three, and faults to inflict on them.

Everything started here is ended here, by its own process id, and dies with the test run.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

import psutil
import redis
from redis.cluster import RedisCluster

from services.engine import binaries, parent_death, server

T = TypeVar("T")
REPOSITORY = Path(__file__).parents[2]
SLOTS = 16384
MASTERS = 3
LOOPBACK = "127.0.0.1"
PATIENCE = float(os.environ.get("TEST_PATIENCE", "50"))
"""Seconds for whatever takes a second, such as a program of ours that starts, or twenty where others use all cores.

It only ends what hangs. `make test-busy` gives more, and so may whoever tests on a machine that others use.
"""


def wait_for(condition: Callable[[], T], *, seconds: float = PATIENCE, what: str = "the condition") -> T:
    """Poll until the condition gives something true, and return that; fail loudly after the deadline."""
    deadline = time.monotonic() + seconds
    while not (outcome := condition()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited {seconds} s in vain for {what}")
        time.sleep(0.01)
    return outcome


def free_ports(count: int) -> list[int]:
    """TCP ports of the loopback address that nobody listens on."""
    with ExitStack() as stack:
        probes = [stack.enter_context(socket.socket()) for _ in range(count)]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [probe.getsockname()[1] for probe in probes]


def is_running(pid: int) -> bool:
    """Whether a process lives; one that merely waits to be collected by its parent does not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


class Server:
    """An embedded server in its own folder, which can be killed, frozen and started again."""

    def __init__(self, folder: Path, *, fsync: server.Fsync = "always", options: Sequence[str] = ()) -> None:
        engine = binaries.bundled()
        assert engine is not None, "the embedded server is a dependency of the project"
        socket_path = server.socket_path(folder)
        self.plan = server.Plan(engine=engine, folder=folder, socket=socket_path, fsync=fsync, options=options)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return self.plan.url

    @property
    def pid(self) -> int:
        assert self._process is not None, "not started"
        return self._process.pid

    def start(self) -> None:
        """Start and wait until the data is loaded."""
        process = server.spawn(self.plan)
        self._process = process
        server.wait_until_loaded(self.plan, lambda: process.poll() is None)

    def kill(self) -> None:
        """As a power cut to the process: kill -9."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it in an orderly way."""
        self._end(signal.SIGTERM)

    def freeze(self) -> None:
        """Alive but silent: SIGSTOP."""
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    def client(self) -> redis.Redis:
        return redis.Redis.from_url(self.url)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        self._process.wait(PATIENCE)
        self._process = None


@contextmanager
def running_server(folder: Path, *, fsync: server.Fsync = "always", options: Sequence[str] = ()) -> Iterator[Server]:
    """An embedded server for the length of a block."""
    one = Server(folder, fsync=fsync, options=options)
    try:
        one.start()
        yield one
    finally:
        one.kill()


class ProcessTree:
    """A program of ours with all its children, its output kept in a file."""

    def __init__(
        self, words: Sequence[str], output: Path, environ: Mapping[str, str] | None = None, folder: Path = REPOSITORY
    ) -> None:
        others = {name: value for name, value in os.environ.items() if not name.startswith("ACTA_")}
        self._output = output
        with output.open("wb") as file:
            self.process = subprocess.Popen(
                parent_death.tied_command([sys.executable, *words], signal.SIGKILL),
                cwd=folder,
                env=others | {"PYTHONPATH": str(REPOSITORY)} | dict(environ or {}),
                stdout=file,
                stderr=subprocess.STDOUT,
            )

    def output(self) -> str:
        return self._output.read_text()

    def wait_until_it_says(self, words: str, seconds: float = PATIENCE) -> str:
        """Wait for words in its output; an early end is an error that shows the output."""

        def said() -> bool:
            if words not in self.output() and self.process.poll() is not None:
                raise AssertionError(f"it ended without saying {words!r}:\n{self.output()}")
            return words in self.output()

        wait_for(said, seconds=seconds, what=f"{words!r} in\n{self.output()}")
        return self.output()

    def descendants(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)

    def end(self, how: signal.Signals, seconds: float = PATIENCE) -> int:
        """Send a signal, wait for the end and give the exit code."""
        self.process.send_signal(how)
        return self.process.wait(seconds)


@contextmanager
def running_tree(
    words: Sequence[str], output: Path, environ: Mapping[str, str] | None = None, folder: Path = REPOSITORY
) -> Iterator[ProcessTree]:
    """Run Python with these words in a folder for the length of a block; nothing of it lives on."""
    tree = ProcessTree(words, output, environ, folder)
    try:
        yield tree
    finally:
        if tree.process.poll() is None:
            tree.end(signal.SIGKILL)


class Cluster:
    """Three masters that share all hash slots."""

    def __init__(self, nodes: Sequence[Server], ports: Sequence[int]) -> None:
        self.nodes = nodes
        self.ports = ports

    @property
    def url(self) -> str:
        return f"redis://{LOOPBACK}:{self.ports[0]}"

    def client(self) -> RedisCluster:
        return RedisCluster.from_url(self.url)

    def wait_until_agreed(self) -> None:
        """Wait until every node sees all others again: one that was lost is back for some before it is for all."""
        for node in self.nodes:
            with node.client() as client:
                wait_for(partial(_agrees, client, len(self.nodes)), what="the cluster to agree")


@contextmanager
def running_cluster(folder: Path) -> Iterator[Cluster]:
    """A Redis Cluster of three embedded masters without replicas, for the length of a block."""
    free = free_ports(2 * MASTERS)
    ports, buses = free[:MASTERS], free[MASTERS:]
    with ExitStack() as stack:
        nodes = [
            stack.enter_context(running_server(folder / str(port), options=cluster_options(port, bus)))
            for port, bus in zip(ports, buses, strict=True)
        ]
        join(nodes, ports, buses)
        yield Cluster(nodes, ports)


def cluster_options(port: int, bus: int) -> list[str]:
    """What makes a server the node of a cluster."""
    flags = {
        "port": port,
        "bind": LOOPBACK,
        "cluster-enabled": "yes",
        "cluster-port": bus,
        "cluster-node-timeout": 2000,
    }
    return [word for flag, value in flags.items() for word in (f"--{flag}", str(value))]


def join(nodes: Sequence[Server], ports: Sequence[int], buses: Sequence[int], host: str = LOOPBACK) -> None:
    """Deal out the slots, introduce the nodes to each other and wait until all agree."""
    clients = [node.client() for node in nodes]
    bounds = [SLOTS * index // MASTERS for index in range(MASTERS + 1)]
    for index, client in enumerate(clients):
        client.cluster("SET-CONFIG-EPOCH", index + 1)
        client.cluster("ADDSLOTSRANGE", bounds[index], bounds[index + 1] - 1)
        client.cluster("MEET", host, ports[0], buses[0])
    for client in clients:
        wait_for(partial(_agrees, client, len(nodes)), what="the cluster to form")
        client.close()


def _agrees(client: redis.Redis, count: int) -> bool:
    """Whether a node sees all others and is linked to them: without its link, what is published is not passed on."""
    info, nodes = client.cluster("INFO"), client.cluster("NODES")
    linked = len(nodes) == count and all(node["connected"] and "fail" not in node["flags"] for node in nodes.values())
    return bool(info["cluster_state"] == "ok" and linked)
