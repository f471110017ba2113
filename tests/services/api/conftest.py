"""One site for all tests of the API; each test brings its own people and opens its own tables."""

import io
from collections.abc import AsyncIterator, Iterator

import pytest

from tests.kit.http import Person, Site, running_site
from tests.kit.log_streams import logging_to
from tests.kit.processes import running_server


@pytest.fixture(scope="session")
async def site(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Site]:
    with running_server(tmp_path_factory.mktemp("redis"), fsync="everysec") as server:
        async with running_site(server.url) as running:
            yield running


@pytest.fixture
async def anna(site: Site) -> Person:
    return await site.person("Anna")


@pytest.fixture
async def brutus(site: Site) -> Person:
    return await site.person("Brutus")


@pytest.fixture
async def carus(site: Site) -> Person:
    return await site.person("Carus")


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything that is logged while a test runs."""
    stream = io.StringIO()
    with logging_to(stream):
        yield stream
