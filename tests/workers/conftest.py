"""A server of games and jobs for each test, since workers take every job that they find; and the mail site."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from services.foundation import Services
from services.tables.hot_tables import Tables
from tests.kit.processes import Server, running_server
from tests.services.notices.conftest import anna, brutus, mail_site, post_server, shared
from tests.workers.running_workers import connected

__all__ = ["anna", "brutus", "mail_site", "post_server", "server", "services", "shared", "tables"]


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
