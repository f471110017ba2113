"""The store on every kind of server that it promises to run on: the same tests, up to four parameters."""

import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from typing import NamedTuple

import pytest
from fakeredis import FakeAsyncRedis, FakeServer
from redis.asyncio import Redis, RedisCluster

from services.store.client import Client
from services.store.connections import connect
from services.store.events import EventStore
from tests.kit.processes import Server, running_server
from tests.services.store.servers import AnyRedis

GIVEN_URL = os.environ.get("ACTA_TEST_REDIS_URL", "")
KINDS = ["fakeredis", "server", "cluster", *(["given"] if GIVEN_URL else [])]

Open = Callable[[], AnyRedis]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Logs here are no games: no projector of another test is to meet them."""
    with running_server(tmp_path_factory.mktemp("redis"), fsync="everysec") as one:
        yield one


class Backend(NamedTuple):
    """A kind of server: `connect` gives a client as the store uses it, `node` one that talks to a single server."""

    connect: Open
    node: Open


def _opener(request: pytest.FixtureRequest) -> Backend:
    kind = request.param
    if kind == "fakeredis":
        fake = FakeServer()
        return Backend(lambda: FakeAsyncRedis(server=fake), lambda: FakeAsyncRedis(server=fake))
    url: str = GIVEN_URL if kind == "given" else request.getfixturevalue(kind).url
    many = RedisCluster.from_url if kind == "cluster" else connect
    return Backend(lambda: many(url), lambda: Redis.from_url(url))


@pytest.fixture(params=KINDS)
async def backend(request: pytest.FixtureRequest) -> AsyncIterator[Backend]:
    async with AsyncExitStack() as stack:

        def closing(opener: Open) -> Open:
            def opened() -> AnyRedis:
                client = opener()
                stack.push_async_callback(client.aclose)
                return client

            return opened

        yield Backend(*map(closing, _opener(request)))


@pytest.fixture
def client(backend: Backend) -> Client:
    one: Client = backend.connect()
    return one


@pytest.fixture
def store(client: Client) -> EventStore:
    return EventStore(client)
