"""One embedded server and one cluster for all tests of the services. Games of two tests never meet: ids are unique."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.processes import Cluster, Server, running_cluster, running_server


class ForwardClock:
    """The time, but no millisecond twice: what tests order by it must not hang on how fast a machine is."""

    def __init__(self) -> None:
        self._last = 0

    def __call__(self) -> float:
        self._last = max(time.time_ns() // 1_000_000, self._last + 1)
        return (self._last + 0.5) / 1000


@pytest.fixture(scope="session", autouse=True)
def forward_clock() -> Iterator[None]:
    """What is written into the logs of this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("services.tables.hot_tables.time", ForwardClock())
        yield


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
