"""What handlers of the API stand on, and how a request becomes what an act is given."""

from typing import NamedTuple

import msgspec
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from services.acts.acts import Acts
from services.acts.ask import Ask, Once
from services.api.live.hub import Hub
from services.api.live.listener import HeldBy
from services.identity.callers import AnyRequest, caller
from services.identity.visitors import Visitors
from services.queries.drawing_processes import DrawingProcesses


class ApiDoor(NamedTuple):
    """The acts, and what presents them: who calls from where, pictures, live streams."""

    acts: Acts
    visitors: Visitors
    drawing: DrawingProcesses
    hub: Hub

    @property
    def held_by(self) -> HeldBy:
        """Finds the credentials of a caller."""
        return self.acts.accounts.credentials.held_by

    def close(self) -> None:
        """End streams and reads that wait, as the process ends: clients come again, to another one."""
        self.hub.close()
        self.acts.waits.close()


GivenActs = NamedDependency[SkipValidation[Acts]]
"""Type of a handler's parameter `acts`: nearly all need no more of the door."""
GivenApi = NamedDependency[SkipValidation[ApiDoor]]
"""Type of a handler's parameter `api`."""


def ask_of(request: AnyRequest, body: msgspec.Struct | None = None, key: str | None = None) -> Ask:
    """The caller asks, once for each key of the client.

    Keys that are stored hold the module and name of their handler: one that moves gets its old ones as `name`.
    """
    once = None if key is None else Once(request.route_handler.name or str(request.route_handler), key, body)
    return Ask(caller(request), once)
