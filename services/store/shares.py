"""How several projectors share the partitions: each tells that it lives, and all work out alike whose is whose.

It saves double work and is no lock: for a moment two may hold the same partition, or none. Nothing is applied twice
then, since rows and checkpoints only ever move on, and nothing is lost, since a feed keeps what nobody has read.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from hashlib import blake2b
from uuid import uuid4

import structlog

from domain.kernel.errors import StoreFull, StoreUnavailable
from services.store import keys
from services.store.client import Client
from services.store.redis_errors import repeatable
from services.store.scripts import Script

BEAT_SECONDS = 1.0
GONE_SECONDS = 4.0
"""A projector that was silent for so long has died: the others take over what it had."""
EVERYTHING = frozenset(range(keys.PARTITIONS))


class Shares:
    """The partitions of one projector, from beat to beat."""

    def __init__(self, client: Client) -> None:
        """Hold nothing until the first beat."""
        self.name = uuid4().hex
        self.mine: frozenset[int] = frozenset()
        self._client = client
        self._beat = Script("projector_beat")
        self._living: Sequence[str] = ()

    async def beat(self) -> None:
        """Tell that this one lives, and learn of the others."""
        with repeatable():
            arguments = [self.name, int(GONE_SECONDS * 1000)]
            found = await self._beat.run(self._client, [keys.KeyKind.PROJECTORS], arguments)
        living = sorted(name.decode() for name in found)
        if living != self._living:
            self._living = living
            self.mine = frozenset(number for number in EVERYTHING if _owner(living, number) == self.name)
            structlog.get_logger().info("partitions_shared", projectors=len(living), mine=len(self.mine))

    async def leave(self) -> None:
        """Hand everything over to the others, who notice at their next beat."""
        self.mine = frozenset()
        with repeatable():
            await self._client.zrem(keys.KeyKind.PROJECTORS, self.name)

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Beat for the length of a block, and hand over at its end. While the store is away the shares stay."""
        task = asyncio.create_task(self._keep())
        try:
            yield
        finally:
            while not task.done():  # redis-py may lose a cancellation that comes while it connects
                task.cancel()
                await asyncio.wait({task}, timeout=0.1)
            with suppress(StoreUnavailable, StoreFull):
                await self.leave()

    async def _keep(self) -> None:
        while True:
            with suppress(StoreUnavailable, StoreFull):
                await self.beat()
            await asyncio.sleep(BEAT_SECONDS)


def _owner(living: Sequence[str], partition: int) -> str:
    """Whose a partition is. When one comes or goes, only partitions that it has or had change hands."""
    return max(living, key=lambda name: blake2b(f"{name} {partition}".encode(), digest_size=8).digest())
