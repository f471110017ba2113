"""Presence: who looks at a game at this moment. A mark that fades by itself; no part of any log."""

from domain.kernel.ids import GameId, UserId
from services.store import keys
from services.store.client import Client
from services.store.redis_errors import reading, repeatable

SECONDS = 45
"""How long a mark stays when whoever made it is gone without a word; those who look on renew it in time."""


class Presence:
    """Marks people as looking on."""

    def __init__(self, client: Client) -> None:
        """Keep the marks beside the games."""
        self._client = client

    async def mark(self, game: GameId, user: UserId) -> None:
        """Say that somebody looks at a game, and go on saying so every now and then."""
        with repeatable():
            await self._client.set(keys.presence(game, user), b"1", ex=SECONDS)

    async def clear(self, game: GameId, user: UserId) -> None:
        """Somebody looks away; another window of the same person renews its mark soon."""
        with repeatable():
            await self._client.delete(keys.presence(game, user))

    async def looks(self, game: GameId, user: UserId) -> bool:
        """Whether somebody looks at a game."""
        with reading():
            return await self._client.get(keys.presence(game, user)) is not None
