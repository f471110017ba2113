"""Which requests of a chat were seen lately, and what was answered: what comes again is not done again.

All processes share it, since a repeat may reach another one.
"""

import secrets

from services.store import keys
from services.store.client import Client
from services.store.redis_errors import reading, repeatable

KEPT_SECONDS = 15 * 60
_UNDER_WAY = b"?"


class SeenRequests:
    """Remembers requests, each by the platform's id of it."""

    def __init__(self, client: Client) -> None:
        """Remember each by itself: they go when their time is over."""
        self._client = client

    async def claim(self, request: str) -> bool:
        """Whether the request is new: whoever claims it answers it."""
        mark = _UNDER_WAY + secrets.token_bytes(8)
        with repeatable():
            if await self._client.set(keys.chat_seen(request), mark, ex=KEPT_SECONDS, nx=True):
                return True
            # The client may have sent the claim twice, for want of an answer to the first.
            return await self._client.get(keys.chat_seen(request)) == mark

    async def keep(self, request: str, answer: bytes) -> None:
        """Remember what was answered."""
        with repeatable():
            await self._client.set(keys.chat_seen(request), answer, ex=KEPT_SECONDS)

    async def kept(self, request: str) -> bytes | None:
        """What was answered; none while the answer is under way."""
        with reading():
            stored = await self._client.get(keys.chat_seen(request))
        return None if stored is None or stored.startswith(_UNDER_WAY) else stored
