"""What comes twice from a platform is done once, also if whoever did it first has died over it.

A repeat waits for the first. If that does not end, the repeat is carried out: what was changed by then is known by the
request's id, so that it is only told.
"""

import asyncio
import time

from domain.kernel.errors import ActaError
from services.chat.requests import ChatRequest
from services.logs import learn
from services.store.chat.seen_requests import SeenRequests

PATIENCE = 2.0
"""Seconds that a repeat waits until the first is done."""
_PAUSE = 0.05
DONE = b"done"


class Repeats:
    """Tells requests that are new from those that were answered."""

    def __init__(self, seen: SeenRequests) -> None:
        """Remember them where all processes do."""
        self._seen = seen

    async def answered(self, request: ChatRequest, patience: float | None = None) -> bytes | None:
        """What a request was answered before; nothing for one that is to be carried out now."""
        if await self._seen.claim(request.id):
            return None
        until = time.monotonic() + (PATIENCE if patience is None else patience)
        while (earlier := await self._seen.kept(request.id)) is None and time.monotonic() < until:  # noqa: ASYNC110 - another process ends it
            await asyncio.sleep(_PAUSE)
        learn(repeated=True)
        return earlier

    async def keep(self, request: ChatRequest, answer: bytes = DONE) -> None:
        """Remember that a request was answered, and how."""
        try:
            await self._seen.keep(request.id, answer)
        except ActaError as failure:  # a repeat tells it once more
            learn(error=type(failure).__name__)
