"""Discord behind a real HTTP server, in a thread of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.kit.discord.api import BASE, Api
from tests.kit.discord.world import Discord
from tests.kit.http import serving


@contextmanager
def discord_server() -> Iterator[tuple[Api, str]]:
    """A Discord of its own for the length of a block, and its address; nothing unknown may have been asked of it."""
    api = Api(Discord())
    app: Any = api  # an ASGI application, though not Litestar's
    with serving(app) as port:
        yield api, f"http://127.0.0.1:{port}{BASE}"
    assert api.complaints == []
