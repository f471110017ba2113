"""What is published is handed over as it arrives, in order, and a lost line says so."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from redis.exceptions import ConnectionError as NotConnected

from services.fast.subscription import Subscriber, SubscriptionLine
from services.settings.addresses import CLUSTER
from services.store.connections import subscriber
from tests.kit.processes import Cluster, Server, free_ports, wait_for

MANY = 2000


class Ear:
    """What was heard so far."""

    def __init__(self) -> None:
        self.heard: list[tuple[bytes, bytes]] = []

    def __call__(self, channel: bytes, message: bytes) -> None:
        self.heard.append((channel, message))

    async def until(self, count: int) -> None:
        async with asyncio.timeout(20):
            while len(self.heard) < count:  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0.005)


@asynccontextmanager
async def hearing(url: str, ear: Ear, *channels: str) -> AsyncIterator[SubscriptionLine]:
    async with Subscriber(subscriber(url)).subscribed(channels, ear) as line:
        yield line


async def test_everything_is_heard_in_order(server: Server) -> None:
    ear = Ear()
    long = b"x" * 100_000  # more than comes at once
    with server.client() as client:
        async with hearing(server.url, ear, "one", "two"):
            for number in range(MANY):
                client.publish("two" if number % 3 else "one", str(number))
            client.publish("one", long)
            client.publish("three", "is nobody's")
            await ear.until(MANY + 1)
        client.publish("one", "after it was closed")
        await asyncio.to_thread(wait_for, lambda: not dict(client.pubsub_numsub("one"))[b"one"], what="the end of it")
    expected = [(b"two" if number % 3 else b"one", str(number).encode()) for number in range(MANY)]
    assert ear.heard == [*expected, (b"one", long)]


async def test_a_lost_line_says_so_and_another_is_opened(own_server: Server) -> None:
    ear, again = Ear(), Subscriber(subscriber(own_server.url))
    async with again.subscribed(["one"], ear) as line:
        await line.lost_within(0.01)
        with own_server.client() as client:
            client.client_kill_filter(_type="pubsub")
            with pytest.raises(NotConnected, match="the server closed it"):
                await line.lost_within(10)
            with pytest.raises(NotConnected):
                await line.lost_within(10)
    async with again.subscribed(["one"], ear):
        with own_server.client() as client:
            client.publish("one", "heard")
        await ear.until(1)
    own_server.kill()
    with pytest.raises((NotConnected, OSError)):
        async with again.subscribed(["one"], ear):
            pass


async def test_a_channel_that_may_not_be_heard_is_no_silence(own_server: Server) -> None:
    with own_server.client() as client:
        client.execute_command("ACL", "SETUSER", "default", "resetchannels")
        with pytest.raises(NotConnected, match="NOPERM"):
            async with hearing(own_server.url, Ear(), "one"):
                pass


async def test_a_lost_node_of_a_cluster_costs_one_attempt(cluster: Cluster) -> None:
    ear, (gone,) = Ear(), free_ports(1)
    listening = Subscriber(subscriber(f"{CLUSTER}127.0.0.1:{gone},127.0.0.1:{cluster.ports[0]}"))
    with pytest.raises((NotConnected, OSError)):
        async with listening.subscribed(["one"], ear):
            pass
    async with listening.subscribed(["one"], ear):
        for node in cluster.nodes:  # whatever node it is published at
            with node.client() as client:
                client.publish("one", "heard")
        await ear.until(len(cluster.nodes))
