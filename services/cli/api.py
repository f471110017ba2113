"""`acta api`: one API process."""

from functools import partial
from typing import Annotated

from cyclopts import Parameter

from services.cli import http
from services.cli.flags import Flags, configured
from services.engine import checks
from services.server import create_app


def api(*, listen_fd: Annotated[int | None, Parameter(show=False)] = None, flags: Flags | None = None) -> None:
    """Answer HTTP, as a child of `acta serve` on the socket that it opened."""
    settings = configured(flags)
    if listen_fd is None:  # otherwise the parent has done it
        checks.check_given_redis(settings)
    http.run(partial(create_app, settings), settings, listen_fd, lambda app: app.state.api.close())
