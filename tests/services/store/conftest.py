"""The store on every kind of server that it promises to run on: the same tests, up to four parameters."""

import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from fakeredis import FakeAsyncRedis, FakeServer
from redis.asyncio import Redis, RedisCluster

from services.store.client import Client
from services.store.events import EventStore
from tests.kit.processes import Server, running_server

GIVEN_URL = os.environ.get("ACTA_TEST_REDIS_URL", "")
KINDS = ["fakeredis", "server", "cluster", *(["given"] if GIVEN_URL else [])]

Open = Callable[[], Any]


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
    many = RedisCluster if kind == "cluster" else Redis
    return Backend(lambda: many.from_url(url), lambda: Redis.from_url(url))


@pytest.fixture(params=KINDS)
async def backend(request: pytest.FixtureRequest) -> AsyncIterator[Backend]:
    async with AsyncExitStack() as stack:

        def closing(opener: Open) -> Open:
            def opened() -> Any:  # noqa: ANN401 - redis-py's clients share no type
                client = opener()
                stack.push_async_callback(client.aclose)
                return client

            return opened

        yield Backend(*map(closing, _opener(request)))


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may break; fsync on every write, as in production."""
    with running_server(tmp_path / "redis") as one:
        yield one


@pytest.fixture
def client(backend: Backend) -> Client:
    one: Client = backend.connect()
    return one


@pytest.fixture
def store(client: Client) -> EventStore:
    return EventStore(client)
