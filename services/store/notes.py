"""Private notes: what a person writes down at a table for themselves alone. Not an event, and no part of any log."""

from domain.kernel.ids import GameId, UserId
from services.free_text import NOTES
from services.store import keys
from services.store.client import Client
from services.store.redis_errors import reading, writing


class Notes:
    """Keeps one text a person and game, for as long as the game is kept. Never checks the caller."""

    def __init__(self, client: Client) -> None:
        """Keep them beside the logs."""
        self._client = client

    async def get(self, game: GameId, user: UserId) -> str | None:
        """What this person has written here."""
        with reading():
            found = await self._client.get(keys.notes(game, user))
        return None if found is None else found.decode()

    async def put(self, game: GameId, user: UserId, text: str) -> None:
        """Keep a text in place of the former one; an empty one leaves nothing behind."""
        NOTES.checked(text)
        with writing():
            if text:
                await self._client.set(keys.notes(game, user), text.encode())
            else:
                await self._client.delete(keys.notes(game, user))
