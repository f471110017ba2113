"""Accounts on real servers: one Redis, and a cluster of three."""

from collections.abc import AsyncIterator, Iterator

import pytest
from argon2 import PasswordHasher
from redis.asyncio import Redis, RedisCluster

from services.accounts import milliseconds
from services.store.accounts import Accounts, Passwords
from services.store.client import RedisClient
from tests.kit.processes import Cluster, Server, running_cluster, running_server

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class HandClock:
    """Time that passes when the test says so; it begins now, because Redis drops what is past by its own clock."""

    def __init__(self) -> None:
        self.now = milliseconds()

    def __call__(self) -> int:
        return self.now

    def pass_days(self, days: float) -> None:
        self.now += int(days * 86_400_000)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("redis"), fsync="everysec") as one:
        yield one


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with running_cluster(tmp_path_factory.mktemp("cluster")) as three:
        yield three


@pytest.fixture(params=["server", "cluster"])
def client_url(request: pytest.FixtureRequest) -> str:
    """Each test on both: what works on one Redis must work on Redis Cluster unchanged."""
    url: str = request.getfixturevalue(request.param).url
    return url


@pytest.fixture
async def client(request: pytest.FixtureRequest, client_url: str) -> AsyncIterator[RedisClient]:
    on_cluster = request.node.callspec.params["client_url"] == "cluster"
    either: RedisClient = (RedisCluster if on_cluster else Redis).from_url(client_url)
    await either.flushall()
    yield either
    await either.aclose()


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def passwords() -> Iterator[Passwords]:
    one = Passwords(CHEAP)
    yield one
    one.close()


@pytest.fixture
def accounts(client: RedisClient, passwords: Passwords, clock: HandClock) -> Accounts:
    return Accounts(client, passwords, clock=clock)
