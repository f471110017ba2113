"""The free-space guard: what grows, commands above all, is refused before the disk or the memory of the store is full.

With fsync on every write the server exits on a full disk, so the guard must come first, whoever writes: it stands
before every append. It looks once a second and answers from what it saw last: a command costs no look of its own.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress

from redis.asyncio import Redis, RedisCluster
from redis.exceptions import RedisError

from domain.kernel.errors import StoreFull
from services.engine import checks
from services.settings import Settings

_SECONDS = 1.0


class FreeSpace:
    """Whether there is room for more events."""

    def __init__(self, settings: Settings, client: Redis | RedisCluster) -> None:
        """Watch the disk of the embedded server, or the memory of a given one."""
        self._settings = settings
        self._client = client
        self._left = True
        self._looked_at = -_SECONDS

    @property
    def left(self) -> bool:
        """Whether there was room at the last look."""
        return self._left

    def require(self) -> None:
        """Raise `StoreFull` if there was none at the last look."""
        if not self._left:
            raise StoreFull

    async def require_now(self) -> None:
        """Raise `StoreFull` if there is none; looks by itself where nobody keeps looking, as in a worker."""
        if time.monotonic() - self._looked_at > 2 * _SECONDS:
            await self.look()
        self.require()

    @asynccontextmanager
    async def watched(self) -> AsyncIterator[None]:
        """Keep looking for the length of a block."""
        await self.look()
        task = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def look(self) -> None:
        """Look now. A store that does not answer will refuse the next write by itself."""
        settings = self._settings
        self._looked_at = time.monotonic()
        if settings.redis_url is None:
            self._left = checks.has_disk_room(settings.data_dir, settings.min_free_bytes)
            return
        with suppress(RedisError, OSError):
            found = [checks.has_memory_room(info, settings.min_free_bytes) for info in await self._memory()]
            self._left = all(found)

    async def _memory(self) -> list[Mapping[str, int]]:
        """What the server tells of its memory, or each master of a cluster: games lie on all of them."""
        if isinstance(self._client, Redis):
            return [await self._client.info("memory")]
        cluster = await self._client.initialize()
        return [await cluster.info("memory", target_nodes=node) for node in cluster.get_primaries()]

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_SECONDS)
            await self.look()
