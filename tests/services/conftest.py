"""One embedded server and one cluster for all tests of the services. Games of two tests never meet: ids are unique."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.processes import Cluster, Server, running_cluster, running_server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("redis"), fsync="everysec") as one:
        yield one


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may break; fsync on every write, as in production."""
    with running_server(tmp_path / "redis") as one:
        yield one


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with running_cluster(tmp_path_factory.mktemp("cluster")) as three:
        yield three
