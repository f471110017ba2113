"""Presence: the people who look at a game at this moment, as marks that expire by themselves; no part of any log."""

from domain.kernel.ids import GameId, UserId
from services.store import keys
from services.store.client import Client
from services.store.redis_errors import reading, repeatable

SECONDS = 45
"""How long a mark stays after a connection was lost; open pages renew theirs in time."""


class Presence:
    """Keeps the marks."""

    def __init__(self, client: Client) -> None:
        """Keep the marks beside the games."""
        self._client = client

    async def mark(self, game: GameId, user: UserId) -> None:
        """Mark a person as looking at a game; to be repeated before the mark expires."""
        with repeatable():
            await self._client.set(keys.presence(game, user), b"1", ex=SECONDS)

    async def clear(self, game: GameId, user: UserId) -> None:
        """Remove a person's mark; another open window of the same person renews it soon."""
        with repeatable():
            await self._client.delete(keys.presence(game, user))

    async def is_looking(self, game: GameId, user: UserId) -> bool:
        """Whether a person looks at a game."""
        with reading():
            return await self._client.get(keys.presence(game, user)) is not None
