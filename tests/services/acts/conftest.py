"""One site for all tests of acts, asked at each of its doors."""

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.kit.http import Site, running_site
from tests.kit.processes import Server, running_server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("redis"), fsync="everysec") as one:
        yield one


@pytest.fixture(scope="session")
async def site(server: Server) -> AsyncIterator[Site]:
    async with running_site(server.url) as running:
        yield running
