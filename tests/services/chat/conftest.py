"""One site for all tests of the chat core."""

from collections.abc import AsyncIterator, Iterator

import pytest

from services.identity.limits import CommandLimit
from tests.kit.http import Site, running_site
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
def quick_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """People press faster than anybody could: how often they may is tested elsewhere."""
    monkeypatch.setattr(CommandLimit, "take", lambda _limit, _user, _commands=1: None)
