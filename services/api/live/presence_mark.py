"""The mark of a player who has a stream of the game open, so that nobody writes to him what he sees."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from domain.kernel.errors import ActaError
from domain.kernel.ids import GameId, UserId
from services.store.presence import SECONDS, Presence

_leaving: set[asyncio.Task[None]] = set()
"""Those who have just left; a task that nobody holds may be lost."""


class PresenceMark:
    """One stream of a game; `player` is nobody for those who do not sit at its table."""

    def __init__(self, presence: Presence, game_id: GameId, player: UserId | None) -> None:
        """Nothing is marked yet."""
        self.game_id = game_id
        self._presence = presence
        self._player = player
        self._renew_at = 0.0

    async def stay(self) -> None:
        """Renew the mark, if it is time to: it is a write, and a stream comes by here with every event."""
        if self._player is not None and time.monotonic() >= self._renew_at:
            await self._presence.mark(self.game_id, self._player)
            self._renew_at = time.monotonic() + SECONDS / 4

    @contextmanager
    def here(self) -> Iterator[None]:
        """Look on for the length of a block; a stream that is cut off can wait for nothing, so a task clears up."""
        try:
            yield
        finally:
            if self._player is not None and self._renew_at:
                task = asyncio.create_task(self._leave(self._player))
                _leaving.add(task)
                task.add_done_callback(_leaving.discard)

    async def _leave(self, player: UserId) -> None:
        with suppress(ActaError):
            await self._presence.clear(self.game_id, player)
