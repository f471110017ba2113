"""One real server for the tests that leave it as they found it."""

from collections.abc import Iterator

import pytest

from tests.endure.acta_server import Acta, running_acta
from tests.endure.players import Player, newcomer
from tests.services.conftest import own_server, server

__all__ = ["own_server", "server"]


@pytest.fixture(scope="session")
def acta(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Acta]:
    with running_acta(tmp_path_factory.mktemp("acta")) as one:
        yield one


@pytest.fixture
def anna(acta: Acta) -> Iterator[Player]:
    with newcomer(acta) as player:
        yield player
