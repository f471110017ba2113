"""One API process for all tests of a module."""

from collections.abc import Iterator

import httpx
import pytest

from tests.kit.processes import Server, running_server
from tests.services.api.live.streaming import serving


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture(scope="module")
def api(redis: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with (
        serving(redis.url, tmp_path_factory.mktemp("api")) as address,
        httpx.Client(base_url=address, timeout=60) as client,
    ):
        yield client
