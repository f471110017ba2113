"""One site for all tests of the pages, and a browser for each."""

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.kit.browser import Browser, browsing
from tests.kit.http import Person, Site, running_site
from tests.kit.processes import Server, running_server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Logs of other tests may be broken on purpose: this site's projector is not to meet them."""
    with running_server(tmp_path_factory.mktemp("redis"), fsync="everysec") as one:
        yield one


@pytest.fixture(scope="session")
async def site(server: Server) -> AsyncIterator[Site]:
    async with running_site(server.url) as running:
        yield running


@pytest.fixture
async def browser(site: Site) -> AsyncIterator[Browser]:
    async with browsing(site) as one:
        yield one


@pytest.fixture
async def host(site: Site) -> Person:
    return await site.person("Hostilia")
