"""Two processes on one embedded server."""

from collections.abc import AsyncIterator

import pytest

from services.store.connections import connect
from tests.kit.processes import Server
from tests.services.store.servers import AnyRedis
from tests.services.tables.several_processes import Process


@pytest.fixture
async def redis(server: Server) -> AsyncIterator[AnyRedis]:
    client = connect(server.url)
    yield client
    await client.aclose()


@pytest.fixture
def here(redis: AnyRedis) -> Process:
    """The process under test."""
    return Process(redis)


@pytest.fixture
def there(redis: AnyRedis) -> Process:
    """Another process on the same store."""
    return Process(redis)
