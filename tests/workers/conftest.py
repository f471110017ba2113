"""A server of games and jobs for each test: workers take every job that they find."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from services.bootstrap import Services
from services.commands.tables import Tables
from tests.kit.processes import Server, running_server
from tests.workers.crew import connected


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running_server(tmp_path / "redis", fsync="everysec") as one:
        yield one


@pytest.fixture
async def services(server: Server) -> AsyncIterator[Services]:
    one = connected(server)
    yield one
    await one.close()


@pytest.fixture
def tables(services: Services) -> Tables:
    return services.tables
