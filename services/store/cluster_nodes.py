"""Any node of a cluster, for what every node can do alike: what is published on one is heard on all."""

from collections.abc import Sequence
from itertools import cycle
from typing import Any

from redis.asyncio.connection import Connection

from services.settings.addresses import Node


class NextNode(Connection):
    """A connection that tries another node each time it is opened, so that a lost node costs one attempt."""

    def __init__(self, *, nodes: Sequence[Node], **options: Any) -> None:  # noqa: ANN401 - redis-py's own
        super().__init__(**options)
        self._nodes = cycle(nodes)

    async def _connect(self) -> None:
        self.host, self.port = next(self._nodes)
        await super()._connect()  # type: ignore[no-untyped-call] # redis-py's
