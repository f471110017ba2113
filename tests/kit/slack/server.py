"""Slack behind a real HTTP server, in a thread of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.kit.http import serving
from tests.kit.slack.api import Api
from tests.kit.slack.world import Slack


@contextmanager
def slack_server() -> Iterator[Api]:
    """A Slack of its own for the length of a block; nothing unknown may have been asked of it."""
    api = Api(Slack())
    app: Any = api  # an ASGI application, though not Litestar's
    with serving(app) as port:
        api.world.address = f"http://127.0.0.1:{port}"
        yield api
    assert api.world.complaints == []
