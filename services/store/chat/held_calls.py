"""Calls that a chat platform wants no more of for a while: every process of ours that talks to it keeps to that.

A store that does not answer holds nothing up: the platform says the same again.
"""

import hashlib
import math
import time
from contextlib import suppress

from domain.kernel.errors import ActaError
from services.store import keys
from services.store.chat.places import Platform
from services.store.client import Client
from services.store.redis_errors import reading, repeatable

_DIGITS = 32


class HeldCalls:
    """Remembers what was refused for how long, on one platform."""

    def __init__(self, client: Client, platform: Platform) -> None:
        """Remember each call by itself: it goes when its time is over."""
        self._client, self._platform = client, platform

    async def left(self, call: str) -> float:
        """For how many seconds a call is to wait."""
        stored = None
        with suppress(ActaError), reading():
            stored = await self._client.get(self._key(call))
        return max(0.0, float(stored or 0) - time.time())

    async def hold(self, call: str, seconds: float) -> None:
        """Let nobody make a call for so long."""
        if seconds > 0:
            until = str(time.time() + seconds).encode()
            with suppress(ActaError), repeatable():
                await self._client.set(self._key(call), until, ex=math.ceil(seconds))

    def _key(self, call: str) -> str:
        return keys.chat_held(self._platform, hashlib.sha256(call.encode()).hexdigest()[:_DIGITS])
