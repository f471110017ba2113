"""The mark of a player who has a stream of the game open, and therefore gets no mail about what the stream shows."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from domain.kernel.errors import ActaError
from domain.kernel.ids import GameId, UserId
from services.store.presence import SECONDS, Presence

_clearing: set[asyncio.Task[None]] = set()
"""Marks that are being cleared; a task without a reference may be lost."""


class PresenceMark:
    """One stream of a game; `player` is `None` for a caller without a seat."""

    def __init__(self, presence: Presence, game_id: GameId, player: UserId | None) -> None:
        """Begin without a mark."""
        self.game_id = game_id
        self._presence = presence
        self._player = player
        self._renew_at = 0.0

    @property
    def sits(self) -> bool:
        """Whether the caller held a seat when the stream was opened."""
        return self._player is not None

    async def renew(self) -> None:
        """Renew the mark, if it is time to: it is a write, and a stream calls this after every event."""
        if self._player is not None and time.monotonic() >= self._renew_at:
            await self._presence.mark(self.game_id, self._player)
            self._renew_at = time.monotonic() + SECONDS / 4

    @contextmanager
    def cleared_after(self) -> Iterator[None]:
        """Clear the mark after a block; a stream that is cut off can wait for nothing, so a task clears it."""
        try:
            yield
        finally:
            if self._player is not None and self._renew_at:
                task = asyncio.create_task(self._clear(self._player))
                _clearing.add(task)
                task.add_done_callback(_clearing.discard)

    async def _clear(self, player: UserId) -> None:
        with suppress(ActaError):
            await self._presence.clear(self.game_id, player)
