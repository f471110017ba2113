"""The servers, people and site of the services' tests, and the stores of the store's; projectors as processes."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.kit.processes import ProcessTree, Server, running_tree
from tests.projections.processes import Start
from tests.services.api.conftest import anna, brutus, carus, site
from tests.services.conftest import cluster, forward_clock, own_server, server
from tests.services.store.conftest import backend, client

__all__ = [
    "anna",
    "backend",
    "brutus",
    "carus",
    "client",
    "cluster",
    "forward_clock",
    "own_server",
    "server",
    "site",
]


@pytest.fixture
def start(own_server: Server, tmp_path: Path) -> Iterator[Start]:
    """Starts one more projector process."""
    environ = {"ACTA_REDIS_URL": own_server.url, "ACTA_GAMES": "tests.kit.taberna:GAME"}
    with ExitStack() as stack:
        outputs = iter(range(100))

        def one_more() -> ProcessTree:
            output = tmp_path / f"projector-{next(outputs)}.txt"
            return stack.enter_context(running_tree(["-m", "services.cli", "projector"], output, environ))

        yield one_more
