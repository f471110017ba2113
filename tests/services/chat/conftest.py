"""One site for all tests of the chat core."""

from collections.abc import AsyncIterator

import pytest

from tests.kit.http import Site, running_site
from tests.kit.processes import Server


@pytest.fixture(scope="session")
async def site(server: Server) -> AsyncIterator[Site]:
    async with running_site(server.url) as running:
        yield running
