"""Answers in chats that still lack their picture, until it has followed or can no longer follow."""

from domain.kernel.clock import Millis
from services.store import keys
from services.store.client import Client
from services.store.keys import KeyKind
from services.store.redis_errors import reading, repeatable

KEPT_SECONDS = 14 * 60
"""A little less than Discord lets an answer be changed."""


class OwedPictures:
    """Keeps what is owed, each by the platform's id of the request that was answered."""

    def __init__(self, client: Client) -> None:
        """Keep the answer apart from the list of those that are due: it goes by itself when its time is over."""
        self._client = client

    async def owe(self, request: str, answer: bytes, due: Millis) -> None:
        """Note an answer; it is looked for again from `due` on, unless it is settled."""
        with repeatable():
            await self._client.set(keys.chat_picture(request), answer, ex=KEPT_SECONDS)
            await self._client.zadd(KeyKind.CHAT_PICTURES, {request: due})

    async def take(self, request: str, due: Millis) -> bytes | None:
        """The answer, if it is still owed; nobody else looks for it before `due`."""
        with repeatable():
            stored = await self._client.get(keys.chat_picture(request))
            if stored is None:
                await self._client.zrem(KeyKind.CHAT_PICTURES, request)
                return None
            await self._client.zadd(KeyKind.CHAT_PICTURES, {request: due})
            return stored

    async def settle(self, request: str) -> None:
        """The picture has followed, or never will."""
        with repeatable():
            await self._client.delete(keys.chat_picture(request))
            await self._client.zrem(KeyKind.CHAT_PICTURES, request)

    async def due(self, now: Millis, most: int) -> list[str]:
        """Those that should have been settled by now."""
        with reading():
            stored = await self._client.zrangebyscore(KeyKind.CHAT_PICTURES, 0, now, start=0, num=most)
        return [one.decode() for one in stored]
